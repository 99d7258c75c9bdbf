"""Constant folding: the JSON value of an expression that can be known without running it."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from inspect import cleandoc
from textwrap import dedent
from typing import Any

from toolgen.model.types import Json
from toolgen.parse.expressions import InvalidExpressionError, parse_expression
from toolgen.parse.facts import Assignment, Expression
from toolgen.resolve.enums import Enumerations
from toolgen.resolve.names import Defined, External, Names, Site, Symbol

MAX_LENGTH = 1_000_000
"""No folded string or list is longer: `"x" * 10**9` is not worth knowing."""

MAX_STEPS = 100_000
"""How many parts one expression may have, its constants followed: `A = B + B; B = C + C; …` doubles with each line."""

MAX_BITS = 4096
"""No folded integer is wider: beyond that Python refuses to print it."""


class NotConstantError(Exception):
    """The expression's value depends on something that only running it would tell. `node` is that part of it."""

    def __init__(self, node: ast.expr) -> None:
        super().__init__(ast.unparse(node))
        self.node = node


_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}
_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "inspect.cleandoc": cleandoc,
    "textwrap.dedent": dedent,
    "str": str,
    "int": int,
    "float": float,
    "len": len,
    "list": list,
    "tuple": tuple,
    "dict": dict,
}
_WIDE = re.compile(r"\d{5,}|\*")
"""A width or precision of a format that is large, or given by an argument."""

_STRING_METHODS = frozenset(
    {"format", "join", "lower", "lstrip", "removeprefix", "replace", "rstrip", "strip", "upper"}
)


