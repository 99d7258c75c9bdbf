"""What values are made of: how large they are, and whether all that is in them is known, ordered or comparable."""

from __future__ import annotations

import ast
import itertools
from collections import deque
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, MappingView, Sequence, ValuesView
from datetime import timezone
from decimal import Decimal
from enum import Enum, EnumType
from pathlib import PurePath
from types import EllipsisType, MappingProxyType, NoneType, SimpleNamespace
from typing import Any, NoReturn

from toolgen.evaluation.folding.faults import TooLargeError
from toolgen.evaluation.folding.record import Record, attributes_of
from toolgen.evaluation.folding.values import (
    Choice,
    ConstructedObject,
    IteratorItems,
    Method,
    Rest,
    SystemPath,
    Unknown,
    Value,
)
from toolgen.evaluation.names.lookup import Defined, External, ModuleName
from toolgen.model.standard_types import STANDARD_TYPES

MAX_WEIGHT = 1_000_000
"""No folded value is heavier, which is a string of so many characters: `"x" * 10**9` is not worth knowing."""

_PART = 16
"""What a part of a collection weighs beyond its own characters: as much as it costs to look at it."""

MAX_BITS = 4096
"""No folded number is wider: beyond that Python refuses to print an integer."""

_SCALARS = frozenset({NoneType, bool, int, float, str})
_LIGHT = frozenset({NoneType, bool, Choice, ConstructedObject, Defined, External, Method, ModuleName, Unknown})
"""Values that have neither characters nor parts of their own."""


def parts(value: Value) -> Iterable[Value]:
    """The values directly inside `value`."""
    if value.__class__ in _SCALARS:  # most are such
        return ()
    match value:
        case list() | tuple() | set() | frozenset() | deque() | ItemsView() | KeysView() | ValuesView():
            return value
        case Mapping():
            return itertools.chain(value, value.values())
        case SimpleNamespace():
            return vars(value).values()
        case Record():
            return attributes_of(value).values()
        case _:
            return ()


def _all_parts(value: Value) -> Iterator[Value]:
    """`value` and everything inside it, each container looked into once: it may stand in itself."""
    pending, seen = [value], dict[int, Value]()
    while pending:
        current = pending.pop()
        yield current
        if (inner := parts(current)) and id(current) not in seen:
            seen[id(current)] = current  # which no other one has the identity of, while it is kept
            pending.extend(inner)


def weigh(value: Value) -> int:
    """How large `value` is, its characters and parts, shared ones each time. Raises TooLargeError."""
    if value.__class__ in _LIGHT:  # most are such
        return _PART
    weight, pending = 0, [value]
    while pending:
        part = pending.pop()
        weight += _PART + _own_weight(part)
        if weight > MAX_WEIGHT:
            raise TooLargeError
        pending.extend(parts(part))
    return weight


def _own_weight(value: Value) -> int:
    match value:
        case Enum():
            return weigh(value.value)
        case str() | bytes() | range():
            return len(value)
        case int() if value.bit_length() > MAX_BITS:
            raise TooLargeError
        case int():
            return value.bit_length() // 3
        case Decimal() if value.is_finite():
            if abs(value.adjusted()) > MAX_BITS:
                raise TooLargeError
            return len(value.as_tuple().digits) + abs(value.adjusted())
        case PurePath():
            return len(str(value))
        case EnumType():
            return _PART * len(value)
        case _:
            return 0


def unknown_in(value: Value) -> ast.expr | None:
    """Because of which expression a part of `value` is not known; None where all is."""
    return next((part.node for part in _all_parts(value) if isinstance(part, Unknown | Choice)), None)


def holds_record(value: Value) -> bool:
    return any(isinstance(part, Record) for part in _all_parts(value))


def has_source(value: Value) -> bool:
    """Whether following the calls that make something in `value` tells more of it."""
    return any(isinstance(part, ConstructedObject) and part.has_source for part in _all_parts(value))


def is_changeable(value: Value) -> bool:
    """Whether something in `value` can be changed in place."""
    return any(isinstance(part, _CHANGEABLE) for part in _all_parts(value))


