"""What statements do: assignments, conditions, loops, `match`, `return` and `yield`, one table for all of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from toolgen.evaluation.attempts import Attempts
from toolgen.evaluation.budget import MAX_TURNS
from toolgen.evaluation.completion import Completion, Returned
from toolgen.evaluation.component import Component
from toolgen.evaluation.folding.faults import FAULTS, NotConstantError, TooLargeError
from toolgen.evaluation.folding.filling import merge, spoil
from toolgen.evaluation.folding.operators import binary
from toolgen.evaluation.folding.parts import ordered
from toolgen.evaluation.folding.values import END, Choice, Frame, IteratorItems, Unknown, Value
from toolgen.evaluation.generators import collected
from toolgen.evaluation.names.lookup import Defined
from toolgen.evaluation.paths import AbandonedPathError
from toolgen.evaluation.patterns import matched
from toolgen.evaluation.snapshots import Snapshot
from toolgen.evaluation.targets import assign, delete
from toolgen.memoize import memoized_by
from toolgen.syntax.attempts import ASSERTED
from toolgen.syntax.bodies import FunctionNode, statements
from toolgen.syntax.changes import changed_in, touched_in
from toolgen.syntax.expressions import attribute_name, callee, function_of, is_literal
from toolgen.syntax.facts import Function
from toolgen.syntax.filling import replaced
from toolgen.syntax.mutation import CHANGING_METHODS
from toolgen.syntax.nodes import FunctionDef, names_in, other_statements, stored_in, walk

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator


class Statements(Component):
    """Runs the statements of functions."""

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator)
        self.attempts = Attempts(evaluator)

    def returned(self, node: FunctionNode, frame: Frame, *, is_generator: bool = False) -> Value:
        """What a call returns, or a generator yields; `frame` has its parameters. Raises what evaluating raises."""
        body = statements(node)
        if not is_generator:
            end = self.run(body, frame)
            is_elsewhere = any(isinstance(one, ast.Expr) and is_literal(one.value, ...) for one in body)
            if end is None and self._is_constant and is_elsewhere:
                raise TypeError
            return end.value if isinstance(end, Returned) else None
        if not self._is_constant and isinstance(node, FunctionDef) and (changed := touched_in(node)):
            self._spoil(changed, frame)
            raise NotConstantError(ast.Name(node.name))
        return collected(self._evaluator, lambda inner: self.run(body, inner), frame)

    def _spoil(self, names: Iterable[str], frame: Frame) -> None:
        """Note of the objects that a generator changes that it is not known how far it has done so."""
        self._evaluator.path.has_failed = True
        for holder, name in ((frame.find(name), name) for name in names):
            if holder is not None:
                spoil(holder.variables[name], Unknown(ast.Name(name)))

    def run(self, body: Sequence[ast.stmt], frame: Frame) -> Completion:
        """How the statements end, after what they do to the variables of `frame`. Raises as `returned` does."""
        for index, statement in enumerate(body, 1):
            self._evaluator.path.budget.spend(1)
            self._evaluator.path.begin(statement)
            handler = _HANDLERS.get(type(statement))
            if self._is_constant and (handler is None or isinstance(statement, _NOT_IN_CONSTANTS)):
                raise TypeError
            if handler is None:
                continue
            try:
                end = self._followed(handler, statement, frame)
            except AbandonedPathError:
                self._skip(frame, *body[index:])
                raise
            if end is not None:
                self._skip(frame, *body[index:])
                return end
        return None

    def _followed(self, handler: Handler, statement: ast.stmt, frame: Frame) -> Completion:
        """What `statement` comes to. Of one that is not followed on a path, it is not known what it assigns."""
        try:
            return handler(self, statement, frame)
        except (TooLargeError, RecursionError):
            raise
        except (NotConstantError, *FAULTS):
            if self._is_constant:
                raise
            self._evaluator.path.has_failed = True
            for name in {*stored_in(statement)}:
                frame.variables[name] = Unknown(ast.Name(name))
            return None

    def _return(self, node: ast.Return, frame: Frame) -> Completion:
        value = None if node.value is None else self._evaluator.evaluate(node.value, frame)
        path = self._evaluator.path
        if path.is_asked and path.depth == 1 and isinstance(node.value, ast.Name | ast.Attribute):
            value = self._evaluator.bindings.meaning(node.value, frame) or value
        return Returned(self._evaluator.settled(value) if path.is_constant else value)

    def _raise(self, node: ast.Raise, frame: Frame) -> Completion:
        raised = self._names.evaluate(callee(node.exc), frame.site) if node.exc else None
        above = () if raised is None else self._names.ancestors(raised)
        raise AbandonedPathError(*(one.name.rpartition(".")[2] for one in above))

    def _if(self, node: ast.If, frame: Frame) -> Completion:
        test = self._evaluator.evaluate(node.test, frame)
        known = self._evaluator.truth_of(test)
        if known is None:
            if self._is_constant:
                raise NotConstantError(test.node if isinstance(test, Unknown) else node.test)
            if all(self._is_idle(statement, frame) for statement in (*node.body, *node.orelse)):
                return None
            known = self._evaluator.path.choose(node.test)
        self._skip(frame, *(node.orelse if known else node.body))
        return self.run(node.body if known else node.orelse, frame)

    def _is_idle(self, statement: ast.stmt, frame: Frame) -> bool:
        """Whether a statement only raises an exception, or calls what has nothing to do with what is followed."""
        match statement:
            case ast.Raise():
                return not self._evaluator.path.caught
            case ast.Pass() | ast.Assert():
                return True
            case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.NamedExpr()):
                return False
            case ast.Expr(value=value):
                return not (frame.is_root or self._touches(value, frame))
            case _:
                return False

    def _touches(self, node: ast.expr, frame: Frame) -> bool:
        """Whether a name in `node` stands for more than a text, or may be that of a container that is being filled."""
        nodes = (function_of(one) if isinstance(one, ast.Call) else one for one in walk(node))
        named = {attribute_name(one) or getattr(one, "id", "") for one in nodes}
        # What may register a tool counts by its name alone: it is told then which function is not known.
        methods = self._evaluator.markers.methods
        is_candidate = not methods.isdisjoint(named) or self._evaluator.may_register(node, frame)
        if self._evaluator.registries.is_filling or is_candidate or self._is_filling(node, frame):
            return True
        holders = ((name, frame.find(name)) for name in names_in(node))
        return any(holder is not None and self._evaluator.is_more(holder.variables[name]) for name, holder in holders)

    def _is_filling(self, node: ast.expr, frame: Frame) -> bool:
        """Whether `node` changes something in place, or calls a function of the project by its name: that may, too."""
        if not isinstance(node, ast.Call) or attribute_name(node.func) in CHANGING_METHODS:
            return isinstance(node, ast.Call)
        symbol = self._names.evaluate(node.func, frame.site)
        return isinstance(symbol, Defined) and isinstance(symbol.node, Function)

    def _match(self, node: ast.Match, frame: Frame) -> Completion:
        subject = self._evaluator.evaluate(node.subject, frame)
        for index, case in enumerate(node.cases, 1):
            fits = self._fits(case, subject, frame)
            if fits is None and self._is_constant:
                raise NotConstantError(node.subject)
            if self._evaluator.path.choose(case.pattern) if fits is None else fits:
                self._skip(frame, *(one for other in node.cases[index:] for one in other.body))
                return self.run(case.body, frame)
            self._skip(frame, *case.body)
        return None

    def _fits(self, case: ast.match_case, subject: Value, frame: Frame) -> bool | None:
        """Whether `case` is taken; None where that is not known. Binds what its pattern names."""
        try:
            found = matched(case.pattern, subject, lambda node: self._evaluator.value(node, frame))
        except (NotConstantError, TypeError):
            return None
        if found is None:
            return False
        frame.variables.update(found)
        return True if case.guard is None else self._evaluator.truth(case.guard, frame)

    def _for(self, node: ast.For | ast.AsyncFor, frame: Frame) -> Completion:
        value = self._evaluator.evaluate(node.iter, frame)
        try:
            found = self._evaluator.settled(value)
            items = found if isinstance(found, IteratorItems) else iter([*ordered(found)])
        except (NotConstantError, TypeError):
            if self._is_constant:
                raise NotConstantError(value.node if isinstance(value, Unknown) else node.iter) from None
            return self._perhaps(node, node.iter, self._unknown(node.iter, frame), frame)
        for index in count():
            self._evaluator.path.budget.spend(1)
            item = self._next(items)
            if item is END:
                self._skip(frame, *(() if index else node.body))
                break
            assign(self._evaluator, node.target, item, frame)
            with self._evaluator.path.turn(index):
                end = self.run(node.body, frame)
            if isinstance(end, Returned):
                return end
            if end is ast.Break:
                self._skip(frame, *node.orelse)
                return None
        return self.run(node.orelse, frame)

    def _next(self, items: Iterator[Value]) -> Value:
        """What `items` give next, `END` behind the last; Unknown where it is not known, on a path."""
        try:
            return next(items, END)
        except TooLargeError:
            raise
        except (NotConstantError, *FAULTS) as error:
            if self._is_constant:
                raise
            return Unknown(getattr(error, "node", ast.Name("_")))

    def _while(self, node: ast.While, frame: Frame) -> Completion:
        turns = 0
        while (known := self._evaluator.truth(node.test, frame)) is True:
            if (turns := turns + 1) > MAX_TURNS:
                raise TooLargeError
            self._evaluator.path.budget.spend(1)
            with self._evaluator.path.turn(-turns):
                end = self.run(node.body, frame)
            if isinstance(end, Returned):
                return end
            if end is ast.Break:
                self._skip(frame, *node.orelse)
                return None
        if known is None:
            if self._is_constant:
                raise NotConstantError(node.test)
            return self._perhaps(node, node.test, None, frame)
        self._skip(frame, *node.body)
        return self.run(node.orelse, frame)

    def _perhaps(
        self, node: ast.For | ast.AsyncFor | ast.While, key: ast.expr, item: Value, frame: Frame
    ) -> Completion:
        """A loop that runs nobody knows how often: once or not at all. What it changes is not known afterwards."""
        if not self._evaluator.path.choose(key):
            return self.run(node.orelse, frame)
        if not isinstance(node, ast.While):
            assign(self._evaluator, node.target, item, frame)
        changed, anew = self._changed_by(node)
        holders = ((frame.find(name), name) for name in changed)
        before = [Snapshot.of(one.variables[name]) for one, name in holders if one is not None]
        end = self.run(node.body, frame)
        for one in before:
            one.unsettle(Unknown(key), anew)
        for name in (name for statement in node.body for name in stored_in(statement)):
            if name in frame.variables:
                frame.variables[name] = self._unknown(key, frame)
        return end if isinstance(end, Returned) else None

    @memoized_by(id)
    def _changed_by(self, loop: ast.For | ast.AsyncFor | ast.While) -> tuple[Collection[str], Collection[str]]:
        """The names of the objects that `loop` changes in place, and the attributes that it sets anew."""
        return changed_in(loop.body), replaced(loop.body)

    def _class(self, node: ast.ClassDef, frame: Frame) -> Completion:
        """What the statements of a class register and change; what its name means is looked up where it is used."""
        if other_statements(node) or self._evaluator.may_register(node, frame):
            self.run(node.body, frame.binding({}))
        return None

    def _define(self, node: FunctionDef, frame: Frame) -> Completion:
        value = self._evaluator.functions.defined(node, frame)
        for decorator in reversed(node.decorator_list):
            made = self._evaluator.evaluate(decorator, frame)
            with self._evaluator.calls.decorating(node, decorator, frame):
                value = self._evaluator.calls.decorated(made, value, self._evaluator.origin(decorator, frame))
        frame.variables[node.name] = value
        return None

    def _assign(self, node: ast.Assign, frame: Frame) -> Completion:
        value = self._evaluator.evaluate(node.value, frame)
        if self._is_constant:
            value = self._evaluator.settled(value)
        for target in node.targets:
            assign(self._evaluator, target, value, frame)
        return None

    def _annotated(self, node: ast.AnnAssign, frame: Frame) -> Completion:
        if node.value is not None:
            assign(self._evaluator, node.target, self._evaluator.evaluate(node.value, frame), frame)
        return None

    def _augmented(self, node: ast.AugAssign, frame: Frame) -> Completion:
        value = (self._evaluator.value if self._is_constant else self._evaluator.evaluate)(node.value, frame)
        current = self._evaluator.evaluate(node.target, frame)
        match current, node.op:
            case list(), ast.Add():
                if isinstance(value, Unknown | Choice):
                    spoil(current, value)
                else:
                    current.extend(ordered(value))
            case dict(), ast.BitOr() if isinstance(value, dict):
                merge(current, value)
            case set(), ast.BitOr() if isinstance(value, set):
                current.update(value)
            case _:
                assign(self._evaluator, node.target, self._sum(node, current, value, frame), frame)
        return None

    def _sum(self, node: ast.AugAssign, current: Value, value: Value, frame: Frame) -> Value:
        try:
            return binary(node.op, self._evaluator.settled(current), self._evaluator.settled(value))
        except (NotConstantError, TypeError, ValueError, ArithmeticError):
            if self._is_constant:
                raise
            return self._unknown(node.value, frame)

    def _nonlocal(self, node: ast.Nonlocal, frame: Frame) -> Completion:
        frame.outer_names.update(node.names)
        return None

    def _delete(self, node: ast.Delete, frame: Frame) -> Completion:
        for target in node.targets:
            delete(self._evaluator, target, frame)
        return None

    def _assert(self, node: ast.Assert, frame: Frame) -> Completion:
        """What is asserted may not hold where the program goes on after that."""
        self._expression(ast.Expr(node.test), frame)
        if not self._is_constant and self._evaluator.truth(node.test, frame) is None:
            self._evaluator.path.may_fail(node, "AssertionError", ASSERTED)
        return None

    def _expression(self, node: ast.Expr, frame: Frame) -> Completion:
        match node.value:
            case ast.Constant(value=str()):
                return None
            case ast.Yield() | ast.YieldFrom():
                self._evaluator.evaluate(node.value, frame)
            case ast.IfExp(test=test, body=body, orelse=orelse) if not self._is_constant:
                return self._if(ast.If(test, [_statement(body)], [_statement(orelse)]), frame)
            case ast.BoolOp(op=ast.And(), values=[test, body]) if not self._is_constant:
                return self._if(ast.If(test, [_statement(body)], []), frame)
            case ast.BoolOp(op=ast.Or(), values=[test, body]) if not self._is_constant:
                return self._if(ast.If(test, [], [_statement(body)]), frame)
            case _ if self._is_constant:
                if not isinstance(self._evaluator.evaluate(node.value, frame), type(None)):
                    raise TypeError
            case _ if frame.is_root or self._touches(node.value, frame):
                self._evaluator.calls.discarded(node.value, frame)
        return None

    def _unknown(self, node: ast.expr, frame: Frame) -> Unknown:
        return Unknown(node, self._evaluator.origin(node, frame))


def _statement(node: ast.expr) -> ast.Expr:
    """`node` as a statement of its own."""
    return ast.copy_location(ast.Expr(node), node)


_NOT_IN_CONSTANTS = ast.AsyncWith | ast.ClassDef | ast.Delete | ast.Raise | ast.Try | ast.With
"""What is followed on a path alone."""

Handler: TypeAlias = Callable[[Statements, Any, Frame], Completion]


def _attempts(handler: Callable[[Attempts, Any, Frame], Completion]) -> Handler:
    return lambda statements, node, frame: handler(statements.attempts, node, frame)


_HANDLERS: Mapping[type[ast.stmt], Handler] = {
    ast.AnnAssign: Statements._annotated,
    ast.Assert: Statements._assert,
    ast.Assign: Statements._assign,
    ast.AsyncFor: Statements._for,
    ast.AsyncFunctionDef: Statements._define,
    ast.AsyncWith: _attempts(Attempts.with_),
    ast.AugAssign: Statements._augmented,
    ast.Break: lambda *_: ast.Break,
    ast.ClassDef: Statements._class,
    ast.Continue: lambda *_: ast.Continue,
    ast.Delete: Statements._delete,
    ast.Expr: Statements._expression,
    ast.For: Statements._for,
    ast.FunctionDef: Statements._define,
    ast.If: Statements._if,
    ast.Import: _attempts(Attempts.import_),
    ast.ImportFrom: _attempts(Attempts.import_),
    ast.Match: Statements._match,
    ast.Nonlocal: Statements._nonlocal,
    ast.Pass: lambda *_: None,
    ast.Raise: Statements._raise,
    ast.Return: Statements._return,
    ast.Try: _attempts(Attempts.try_),
    ast.While: Statements._while,
    ast.With: _attempts(Attempts.with_),
}
