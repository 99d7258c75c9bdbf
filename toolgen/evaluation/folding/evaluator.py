"""Evaluates constant expressions: Python's semantics over what the source says, and no code of the user's."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from toolgen.evaluation.folding.bindings import Bindings
from toolgen.evaluation.folding.calls import Calls
from toolgen.evaluation.folding.methods import check_specification
from toolgen.evaluation.folding.objects import Objects
from toolgen.evaluation.folding.operators import binary, compare, unary
from toolgen.evaluation.folding.statements import unpacked
from toolgen.evaluation.folding.values import (
    Frame,
    Lambda,
    LiteralForm,
    NotConstantError,
    Pieces,
    TooLargeError,
    Value,
    is_plain,
    ordered,
    weigh,
)
from toolgen.evaluation.kinds.enums import Enumerations
from toolgen.evaluation.names.lookup import External, Names, Site
from toolgen.evaluation.names.sources import Sources
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression
from toolgen.syntax.facts import Expression

MAX_STEPS = 50_000
"""How much work one expression may be, its constants followed: `A = B + B; B = C + C; …` doubles with each line."""

_WEIGHT_OF_A_STEP = 64
"""A value that weighs so much counts as a step, so that copying a large one again and again is not free."""

_SCALARS = frozenset({type(None), bool, int, float, complex, str, bytes, type(...)})
_ENVIRONMENT = frozenset({"os.environ.get", "os.getenv"})
_FAULTS = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError, re.error)
"""What evaluating raises: what Python would raise, and TypeError or ValueError for what is not known."""


class Evaluator:
    """Evaluates the expressions of one project; the values of named constants are remembered."""

    def __init__(self, names: Names, sources: Sources) -> None:
        self.enums = Enumerations(names, self._member)
        self._objects = Objects(names, self, self.enums)
        self.bindings = Bindings(names, self._objects, self, sources)
        self.calls = Calls(self._objects, self, sources.body)
        self.environment: list[ast.expr] = []
        self._steps = 0
        self._is_running = False

    def evaluate(self, node: ast.expr, site: Site) -> tuple[Value, list[ast.expr]]:
        """The value of `node` at `site`, and the parts that depend on the environment. Raises NotConstantError."""
        self._steps, self.environment, self._is_running = 0, [], True
        try:
            return self.value(node, Frame(site)), self.environment
        finally:
            self._is_running = False

    def nested(self, node: ast.expr, frame: Frame) -> Value:
        """The value of `node`, also while another is being evaluated. Raises NotConstantError."""
        outer = self._steps, self.environment, self._is_running
        self._steps, self.environment, self._is_running = 0, [], True
        try:
            value = self.value(node, frame)
            if self.environment:
                raise NotConstantError(self.environment[0])
            return value
        finally:
            self._steps, self.environment, self._is_running = outer

    def _member(self, node: ast.expr, site: Site) -> Value:
        """The value of an enumeration's member, which may be asked for on its own or while something is evaluated."""
        return self.value(node, Frame(site)) if self._is_running else self.evaluate(node, site)[0]

    def apart(self, expression: Expression, frame: Frame) -> tuple[Value, list[ast.expr]]:
        """The value of a part that is remembered, and what in it depends on the environment."""
        outer, self.environment = self.environment, []
        try:
            return self.written(expression, frame), self.environment
        finally:
            self.environment = outer

    def value(self, node: ast.expr, frame: Frame) -> Value:
        """The value of `node`, a part of what is being evaluated. Raises NotConstantError."""
        try:
            return self.weighed(_HANDLERS[type(node)](self, node, frame))
        except _FAULTS:
            raise NotConstantError(node) from None

    def written(self, expression: Expression, frame: Frame) -> Value:
        """The value of an expression that stands elsewhere. Raises NotConstantError."""
        try:
            node = parse_expression(expression.text)
        except InvalidExpressionError:
            raise NotConstantError(ast.Name(expression.text)) from None
        return self.value(node, frame)

    def weighed(self, value: Value) -> Value:
        """`value`, whose weight counts as work. Raises TooLargeError."""
        self._steps += 1 + weigh(value) // _WEIGHT_OF_A_STEP
        if self._steps > MAX_STEPS:
            raise TooLargeError
        return value

    def _name(self, node: ast.Name, frame: Frame) -> Value:
        return self.bindings.name(node.id, frame)

    def _attribute(self, node: ast.Attribute, frame: Frame) -> Value:
        return self.bindings.attribute(self.value(node.value, frame), node.attr)

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
        return set(self._items(node.elts, frame))

    def _items(self, nodes: Sequence[ast.expr], frame: Frame) -> list[Value]:
        items: list[Value] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                items.extend(ordered(self.value(node.value, frame)))
            else:
                items.append(self.value(node, frame))
        return items

    def _dict(self, node: ast.Dict, frame: Frame) -> Value:
        folded: dict[Value, Value] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                folded.update(self.value(value, frame))
            else:
                folded[self.value(key, frame)] = self.value(value, frame)
        return folded

    def _unary(self, node: ast.UnaryOp, frame: Frame) -> Value:
        return unary(node.op, self.value(node.operand, frame))

    def _binary(self, node: ast.BinOp, frame: Frame) -> Value:
        return binary(node.op, self.value(node.left, frame), self.value(node.right, frame))

    def _boolean(self, node: ast.BoolOp, frame: Frame) -> Value:
        stops = isinstance(node.op, ast.Or)
        for part in node.values[:-1]:
            if bool(value := self.value(part, frame)) is stops:
                return value
        return self.value(node.values[-1], frame)

    def _compare(self, node: ast.Compare, frame: Frame) -> Value:
        left = self.value(node.left, frame)
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.value(comparator, frame)
            if not compare(op, left, right):
                return False
            left = right
        return True

    def _conditional(self, node: ast.IfExp, frame: Frame) -> Value:
        return self.value(node.body if self.value(node.test, frame) else node.orelse, frame)

    def _named(self, node: ast.NamedExpr, frame: Frame) -> Value:
        frame.variables[node.target.id] = value = self.value(node.value, frame)
        return value

    def _subscript(self, node: ast.Subscript, frame: Frame) -> Value:
        owner = self.value(node.value, frame)
        if isinstance(owner, External) and owner.name in {"typing.Literal", "typing_extensions.Literal"}:
            elements = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return LiteralForm(tuple(_distinct(self._items(elements, frame))))
        return owner[self.value(node.slice, frame)]

    def _slice(self, node: ast.Slice, frame: Frame) -> Value:
        bounds = (node.lower, node.upper, node.step)
        return slice(*(None if bound is None else self.value(bound, frame) for bound in bounds))

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
        return [self.value(node.elt, inner) for inner in self._loops(node.generators, frame)]

    def _generator(self, node: ast.GeneratorExp, frame: Frame) -> Value:
        return Pieces(self.value(node.elt, inner) for inner in self._loops(node.generators, frame))

    def _set_comprehension(self, node: ast.SetComp, frame: Frame) -> Value:
        return {self.value(node.elt, inner) for inner in self._loops(node.generators, frame, list)}

    def _dict_comprehension(self, node: ast.DictComp, frame: Frame) -> Value:
        loops = self._loops(node.generators, frame)
        return {self.value(node.key, inner): self.value(node.value, inner) for inner in loops}

    def _loops(
        self,
        generators: Sequence[ast.comprehension],
        frame: Frame,
        items: Callable[[Value], Iterable[Value]] | None = None,
    ) -> Iterator[Frame]:
        """A frame for each round of the loops; `items` gives what is looped over, in an order that is known."""
        if not generators:
            yield frame
            return
        first, *rest = generators
        for item in (items or ordered)(self.value(first.iter, frame)):
            inner = frame.binding(unpacked(first.target, item))
            if all(self.value(test, inner) for test in first.ifs):
                yield from self._loops(rest, inner, items)

    # -- calls ------------------------------------------------------------------------------------------------

    def _lambda(self, node: ast.Lambda, frame: Frame) -> Value:
        return Lambda(node, frame)

    def _function(self, node: ast.Call, frame: Frame) -> Value:
        try:
            return self.value(node.func, frame)
        except NotConstantError as error:
            # That a method is not known is said of its call.
            raise NotConstantError(node if error.node is node.func else error.node) from None

    def _call(self, node: ast.Call, frame: Frame) -> Value:
        function = self._function(node, frame)
        if isinstance(function, External) and function.name in {"typing.cast", "typing_extensions.cast"}:
            return self.value(node.args[1], frame)
        arguments = self._items(node.args, frame)
        keywords: dict[str, Value] = {}
        for keyword in node.keywords:
            value = self.value(keyword.value, frame)
            keywords |= {keyword.arg: value} if keyword.arg else value
        if self._objects.records.is_settings(function):
            self.environment.append(node)
        if isinstance(function, External) and function.name in _ENVIRONMENT:
            self.environment.append(node)
            return arguments[1] if len(arguments) > 1 else keywords.get("default")
        try:
            return self.calls.apply(function, arguments, keywords)
        except NotConstantError:  # in the body of a function, or in the default of a field
            raise NotConstantError(node) from None


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
