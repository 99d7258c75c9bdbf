"""Python's operators on constants. What would be far larger than what goes in is refused before it is computed."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from enum import Enum, EnumType
from typing import Any

from toolgen.evaluation.folding.bounds import widths
from toolgen.evaluation.folding.faults import TooLargeError
from toolgen.evaluation.folding.filling import merge
from toolgen.evaluation.folding.parts import MAX_BITS, MAX_WEIGHT, is_comparable, is_plain, is_whole, weigh
from toolgen.evaluation.folding.values import Value
from toolgen.syntax.conditions import COMPARISONS

_UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}
_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: lambda left, right: _union(left, right),
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
_COMPARISONS = {**COMPARISONS, ast.Is: operator.is_, ast.IsNot: operator.is_not}
_WIDE_CONVERSION = re.compile(r"%(?:\([^()]*\))?[-#0 +]*(?:\*|\d{5,}|\d*\.(?:\*|\d{5,}))")
"""`%100000d` and `%*d`: a width or precision that is large, or given by an argument."""


def unary(op: ast.unaryop, value: Value) -> Value:
    """`op value`. Raises what Python raises."""
    return _UNARY[type(op)](value)


def binary(op: ast.operator, left: Value, right: Value) -> Value:
    """`left op right`. Raises what Python raises, and TooLargeError."""
    estimate = _SIZES.get(type(op))
    if estimate is not None and estimate(left, right) > MAX_WEIGHT:
        raise TooLargeError
    if isinstance(left, set | frozenset) and not (isinstance(op, ast.BitOr) or (is_whole(left) and is_whole(right))):
        raise TypeError
    return _BINARY[type(op)](left, right)


def _union(left: Value, right: Value) -> Value:
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return left | right
    merge(found := left | {}, right)
    return found


def compare(op: ast.cmpop, left: Value, right: Value) -> bool:
    """`left op right`. Raises TypeError where the answer hangs on more than the values, as that of `"a" is A` does."""
    if isinstance(op, ast.Is | ast.IsNot):
        if not (_is_singleton(left) or _is_singleton(right)):
            raise TypeError
    elif not (is_comparable(left) and is_comparable(right)):
        raise TypeError
    return bool(_COMPARISONS[type(op)](left, right))


def _is_singleton(value: Value) -> bool:
    return value is None or isinstance(value, bool | Enum | EnumType)


def _repeated(left: Value, right: Value) -> int:
    if isinstance(left, int) and isinstance(right, int):
        return 0
    count, sequence = (left, right) if isinstance(left, int) else (right, left)
    return abs(count) * weigh(sequence) if isinstance(count, int) else 0


def _power(left: Value, right: Value) -> int:
    if not (isinstance(left, int) and isinstance(right, int)):
        return 0
    return 0 if left.bit_length() * abs(right) <= 2 * MAX_BITS else MAX_WEIGHT + 1


def _formatted(left: Value, right: Value) -> int:
    if not isinstance(left, str | bytes):
        return 0
    text = left if isinstance(left, str) else left.decode("latin-1")
    if not is_plain(right):
        raise TypeError
    if _WIDE_CONVERSION.search(text):
        raise TooLargeError
    return widths(text) + text.count("%") * weigh(right)


_SIZES: Mapping[type[ast.operator], Callable[[Any, Any], int]] = {
    ast.Mult: _repeated,
    ast.Pow: _power,
    ast.LShift: lambda _, right: 0 if isinstance(right, int) and right <= MAX_BITS else MAX_WEIGHT + 1,
    ast.Mod: _formatted,
}
"""An upper bound of what the result weighs, for operators whose result may be far larger than their operands."""