def is_ordered(value: Value) -> bool:
    """Whether `value` looks the same in every run: the order of a set of strings hangs on the seed of their hashes."""
    return not any(
        isinstance(part, set | frozenset) and len(part) > 1 and not {*map(type, part)} <= {int, bool, float}
        for part in _all_parts(value)
    )


def ordered(items: Any) -> Iterable[Value]:
    """`items`, to be gone through. Raises TypeError where their order or number is not known."""
    is_collection, is_set = isinstance(items, ITERABLE), isinstance(items, set | frozenset)
    if not is_collection or (is_set and not is_ordered(items)):
        raise TypeError
    if isinstance(items, Mapping | ItemsView | KeysView) and not is_whole(items):
        return [_named(one) for one in items]
    found: Iterable[Value] = items
    return found


def is_whole(value: Value) -> bool:
    """Whether all items of the collection `value` are known, and so how many there are."""
    match value:
        case list() | tuple() | set() | frozenset() | deque() | ValuesView():
            return not any(isinstance(one, Rest) for one in value)
        case Mapping() | KeysView():
            return ... not in value
        case ItemsView():
            return not any(key is ... for key, _ in value)
        case _:
            return True


def check_place(items: Sequence[Value], key: int | slice) -> None:
    """Raises TypeError where `items[key]` hangs on how many items there are in the place of what is not known."""
    open_places = [place for place, one in enumerate(items) if isinstance(one, Rest)]
    if not open_places:
        return
    first, last = open_places[0], open_places[-1]
    bounds = (key.start, key.stop) if isinstance(key, slice) else (key,)
    is_counted = all(
        bound is None or (bound <= first if bound >= 0 else len(items) + bound >= last) for bound in bounds
    )
    if not is_counted or (isinstance(key, slice) and key.step not in {None, 1}):
        raise TypeError


def check_keys(items: Mapping[Any, Value]) -> None:
    """Raises TypeError where a key is no key, but what is not known of the collection that the keys are from."""
    if any(isinstance(key, Rest) for key in items):
        raise TypeError


def _named(item: Value) -> Value:
    """A key or an item of a dictionary, whose key is not known where it is `...`."""
    match item:
        case EllipsisType():
            return Unknown(ast.Name("_"))
        case (EllipsisType(), value):
            return Unknown(ast.Name("_")), value
        case _:
            return item


def is_comparable(value: Value) -> bool:
    """Whether `value` holds only what compares and prints as it would in Python: no stand-ins, no symbols."""
    return all(isinstance(part, _PYTHON) for part in _all_parts(value))


def is_plain(value: Value) -> bool:
    """Whether the text of `value` is known."""
    return is_comparable(value) and is_ordered(value)


_COLLECTIONS = (list, tuple, set, frozenset, deque, MappingView)

ITERABLE = (str, bytes, range, EnumType, Mapping, IteratorItems, *_COLLECTIONS)
"""What is gone through: all that is in it is at hand, was counted when it was weighed, or is counted as it is made."""


def _refuse(_: object) -> NoReturn:
    raise TypeError


def _closed(class_: type) -> type:
    """`class_`, or one like it that cannot be gone through: a network has up to 2**128 addresses, and is no larger."""
    if not hasattr(class_, "__iter__") or issubclass(class_, ITERABLE):
        return class_
    return type(class_.__name__, (class_,), {"__iter__": _refuse, "__slots__": ()})


STANDARD_CLASSES: Mapping[str, type] = {
    row.name: SystemPath if row.is_of_system else _closed(row.load())
    for row in STANDARD_TYPES.values()
    if row.is_constant
}
"""The classes of the standard library of which constants are made, by the names that they are called by."""

_CHANGEABLE = (list, set, deque, dict, Record, SimpleNamespace, Defined, EnumType, Enum)

_PYTHON = (
    *(NoneType, bool, int, float, str, dict, range, *_COLLECTIONS),
    *(Enum, EnumType, MappingProxyType, timezone, *STANDARD_CLASSES.values()),
)
