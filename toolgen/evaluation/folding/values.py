"""The values of constant expressions: Python's own where reading makes them, and stand-ins for what only running would.

Enumerations and named tuples are made anew from what their classes say, so that they iterate, compare and print as they
would; no code of the user's takes part in that.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections import deque
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, MappingView, ValuesView
from dataclasses import dataclass, field
from datetime import timezone
from decimal import Decimal
from enum import Enum, EnumType
from pathlib import PurePath, PurePosixPath
from types import MappingProxyType, NoneType, SimpleNamespace
from typing import Any, NoReturn, TypeAlias

from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.model.standard_types import STANDARD_TYPES
from toolgen.syntax.bodies import Source

Value: TypeAlias = Any
"""A builtin, a value of the standard library, a stand-in of this module, or a symbol: a class, function or module."""

MAX_WEIGHT = 1_000_000
"""No folded value is heavier, which is a string of so many characters: `"x" * 10**9` is not worth knowing."""

_PART = 16
"""What a part of a collection weighs beyond its own characters: as much as it costs to look at it."""

END = object()
"""Stands for what is behind the last item of an iterator."""

_MOST_LEFT = 500
"""How much of an iterator is made that nobody has gone through."""

MAX_BITS = 4096
"""No folded number is wider: beyond that Python refuses to print an integer."""


class NotConstantError(Exception):
    """The expression's value depends on something that only running it would tell. `node` is that part of it."""

    def __init__(self, node: ast.expr) -> None:
        super().__init__(ast.unparse(node))
        self.node = node


class TooLargeError(ValueError):
    """The value is larger than any that is meant to be read."""


FAULTS = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError, re.error)
"""What evaluating raises: what Python would raise, and TypeError or ValueError for what is not known."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where an expression is evaluated: its site, and the variables of the comprehensions and functions around it.

    `is_called` tells that it is in a function, which sees what names are bound to when it is called. `source` is the
    text that the expression is a part of. `origins` are the expressions that a call gave for its parameters. `is_root`
    tells that the body is read for what it registers itself, not followed from a call. `outer_names` are those that a
    function declares to be `nonlocal`.
    """

    site: Site
    variables: dict[str, Value] = field(default_factory=dict)
    is_called: bool = False
    outer: Frame | None = None
    source: Source | None = None
    origins: Mapping[str, ExpressionRef] = field(default_factory=dict)
    is_root: bool = False
    outer_names: set[str] = field(default_factory=set)

    def binding(self, variables: Mapping[str, Value]) -> Frame:
        """A frame inside this one."""
        return Frame(self.site, dict(variables), self.is_called, self, self.source)

    def assign(self, name: str, value: Value) -> None:
        """Give a variable a value: one of a function around, where the name is declared so."""
        around = self.outer.find(name) if self.outer is not None and name in self.outer_names else None
        (around or self).variables[name] = value

    def find(self, name: str) -> Frame | None:
        """The innermost frame in which `name` has a value."""
        frame: Frame | None = self
        while frame is not None and name not in frame.variables:
            frame = frame.outer
        return frame


class _Undecided:
    """Something that is neither true nor false, and of which nobody can say what it equals."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> NoReturn:
        raise TypeError

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError


@dataclass(frozen=True, slots=True, eq=False)
class Unknown(_Undecided):
    """A value that only running would tell, because of `node`.

    `origin` is the expression that stands for it, in the names of the site where it was evaluated; `name` is its
    qualified name, as far as that is known.
    """

    node: ast.expr
    origin: tuple[ast.expr, Site] | None = None
    name: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Choice(_Undecided):
    """One of `options`: which one hangs on `node`, which is not known. What follows an `is_item` hangs on it, too."""

    node: ast.expr
    options: tuple[Value, ...]
    is_item: bool = False


@dataclass(frozen=True, slots=True)
class Lambda:
    """`lambda …: …`, with the frame that it was written in."""

    node: ast.Lambda
    frame: Frame


@dataclass(frozen=True, slots=True)
class Method:
    """A method of `receiver`, not called yet: by its `name` where Python has it, else the project's own `function`."""

    receiver: Value
    name: str
    function: Defined | None = None


