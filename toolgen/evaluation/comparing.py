"""Comparisons of values among which there are functions, classes, modules and names of libraries."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolgen.evaluation.folding.operators import compare
from toolgen.evaluation.folding.parts import is_comparable
from toolgen.evaluation.folding.values import ConstructedObject, IteratorItems, Opaque, SetItems, Unknown, Value
from toolgen.evaluation.names.symbols import Symbol, same
from toolgen.evaluation.signatures import is_empty
from toolgen.evaluation.stand_ins import OPEN, Instance, identified

_SAME: Mapping[type[ast.cmpop], ast.cmpop] = {ast.Is: ast.Eq(), ast.IsNot: ast.NotEq()}
"""Of functions, classes and modules nothing is equal that is not the same."""

_ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_FINDING = (ast.Eq, ast.Is, ast.In)
"""What is true where something was found to be equal, which it then is whatever a library holds."""


def compared(op: ast.cmpop, left: Value, right: Value) -> bool:
    """`left op right`. Raises TypeError where that hangs on what a library holds under a name."""
    if isinstance(op, ast.In | ast.NotIn) and isinstance(right, SetItems | dict | frozenset | set):
        right = sorted(right, key=lambda item: isinstance(item, Unknown))  # items, whose order does not count
    if isinstance(op, ast.In | ast.NotIn) and isinstance(right, IteratorItems):
        return any(compared(ast.Eq(), item, left) for item in right) is isinstance(op, ast.In)
    one, other = identified(left), identified(right)
    is_by_name = one is not left and other is not right
    is_none = is_empty(left) or is_empty(right)  # what `inspect` says of no default is no value that a default has
    if any(_may_be_same(here, there) for here in _imported(one) for there in _imported(other)) or (
        isinstance(op, _ORDERING) and (one, other) != (left, right)
    ):
        raise TypeError
    if isinstance(op, ast.In | ast.NotIn) and isinstance(other, tuple) and not isinstance(right, tuple):
        raise TypeError  # what is in it, the name does not say
    answer = compare(_SAME.get(type(op), op) if is_by_name or is_none else op, one, other)
    is_found = answer == isinstance(op, _FINDING)
    if not is_found and not is_none and (_may_equal(one, right) or _may_equal(other, left)):
        raise TypeError
    return answer


def is_same(value: Value, other: Value) -> bool:
    """Whether two paths come to one value, as far as that is known: what is unknown is so for one reason."""
    if isinstance(value, Symbol) and isinstance(other, Symbol):
        return same(value, other)
    if isinstance(value, Unknown) and isinstance(other, Unknown):
        return value.node is other.node
    try:
        return value is other or bool(value == other)
    except TypeError:  # something in it is not known
        return False


def joined(values: Sequence[Value], name: str = "_", around: frozenset[int] = frozenset()) -> Value:
    """What paths that each yield one of `values`, called `name`, come to: what all objects have, or are, or Unknown."""
    objects = [one for one in values if isinstance(one, Instance) and id(one) not in around]
    if len(objects) < len(values) or not all(same(one.symbol, objects[0].symbol) for one in objects):
        is_one = len(values) > 0 and all(is_same(one, values[0]) for one in values)
        classes = {one.class_name if isinstance(one, ConstructedObject | Opaque) else "" for one in values}
        is_of_class = len(classes) == 1 and "" not in classes
        return values[0] if is_one else Opaque(*classes) if is_of_class else Unknown(ast.Name(name))
    around = around.union(map(id, objects))
    names = dict.fromkeys(name for one in objects for name in one.attributes)
    each = {name: [one.attributes.get(name, OPEN[0]) for one in objects] for name in names}
    return replace(objects[0], attributes={name: joined(found, name, around) for name, found in each.items()})


def _imported(value: Value) -> list[tuple[str, ...]]:
    """The names of a library in what `identified` gives, as their parts."""
    match value:
        case ("import", str(name)):
            return [tuple(name.split("."))]
        case list() | tuple():
            return [name for item in value for name in _imported(item)]
    return []


def _may_be_same(here: tuple[str, ...], there: tuple[str, ...]) -> bool:
    """Whether one object may have two names in a package, as `fastmcp.Context` and `fastmcp.server.context.Context`."""
    return here != there and (here[0], here[-1]) == (there[0], there[-1])


def _may_equal(identified: Value, data: Value) -> bool:
    """Whether what a library has under a name may be a constant of it that equals `data`; builtins are no constants."""
    return any(len(name) > 1 for name in _imported(identified)) and _has_data(data)


def _has_data(value: Value) -> bool:
    if isinstance(value, list | tuple | set | frozenset):
        return not value or any(map(_has_data, value))
    return value is not None and is_comparable(value)
