"""What an expression yields: Python's semantics over what the source says, and no code of the user's.

One table has a handler for each kind of expression. A handler raises where the value is not known, and what it was
asked for is Unknown then; lists and the like keep what is known of them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from toolgen.evaluation.bindings import Bindings
from toolgen.evaluation.calls import Calls, Effects, no_effects
from toolgen.evaluation.evidence import Evidence
from toolgen.evaluation.folding.methods import check_specification
from toolgen.evaluation.folding.operators import binary, compare, unary
from toolgen.evaluation.folding.values import (
    FAULTS,
    Choice,
    ConstructedObject,
    Frame,
    LiteralForm,
    NotConstantError,
    Opaque,
    Pieces,
    Record,
    TooLargeError,
    Unknown,
    Value,
    is_comparable,
    is_plain,
    ordered,
    weigh,
)
from toolgen.evaluation.functions import (
    Argument,
    Arguments,
    FunctionValue,
    Instance,
    identified,
    spread_keywords,
    spread_positional,
)
from toolgen.evaluation.kinds.enums import Enumerations
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import External, Names, Site
from toolgen.evaluation.names.sources import Sources
from toolgen.evaluation.objects import Objects
from toolgen.evaluation.paths import (
    AbandonedPathError,
    Budget,
    ConstantPath,
    ExecutionPath,
    OverBudgetError,
)
from toolgen.evaluation.registries import Registries
from toolgen.evaluation.statements import Statements, bind
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.syntax.bodies import Source, source_of
from toolgen.syntax.conditions import DEFAULT_TARGET, Target, decide
from toolgen.syntax.expressions import InvalidExpressionError, arguments_of
from toolgen.syntax.facts import Expression
from toolgen.syntax.nodes import names_in

_WEIGHT_OF_A_STEP = 64
"""A value that weighs so much counts as a step, so that copying a large one again and again is not free."""

_SCALARS = frozenset({type(None), bool, int, float, complex, str, bytes, type(...)})
_CONDITIONS = (ast.Call, ast.Compare)
_LITERAL = frozenset({"typing.Literal", "typing_extensions.Literal"})


class Evaluator:
    """Evaluates the expressions of one project; the values of named constants are remembered.

    `effects` says what the tables say of decorators, `target` is the Python that the source is read for.
    """

    def __init__(
        self, names: Names, sources: Sources, effects: Effects = no_effects, target: Target = DEFAULT_TARGET
    ) -> None:
        self.names = names
        self.sources = sources
        self._target = target
        self.enums = Enumerations(names, self._member)
        self.objects = Objects(names, self, self.enums)
        self.bindings = Bindings(self)
        self.markers = ToolMarkers(names, sources, self.receiver)
        self.evidence = Evidence(names, sources, self.markers)
        self.calls = Calls(self, effects)
        self.statements = Statements(self)
        self.registries = Registries(self)
        self.path: ConstantPath | ExecutionPath = ConstantPath(Budget())
        self.environment: list[ast.expr] = []
        self._is_running = False

    # -- entries ----------------------------------------------------------------------------------------------

    def constant(self, node: ast.expr, site: Site) -> tuple[Value, list[ast.expr]]:
        """The value of `node` at `site`, and the parts that depend on the environment; also while another is evaluated.

        Raises NotConstantError.
        """
        with self._running(ConstantPath(Budget())):
            try:
                return self.value(node, Frame(site)), self.environment
            except TooLargeError:
                raise NotConstantError(node) from None

    def applied(self, function: Value, argument: Value, node: ast.expr) -> Value:
        """The value of `function(argument)`. Raises NotConstantError, because of `node` where nothing else is known."""
        with self._running(ConstantPath(Budget())):
            try:
                return self.calls.call(function, [argument], {})
            except FAULTS:
                raise NotConstantError(node) from None

    @contextmanager
    def following(self, path: ExecutionPath) -> Iterator[None]:
        """Evaluate on `path`. Raises AbandonedPathError and OverBudgetError where that does not end well."""
        with self._running(path):
            try:
                yield
            except (TooLargeError, RecursionError):
                raise OverBudgetError from None

    @contextmanager
    def _running(self, path: ConstantPath | ExecutionPath) -> Iterator[None]:
        outer = self.path, self.environment, self._is_running
        self.path, self.environment, self._is_running = path, [], True
        try:
            yield
        finally:
            self.path, self.environment, self._is_running = outer

    def _member(self, node: ast.expr, site: Site) -> Value:
        """The value of an enumeration's member, which may be asked for on its own or while something is evaluated."""
        return self.value(node, Frame(site)) if self._is_running else self.constant(node, site)[0]

    def apart(self, expression: Expression, site: Site) -> tuple[Value, list[ast.expr]]:
        """What an expression yields that stands elsewhere, and is remembered; with the parts of it that depend on the
        environment. It is a constant, or not known: nothing is registered on the way.
        """
        path = ConstantPath(self.path.budget, self.path.depth, is_strict=False)
        with self._running(path):
            return self.evaluate_text(expression, Frame(site)), self.environment

    def aside(self, expression: Expression, site: Site) -> Value:
        """What an expression yields that stands elsewhere, on a path of its own: what that registers does not count.

        It is Unknown where the path takes a turn that only running tells.
        """
        outer = self.path
        assigned = outer.assigned if isinstance(outer, ExecutionPath) else {}
        path = ExecutionPath(outer.budget, {}, depth=outer.depth + 1, root=outer.root, assigned=assigned)
        with self._running(path):
            found = self.evaluate_text(expression, Frame(site))
        return Unknown(ast.Name("_")) if path.trace else found

    def receiver(self, node: ast.expr, site: Site) -> Value:
        """What `node`, of which a method is asked for, yields; Unknown where that hangs on what only running tells."""
        path = ExecutionPath(Budget(), {}, depth=1)
        with self._running(path):
            try:
                found = self.evaluate(node, Frame(site))
            except (AbandonedPathError, TooLargeError, RecursionError):
                return Unknown(node)
        return Unknown(node) if path.trace else found

    def evaluate_text(self, expression: Expression, frame: Frame) -> Value:
        """What an expression yields of which the text is at hand."""
        try:
            source = source_of(expression)
        except InvalidExpressionError:
            return Unknown(ast.Name(expression.text))
        match source.tree.body:
            case [ast.Expr(value=node)]:
                inner = Frame(frame.site, frame.variables, frame.is_called, frame.outer, source, frame.origins)
                return self.evaluate(node, inner)
            case _:
                return Unknown(ast.Name(expression.text))

    # -- values -----------------------------------------------------------------------------------------------

    def evaluate(self, node: ast.expr, frame: Frame) -> Value:
        """What `node` yields; Unknown where only running would tell."""
        try:
            value = _HANDLERS[type(node)](self, node, frame)
            if isinstance(node, ast.Name):  # it was weighed when it was made
                self.path.budget.spend(1)
                return value
            return self.weighed(value)
        except NotConstantError as error:
            return self._undetermined(node, error.node, frame)
        except TooLargeError:
            self.path.budget.spend(0)
            return Unknown(node, self.origin(node, frame))
        except FAULTS:
            return self._undetermined(node, node, frame)

    def raised(self, name: str) -> Exception:
        """What to raise where Python would raise the exception `name`: it ends a path that is asked for a name.

        Elsewhere a value is unknown then: what is not seen may be there when the code runs.
        """
        return AbandonedPathError(name) if self.path.is_asked else LookupError(name)

    def _undetermined(self, node: ast.expr, because: ast.expr, frame: Frame) -> Value:
        """Unknown, `because` of a part of `node`, unless that is a condition on the Python that the source is for."""

        def qualified(name: str) -> str:
            symbol = self.names.lookup(name, frame.site) if frame.find(name) is None else None
            return "" if symbol is None else symbol.name

        known = decide(node, self._target, qualified, checking=False) if isinstance(node, _CONDITIONS) else None
        return Unknown(because, self.origin(node, frame)) if known is None else known

    def value(self, node: ast.expr, frame: Frame) -> Value:
        """What `node` yields. Raises NotConstantError where that is not known."""
        return self.settled(self.evaluate(node, frame))

    def settled(self, value: Value) -> Value:
        """`value`, or one of a choice. Raises NotConstantError where it is not known."""
        while isinstance(value, Choice):
            first, *others = value.options
            rest = others[0] if len(others) == 1 else Choice(value.node, tuple(others))
            value = first if self.path.choose(value.node) else rest
        if isinstance(value, Unknown):
            raise NotConstantError(value.node)
        return value

    def weighed(self, value: Value) -> Value:
        """`value`, whose weight counts as work. Raises TooLargeError."""
        self.path.budget.spend(1 + weigh(value) // _WEIGHT_OF_A_STEP)
        return value

    def truth(self, node: ast.expr, frame: Frame) -> bool | None:
        """Whether `node` holds; None where that is not known."""
        return self.truth_of(self.evaluate(node, frame))

    def truth_of(self, value: Value) -> bool | None:
        """Whether `value` counts as true; None where that is not known. An object of a class is taken to be true."""
        if isinstance(value, ConstructedObject | Opaque) and not self.path.is_constant:
            return True
        if isinstance(value, External) and not self.names.is_tabled(value.name):
            return None  # it may be a constant of a module that was not found
        try:
            return bool(value)
        except TypeError:
            return None

    def is_more(self, value: Value) -> bool:
        """Whether `value` is more than a text: a function, an object, or a collection in which there may be one."""
        return not (
            isinstance(value, Unknown | External) or (is_comparable(value) and not isinstance(value, list | dict))
        )

    def origin(self, node: ast.expr, frame: Frame) -> tuple[ast.expr, Site]:
        """An expression for `node` without what a call has given, and the site in whose names it is written."""
        match node:
            case ast.Name(id=name) if (holder := frame.find(name)) is not None:
                found: tuple[ast.expr, Site] | None = getattr(holder.variables[name], "origin", None)
                return found or (node, frame.site)
            case ast.Attribute(value=value, attr=attr):
                base, site = self.origin(value, frame)
                return node if base is value else ast.copy_location(ast.Attribute(base, attr, ast.Load()), node), site
            case ast.Call(func=function):
                base, site = self.origin(function, frame)
                if base is function:
                    return node, site
                return ast.copy_location(ast.Call(base, node.args, node.keywords), node), site
            case _:
                return node, frame.site

    # -- names and attributes ---------------------------------------------------------------------------------

    def _name(self, node: ast.Name, frame: Frame) -> Value:
        holder = frame.find(node.id)
        return self.bindings.name(node, frame) if holder is None else holder.variables[node.id]

    def _attribute(self, node: ast.Attribute, frame: Frame) -> Value:
        return self.bindings.of_value(self.evaluate(node.value, frame), node)

    # -- displays and operators -------------------------------------------------------------------------------

    def _plain(self, node: ast.Constant, _frame: Frame) -> Value:
        if type(node.value) not in _SCALARS:
            raise TypeError
        return node.value

    def _tuple(self, node: ast.Tuple, frame: Frame) -> Value:
        return tuple(self._items(node.elts, frame))

    def _list(self, node: ast.List, frame: Frame) -> Value:
        return self._items(node.elts, frame)

    def _set(self, node: ast.Set, frame: Frame) -> Value:
        return _unordered(self._items(node.elts, frame))

    def _items(self, nodes: Sequence[ast.expr], frame: Frame) -> list[Value]:
        items: list[Value] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                items.extend(ordered(self.value(node.value, frame)))
            else:
                items.append(self._part(node, frame))
        return items

    def _part(self, node: ast.expr, frame: Frame) -> Value:
        """What `node`, a part of a list or the like, yields."""
        return self.value(node, frame) if self.path.is_strict else self.evaluate(node, frame)

    def _dict(self, node: ast.Dict, frame: Frame) -> Value:
        folded: dict[Value, Value] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                folded.update(self.value(value, frame))
            else:
                folded[self.value(key, frame)] = self._part(value, frame)
        return folded

    def _unary(self, node: ast.UnaryOp, frame: Frame) -> Value:
        if isinstance(node.op, ast.Not) and (known := self.truth(node.operand, frame)) is not None:
            return not known
        return unary(node.op, self.value(node.operand, frame))

    def _binary(self, node: ast.BinOp, frame: Frame) -> Value:
        return binary(node.op, self.value(node.left, frame), self.value(node.right, frame))

    def _boolean(self, node: ast.BoolOp, frame: Frame) -> Value:
        stops = isinstance(node.op, ast.Or)
        value = self.evaluate(node.values[0], frame)
        for index, part in enumerate(node.values[1:], 1):
            known = self.truth_of(value)
            if known is None:
                rest = node.values[index:]
                after = rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(node.op, rest), node)
                return self._undecided(node, value, frame, value, self.evaluate(after, frame))
            if known is stops:
                self.path.skip(*node.values[index:])
                return value
            value = self.evaluate(part, frame)
        return value

    def _conditional(self, node: ast.IfExp, frame: Frame) -> Value:
        test = self.evaluate(node.test, frame)
        known = self.truth_of(test)
        if known is None:
            return self._undecided(
                node, test, frame, self.evaluate(node.body, frame), self.evaluate(node.orelse, frame)
            )
        self.path.skip(node.orelse if known else node.body)
        return self.evaluate(node.body if known else node.orelse, frame)

    def _undecided(self, node: ast.expr, test: Value, frame: Frame, *options: Value) -> Value:
        """One of `options`, because `test` is not known: Unknown where none of them is more than a text."""
        if any(map(self.is_more, options)):
            return Choice(node, options)
        return Unknown(test.node if isinstance(test, Unknown) else node, self.origin(node, frame))

    def _compare(self, node: ast.Compare, frame: Frame) -> Value:
        left = self.value(node.left, frame)
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.value(comparator, frame)
            if not _compared(op, left, right):
                return False
            left = right
        return True

    def _named(self, node: ast.NamedExpr, frame: Frame) -> Value:
        frame.variables[node.target.id] = value = self.evaluate(node.value, frame)
        return value

    def _subscript(self, node: ast.Subscript, frame: Frame) -> Value:
        owner = self.value(node.value, frame)
        if isinstance(owner, External) and owner.name in _LITERAL:
            found = [self.settled(item) for item in self._items(arguments_of(node), frame)]
            return LiteralForm(tuple(_distinct(found)))
        key = self.value(node.slice, frame)
        if isinstance(owner, dict) and key not in owner:
            raise self.raised("KeyError")
        if isinstance(owner, Record | Instance):
            return self.calls.apply(self.bindings.attribute(owner, "__getitem__"), Arguments((Argument(key),)))
        return owner[key]

    def _slice(self, node: ast.Slice, frame: Frame) -> Value:
        bounds = (node.lower, node.upper, node.step)
        return slice(*(None if bound is None else self.value(bound, frame) for bound in bounds))

    def _awaited(self, node: ast.Await, frame: Frame) -> Value:
        if self.path.is_constant:
            raise TypeError
        return self.evaluate(node.value, frame)

    # -- strings ----------------------------------------------------------------------------------------------

    def _joined(self, node: ast.JoinedStr, frame: Frame) -> Value:
        return "".join([self.value(part, frame) for part in node.values])

    def _formatted(self, node: ast.FormattedValue, frame: Frame) -> Value:
        value = self.value(node.value, frame)
        specification = "" if node.format_spec is None else self.value(node.format_spec, frame)
        if not is_plain(value):
            raise TypeError
        check_specification(specification)
        return format(_CONVERSIONS[node.conversion](value), specification)

    # -- comprehensions ---------------------------------------------------------------------------------------

    def _list_comprehension(self, node: ast.ListComp, frame: Frame) -> Value:
        return [self._part(node.elt, inner) for inner in self._loops(node, node.generators, frame)]

    def _generator(self, node: ast.GeneratorExp, frame: Frame) -> Value:
        return Pieces(self._part(node.elt, inner) for inner in self._loops(node, node.generators, frame))

    def _set_comprehension(self, node: ast.SetComp, frame: Frame) -> Value:
        return _unordered([self.evaluate(node.elt, inner) for inner in self._loops(node, node.generators, frame, list)])

    def _dict_comprehension(self, node: ast.DictComp, frame: Frame) -> Value:
        loops = self._loops(node, node.generators, frame)
        return {self.value(node.key, inner): self._part(node.value, inner) for inner in loops}

    def _loops(
        self,
        node: ast.expr,
        generators: Sequence[ast.comprehension],
        frame: Frame,
        items: Callable[[Value], Iterable[Value]] | None = None,
    ) -> Iterator[Frame]:
        """A frame for each round of the loops; `items` gives what is looped over, in an order that is known."""
        if not generators:
            yield frame
            return
        first, *rest = generators
        for index, item in enumerate((items or ordered)(self.value(first.iter, frame))):
            self.path.budget.spend(1)
            inner = frame.binding({})
            bind(first.target, item, inner)
            with self.path.turn(index):
                if all(self._holds(test, inner) for test in first.ifs):
                    yield from self._loops(node, rest, inner, items)
                else:
                    self.path.skip(node)

    def _holds(self, test: ast.expr, frame: Frame) -> bool:
        """Whether the condition of a comprehension holds: where that is not known, on this path."""
        value = self.evaluate(test, frame)
        known = self.truth_of(value)
        if known is None and self.path.is_constant:
            raise NotConstantError(value.node if isinstance(value, Unknown) else test)
        return self.path.choose(test) if known is None else known

    # -- calls ------------------------------------------------------------------------------------------------

    def _lambda(self, node: ast.Lambda, frame: Frame) -> Value:
        return self.calls.defined(node, frame)

    def _call(self, node: ast.Call, frame: Frame) -> Value:
        return self.calls.of_node(node, frame)

    def arguments(self, node: ast.Call, frame: Frame) -> Arguments:
        """What `node` gives. A `*` or `**` that is not known is the rest."""
        positional: list[Argument] = []
        keywords: dict[str, Argument] = {}
        rest: Argument | None = None
        for argument in node.args:
            inner = argument.value if isinstance(argument, ast.Starred) else argument
            value = self.evaluate(inner, frame)
            if inner is argument:
                positional.append(Argument(value, self.ref(inner, value, frame)))
            elif isinstance(value, Unknown | Choice):
                rest = Argument(value, self.ref(inner, value, frame))
            else:
                positional += spread_positional(value if isinstance(value, tuple) else ordered(value))
        for keyword in node.keywords:
            value = self.evaluate(keyword.value, frame)
            if keyword.arg is not None:
                keywords[keyword.arg] = Argument(value, self.ref(keyword.value, value, frame))
            elif isinstance(value, Mapping):
                keywords.update(spread_keywords(value))
            else:
                rest = Argument(value, self.ref(keyword.value, value, frame))
        return Arguments(tuple(positional), keywords, rest)

    def ref(self, node: ast.expr, value: Value, frame: Frame) -> ExpressionRef | None:
        """The expression that says an argument, should it turn out to be one of a declaration."""
        if self.path.is_constant or frame.source is None:
            return None
        if isinstance(node, ast.Name) and (holder := frame.find(node.id)) is not None and node.id in holder.origins:
            return holder.origins[node.id]
        found = ExpressionRef.of(frame.source.expression(node), frame.site)
        is_local = any(frame.find(name) is not None for name in names_in(node))
        return replace(found, value=(value,)) if found is not None and is_local else found

    def as_source(self, frame: Frame) -> Source:
        """The text that the code in `frame` is a part of."""
        return frame.source or self.sources.of(frame.site.module)

    def function(self, value: Value) -> FunctionValue | None:
        """The function, or method without its object, that `value` is; None for anything else."""
        return self.calls.as_function(value)