@dataclass(frozen=True, slots=True)
class ConstructedObject:
    """What a class makes of which too little is known for more than its keywords: `ToolAnnotations(title="x")`.

    Where its class `has_source`, following the call tells more.
    """

    class_name: str
    arguments: Mapping[str, Value]
    has_source: bool = False

    def __bool__(self) -> NoReturn:
        raise TypeError


@dataclass(frozen=True, slots=True, eq=False)
class Opaque(_Undecided):
    """An object of a class of which only the qualified name is known: `FastMCP("x")`."""

    class_name: str


@dataclass(frozen=True, slots=True)
class LiteralForm:
    """`Literal[…]` as a value: what `typing.get_args` takes apart."""

    values: tuple[Value, ...]


def literal_values(values: Iterable[Value]) -> tuple[Value, ...]:
    """The values of `Literal[values]`: flat, and each once; `1` and `True` are two."""
    flat = [inner for value in values for inner in (value.values if isinstance(value, LiteralForm) else (value,))]
    return tuple({(type(value), value): value for value in flat}.values())


class IteratorItems:
    """An iterator: what it gives is made when it is asked for, once. It `is_begun` when it has been."""

    __slots__ = ("_items", "is_begun")

    def __init__(self, items: Iterable[Value]) -> None:
        self._items = iter(items)
        self.is_begun = False

    def __iter__(self) -> Iterator[Value]:
        return self

    def __next__(self) -> Value:
        self.is_begun = True
        return next(self._items)

    def copy(self) -> IteratorItems:
        """Another one that gives the same."""
        self._items, items = itertools.tee(self._items)
        return IteratorItems(items)

    def fill(self) -> None:
        """Make what is left of it now, as far as that goes, and some of what has no end. Raises TooLargeError."""
        made: list[Value] = []
        try:
            made += itertools.islice(self._items, _MOST_LEFT)
        except TooLargeError:
            raise
        except (NotConstantError, *FAULTS) as error:
            made.append(Unknown(getattr(error, "node", ast.Name("_"))))
        self._items = iter(made)

    def __repr__(self) -> NoReturn:
        raise TypeError

    __str__ = __repr__


def gone_through(value: Value) -> Value:
    """`value`; of an iterator a list of what is left of it."""
    return [*value] if isinstance(value, IteratorItems) else value


class SetItems(tuple[Value, ...]):
    """The items of a set that cannot be in one here, such as functions. Unlike a tuple it has no text of its own."""

    __slots__ = ()

    def __repr__(self) -> NoReturn:
        raise TypeError

    __str__ = __repr__


class SystemPath(PurePosixPath):
    """`Path("x")`: which class that is, and so its `repr`, depends on the system."""

    __slots__ = ()

    def __repr__(self) -> NoReturn:
        raise TypeError


class Record:
    """An instance of a class; `shown` are the names and values that its JSON has, None where it has none."""

    __slots__ = ("_attributes", "_class", "_shown")

    def __init__(self, class_: Defined, attributes: Mapping[str, Value], shown: Mapping[str, Value] | None) -> None:
        self._class = class_
        self._attributes = attributes
        self._shown = shown

    def __getattr__(self, name: str) -> Value:
        """An attribute of the instance."""
        try:
            return self._attributes[name]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self) -> NoReturn:
        raise TypeError

    __str__ = __repr__


def class_of(record: Record) -> Defined:
    return record._class


def attributes_of(record: Record) -> Mapping[str, Value]:
    return record._attributes


def set_attribute(record: Record, name: str, value: Value) -> None:
    """`record.name = value`; what its JSON has is not known after that."""
    record._attributes, record._shown = {**record._attributes, name: value}, None


def shown(record: Record) -> Mapping[str, Value]:
    """What pydantic shows of `record` in JSON, by the names that it has there. Raises TypeError."""
    if record._shown is None:
        raise TypeError
    return record._shown


_SCALARS = frozenset({NoneType, bool, int, float, str})


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
    """`items`, to be gone through. Raises TypeError where their order hangs on the seed of the hashes, and for what is
    no collection, of which nobody knows how many items it gives.
    """
    is_collection, is_set = isinstance(items, ITERABLE), isinstance(items, set | frozenset)
    if not is_collection or (is_set and not is_ordered(items)):
        raise TypeError
    found: Iterable[Value] = items
    return found


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
