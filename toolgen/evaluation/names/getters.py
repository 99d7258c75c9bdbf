"""What a module's `__getattr__` returns for one name, found by following its statements.

Nothing is run: symbols stand for modules, classes and functions, `evaluate_constant` gives the values of tables, and
what neither tells is undecided.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from toolgen.evaluation.names.getter_expressions import Expressions
from toolgen.evaluation.names.getter_values import (
    Closure,
    Frame,
    LeftError,
    Namespace,
    RaisedError,
    UndecidedError,
    Value,
    parsed,
    truth,
)
from toolgen.evaluation.names.symbols import (
    UNKNOWN,
    ModuleName,
    Symbol,
    same,
)
from toolgen.syntax.facts import Import


class Getters(Expressions):
    """Follows the statements of functions that give names."""

    def bind(self, source: str, frame: Frame) -> None:
        """Bind in `frame` what the statement `source` binds; what it raises is not known."""
        try:
            self.run(parsed(source), frame)
        except (RaisedError, UndecidedError):
            frame.variables.clear()

    def run(self, statements: Sequence[ast.stmt], frame: Frame) -> tuple[Value] | None:
        for index, statement in enumerate(statements):
            self.count()
            if isinstance(statement, ast.If):
                branches = self._branches(statement, frame)
                if len(branches) > 1:
                    return self._either([[*branch, *statements[index + 1 :]] for branch in branches], frame)
                returned = self.run(branches[0], frame)
            else:
                handler = _STATEMENTS.get(type(statement))
                returned = None if handler is None else handler(self, statement, frame)
            if returned is not None:
                return returned
        return None

    def _branches(self, node: ast.If, frame: Frame) -> list[list[ast.stmt]]:
        """The branch of `node` that is taken, or both where that is not known."""
        try:
            return [node.body if truth(self.value(node.test, frame)) else node.orelse]
        except UndecidedError:
            return [node.body, node.orelse]

    def _either(self, ways: list[list[ast.stmt]], frame: Frame) -> tuple[Value] | None:
        """What all `ways` come to. Raises UndecidedError where they differ."""
        outcomes = [self._outcome(way, Frame(frame.site, dict(frame.variables))) for way in ways]
        if not all(_is_same(outcome, outcomes[0]) for outcome in outcomes):
            raise UndecidedError
        if isinstance(outcomes[0], str):
            raise RaisedError("Exception")
        return outcomes[0]

    def _outcome(self, statements: list[ast.stmt], frame: Frame) -> tuple[Value] | str | None:
        """What `statements` return, or the exception that they raise."""
        try:
            return self.run(statements, frame)
        except RaisedError as error:
            return error.name

    def _return(self, node: ast.Return, frame: Frame) -> tuple[Value]:
        return (None if node.value is None else self.value(node.value, frame),)

    def _assign(self, node: ast.Assign | ast.AnnAssign, frame: Frame) -> None:
        value = UNKNOWN if node.value is None else self.optional(node.value, frame)
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            self._bind(target, value, frame)

    def _bind(self, target: ast.expr, value: Value, frame: Frame) -> None:
        match target:
            case ast.Name(id=name):
                frame.variables[name] = value
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                is_known = isinstance(value, list | tuple) and len(value) == len(parts)
                for part, inner in zip(parts, value if is_known else [UNKNOWN] * len(parts), strict=True):
                    self._bind(part, inner, frame)
            case ast.Subscript(value=owner, slice=key):
                if isinstance(found := self.optional(owner, frame), Namespace):
                    found[self.optional(key, frame)] = value
                elif isinstance(owner, ast.Name):
                    self._change(owner.id, frame)

    def _change(self, name: str, frame: Frame) -> None:
        """Something changes the object that is called `name`."""
        if not isinstance(frame.variables.get(name, Namespace()), Namespace):
            frame.variables[name] = UNKNOWN

    def _augment(self, node: ast.AugAssign, frame: Frame) -> None:
        self._bind(node.target, UNKNOWN, frame)

    def _expression(self, node: ast.Expr, frame: Frame) -> None:
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
                self._change(name, frame)

    def _loop(self, node: ast.For, frame: Frame) -> tuple[Value] | None:
        items = self.value(node.iter, frame)
        if not isinstance(items, list | tuple | set | frozenset | range | Mapping):
            raise UndecidedError
        for one in list(items):
            self._bind(node.target, one, frame)
            try:
                if (returned := self.run(node.body, frame)) is not None:
                    return returned
            except LeftError as left:
                if left.is_break:
                    return None
        return self.run(node.orelse, frame)

    def _leave(self, node: ast.Break | ast.Continue, _frame: Frame) -> None:
        raise LeftError(is_break=isinstance(node, ast.Break))

    def _try(self, node: ast.Try, frame: Frame) -> tuple[Value] | None:
        try:
            returned = self.run(node.body, frame)
        except RaisedError as error:
            handler = next(filter(error.is_caught, node.handlers), None)
            if handler is None:
                raise
            if handler.name:
                frame.variables[handler.name] = UNKNOWN
            return self.run(handler.body, frame)
        return self.run(node.orelse, frame) if returned is None else returned

    def _with(self, node: ast.With, frame: Frame) -> tuple[Value] | None:
        return self.run(node.body, frame)

    def _match(self, node: ast.Match, frame: Frame) -> tuple[Value] | None:
        subject = self.value(node.subject, frame)
        for case in node.cases:
            if self._matches(case.pattern, subject, frame) and (case.guard is None or self.value(case.guard, frame)):
                return self.run(case.body, frame)
        return None

    def _matches(self, pattern: ast.pattern, subject: Value, frame: Frame) -> bool:
        match pattern:
            case ast.MatchValue(value=value):
                return bool(self.value(value, frame) == subject)
            case ast.MatchOr(patterns=patterns):
                return any(self._matches(one, subject, frame) for one in patterns)
            case ast.MatchAs(pattern=None, name=name):
                frame.variables.update({} if name is None else {name: subject})
                return True
            case _:
                raise UndecidedError

    def _raise(self, node: ast.Raise, _frame: Frame) -> None:
        function = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        raise RaisedError(function.id if isinstance(function, ast.Name) else "Exception")

    def _while(self, _node: ast.While, _frame: Frame) -> None:
        raise UndecidedError

    def _import(self, node: ast.Import, frame: Frame) -> None:
        for alias in node.names:
            name = alias.name if alias.asname else alias.name.partition(".")[0]
            frame.variables[alias.asname or name] = ModuleName(name, frame.site)

    def _import_from(self, node: ast.ImportFrom, frame: Frame) -> None:
        for alias in node.names:
            found = Import(node.module or "", alias.name, node.level, node.lineno)
            frame.variables[alias.asname or alias.name] = self._imported(found, frame)

    def _imported(self, found: Import, frame: Frame) -> Value:
        module = ModuleName(frame.site.module.absolute(found.module, found.level), frame.site)
        answer = self.modules.attribute(module, str(found.name))
        if answer is None:
            raise RaisedError("ImportError")
        return answer if isinstance(answer, Symbol) else UNKNOWN

    def _define(self, node: ast.FunctionDef, frame: Frame) -> None:
        frame.variables[node.name] = Closure(node, frame)


def _is_same(one: tuple[Value] | str | None, other: tuple[Value] | str | None) -> bool:
    """Whether two branches come to the same."""
    if not (isinstance(one, tuple) and isinstance(other, tuple)):
        return type(one) is type(other)
    first, second = one[0], other[0]
    if isinstance(first, Symbol) and isinstance(second, Symbol):
        return same(first, second)
    return first is second or (isinstance(first, str) and first == second)


_STATEMENTS: Mapping[type[ast.stmt], Callable[..., tuple[Value] | None]] = {
    ast.AnnAssign: Getters._assign,
    ast.Assign: Getters._assign,
    ast.AugAssign: Getters._augment,
    ast.Break: Getters._leave,
    ast.Continue: Getters._leave,
    ast.Expr: Getters._expression,
    ast.For: Getters._loop,
    ast.FunctionDef: Getters._define,
    ast.Import: Getters._import,
    ast.ImportFrom: Getters._import_from,
    ast.Match: Getters._match,
    ast.Raise: Getters._raise,
    ast.Return: Getters._return,
    ast.Try: Getters._try,
    ast.While: Getters._while,
    ast.With: Getters._with,
}
"""What the others do has no part in what is returned."""