_SAME: Mapping[type[ast.cmpop], ast.cmpop] = {ast.Is: ast.Eq(), ast.IsNot: ast.NotEq()}
"""Of functions, classes and modules nothing is equal that is not the same."""


def _compared(op: ast.cmpop, left: Value, right: Value) -> bool:
    one, other = identified(left), identified(right)
    is_by_name = one is not left and other is not right
    return compare(_SAME.get(type(op), op) if is_by_name else op, one, other)


def _unordered(items: list[Value]) -> Value:
    """A set of `items`; what cannot be in one, such as a function, stands in a row."""
    try:
        return set(items)
    except TypeError:
        return Pieces(items)


def _distinct(values: Iterable[Value]) -> Iterator[Value]:
    """The values of `Literal[values]`: flat, and each once; `1` and `True` are two."""
    flat = [inner for value in values for inner in (value.values if isinstance(value, LiteralForm) else (value,))]
    return iter({(type(value), value): value for value in flat}.values())


_CONVERSIONS: Mapping[int, Callable[[Any], Any]] = {
    -1: lambda value: value,
    ord("s"): str,
    ord("r"): repr,
    ord("a"): ascii,
}
_HANDLERS: Mapping[type[ast.expr], Callable[[Evaluator, Any, Frame], Value]] = {
    ast.Attribute: Evaluator._attribute,
    ast.Await: Evaluator._awaited,
    ast.BinOp: Evaluator._binary,
    ast.BoolOp: Evaluator._boolean,
    ast.Call: Evaluator._call,
    ast.Compare: Evaluator._compare,
    ast.Constant: Evaluator._plain,
    ast.Dict: Evaluator._dict,
    ast.DictComp: Evaluator._dict_comprehension,
    ast.FormattedValue: Evaluator._formatted,
    ast.GeneratorExp: Evaluator._generator,
    ast.IfExp: Evaluator._conditional,
    ast.JoinedStr: Evaluator._joined,
    ast.Lambda: Evaluator._lambda,
    ast.List: Evaluator._list,
    ast.ListComp: Evaluator._list_comprehension,
    ast.Name: Evaluator._name,
    ast.NamedExpr: Evaluator._named,
    ast.Set: Evaluator._set,
    ast.SetComp: Evaluator._set_comprehension,
    ast.Slice: Evaluator._slice,
    ast.Subscript: Evaluator._subscript,
    ast.Tuple: Evaluator._tuple,
    ast.UnaryOp: Evaluator._unary,
}