class Constants:
    """Folds expressions to JSON values: tuples and sets become lists, enum members the value that JSON has for them."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._steps = 0
        self.enums = Enumerations(names, self._value)

    def fold(self, node: ast.expr, site: Site) -> Json:
        """The value of `node` at `site`. Raises NotConstantError."""
        self._steps, doubts = 0, len(self._names.doubts)
        value = to_json(self._value(node, site), node)
        if self._names.doubts_since(doubts):
            raise NotConstantError(node)
        return value

    def _value(self, node: ast.expr, site: Site) -> Any:
        """The value as Python has it. Raises NotConstantError."""
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise NotConstantError(node)
        try:
            return _checked(self._fold(node, site), node)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError, MemoryError):
            raise NotConstantError(node) from None

    def _fold(self, node: ast.expr, site: Site) -> Any:
        match node:
            case ast.Constant(value=None | bool() | int() | float() | str() as value):
                return value
            case ast.Name() | ast.Attribute():
                return self._named(node, site)
            case ast.Tuple(elts=items):
                return tuple(self._items(items, site))
            case ast.List(elts=items) | ast.Set(elts=items):
                return self._items(items, site)
            case ast.Dict(keys=keys, values=values):
                return self._dict(keys, values, site)
            case ast.UnaryOp(op=op, operand=operand):
                return _OPERATORS[type(op)](self._value(operand, site))
            case ast.BinOp(left=left, op=op, right=right):
                return _binary(type(op), self._value(left, site), self._value(right, site))
            case ast.JoinedStr(values=parts):
                return "".join(self._formatted(part, site) for part in parts)
            case ast.Call():
                return self._call(node, site)
            case ast.Subscript(value=value, slice=index):
                return self._value(value, site)[self._value(index, site)]
            case _:
                raise NotConstantError(node)

    def _items(self, nodes: list[ast.expr], site: Site) -> list[Any]:
        items: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                items.extend(self._value(node.value, site))
            else:
                items.append(self._value(node, site))
        return items

    def _dict(self, keys: list[ast.expr | None], values: list[ast.expr], site: Site) -> dict[str, Json]:
        folded: dict[str, Json] = {}
        for key, value in zip(keys, values, strict=True):
            if key is None:
                folded.update(self._value(value, site))
            else:
                folded[_json_key(self._value(key, site))] = self._value(value, site)
        return folded

    def _formatted(self, part: ast.expr, site: Site) -> str:
        if not isinstance(part, ast.FormattedValue):
            return str(self._value(part, site))
        value = self._value(part.value, site)
        if part.conversion == ord("r"):
            value = repr(value)
        specification = "" if part.format_spec is None else self._value(part.format_spec, site)
        _refuse_blow_up(specification)
        return format(value, specification)

    def _call(self, node: ast.Call, site: Site) -> Any:
        arguments = [self._value(argument, site) for argument in node.args]
        keywords = {keyword.arg: self._value(keyword.value, site) for keyword in node.keywords if keyword.arg}
        if isinstance(node.func, ast.Attribute) and node.func.attr in _STRING_METHODS:
            receiver = self._receiver(node.func.value, site)
            if isinstance(receiver, str):
                _refuse_blow_up(receiver, *arguments, *keywords.values())
                return getattr(receiver, node.func.attr)(*arguments, **keywords)
        symbol = self._names.evaluate(node.func, site)
        if isinstance(symbol, External) and symbol.name in _FUNCTIONS:
            return _FUNCTIONS[symbol.name](*arguments, **keywords)
        raise NotConstantError(node)

    def _receiver(self, node: ast.expr, site: Site) -> Json:
        """The value that a method is called on, or None where it is not a constant, as in `module.join(…)`."""
        try:
            return self._value(node, site)
        except NotConstantError:
            return None

    # -- names ------------------------------------------------------------------------------------------------

    def _named(self, node: ast.expr, site: Site) -> Any:
        symbol = self._names.evaluate(node, site)
        if symbol is not None:
            return self._symbol(symbol, node)
        if isinstance(node, ast.Attribute) and node.attr in {"value", "name"}:
            return self._member_attribute(node, site)
        raise NotConstantError(node)

    def _symbol(self, symbol: Symbol, node: ast.expr) -> Any:
        if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.value is not None:
            owner = symbol.site.owner
            if (
                owner is not None
                and symbol.site.scopes[-1].kind == "class"
                and self.enums.base(owner, symbol.site) is not None
            ):
                return self.enums.value(symbol.name.rpartition(".")[2], owner, symbol.site)
            return self._value(_parsed(symbol.node.value), symbol.site)
        if isinstance(symbol, External) and symbol.name in {"math.pi", "math.inf"}:
            return getattr(math, symbol.name.partition(".")[2])
        raise NotConstantError(node)

    def _member_attribute(self, node: ast.Attribute, site: Site) -> Json:
        """`Mode.FAST.value` and `Mode.FAST.name`."""
        member = self._names.evaluate(node.value, site)
        if not (
            isinstance(member, Defined)
            and member.site.owner
            and self.enums.base(member.site.owner, member.site) is not None
        ):
            raise NotConstantError(node)
        name = member.name.rpartition(".")[2]
        return name if node.attr == "name" else self.enums.value(name, member.site.owner, member.site)


def _parsed(expression: Expression) -> ast.expr:
    try:
        return parse_expression(expression.text)
    except InvalidExpressionError:
        raise NotConstantError(ast.Name(expression.text)) from None


def _binary(op: type[ast.operator], left: Any, right: Any) -> Any:
    if op is ast.Mod and isinstance(left, str):
        _refuse_blow_up(left)
    elif op in {ast.Mult, ast.Pow, ast.LShift}:
        size = max(len(value) if isinstance(value, str | list | tuple) else 1 for value in (left, right))
        times = max(abs(value) if isinstance(value, int | float) else 1 for value in (left, right))
        if size * times > MAX_LENGTH:
            raise OverflowError
    return _OPERATORS[op](left, right)


def _refuse_blow_up(text: str, *arguments: Any) -> None:
    """Refuse a call on `text` whose result could be far larger than what goes in: a wide format, many replacements."""
    size = sum(len(argument) for argument in arguments if isinstance(argument, str | list | tuple))
    if _WIDE.search(text) or len(text) * size > MAX_LENGTH:
        raise OverflowError


def _json_key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError
    return key


def _checked(value: Any, node: ast.expr) -> Any:
    """`value`, unless it is one that JSON cannot carry or that is too large to be meant."""
    too_large = (isinstance(value, str | list | tuple | dict) and len(value) > MAX_LENGTH) or (
        isinstance(value, int) and value.bit_length() > MAX_BITS
    )
    if too_large or (isinstance(value, float) and not math.isfinite(value)):
        raise NotConstantError(node)
    return value


def to_json(value: Any, node: ast.expr) -> Json:
    """`value` with lists for tuples; NotConstantError for what is left that JSON has no form for."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case list() | tuple():
            return [to_json(item, node) for item in value]
        case dict():
            return {_json_key(key): to_json(item, node) for key, item in value.items()}
        case _:
            raise NotConstantError(node)
