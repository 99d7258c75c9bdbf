"""The methods and attributes of Python's own values: those that depend on nothing but the value and the arguments."""

from __future__ import annotations

import ast
import string
import types
from _string import formatter_field_name_split  # type: ignore[import-not-found] # as `string.Formatter` does
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, EnumType
from operator import attrgetter

from toolgen.evaluation.folding.bounds import check_method
from toolgen.evaluation.folding.filling import merge, spoil
from toolgen.evaluation.folding.parts import is_comparable, is_plain, ordered, parts
from toolgen.evaluation.folding.values import Choice, LiteralForm, Unknown, Value, gone_through
from toolgen.model.standard_types import STANDARD_TYPES, StandardType
from toolgen.syntax.mutation import CHANGING_METHODS

_TEXT = (
    "capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii "
    "isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip "
    "partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines "
    "startswith strip swapcase title upper zfill"
)
_SET_CHANGES = "difference_update intersection_update symmetric_difference_update"
_SET = "copy difference intersection isdisjoint issubset issuperset symmetric_difference union"


def _with_standard(names: Mapping[type, str], of: Callable[[StandardType], tuple[str, ...]]) -> dict[type, set[str]]:
    """`names` by class, and those that the rows of the types of the standard library have."""
    standard = {row.load(): {*of(row)} for row in STANDARD_TYPES.values() if row.is_constant}
    return {**{class_: {*words.split()} for class_, words in names.items()}, **standard}


_METHODS = _with_standard(
    {
        dict: "clear copy get items keys pop popitem setdefault update values",
        float: "is_integer",
        frozenset: _SET,
        int: "bit_length",
        list: "append clear copy count extend index insert pop remove reverse sort",
        set: f"add clear discard pop remove update {_SET} {_SET_CHANGES}",
        str: _TEXT,
        tuple: "_asdict _replace count index",
        types.MappingProxyType: "copy get items keys values",
    },
    attrgetter("methods"),
)
_ATTRIBUTES = _with_standard(
    {Enum: "name value", EnumType: "__members__ __name__ __qualname__", range: "start step stop"},
    attrgetter("attributes"),
)


def has_method(value: Value, name: str) -> bool:
    return _has(_METHODS, value, name)


def _has(table: Mapping[type, set[str]], value: Value, name: str) -> bool:
    return any(name in table[base] for base in type(value).__mro__ if base in table)


def attribute(value: Value, name: str) -> Value:
    """`value.name`. Raises AttributeError where it is missing or not one that is known to be constant."""
    if isinstance(value, LiteralForm) and name == "__args__":
        return value.values
    is_free = isinstance(value, types.SimpleNamespace) and not name.startswith("_")
    is_field = name in getattr(type(value), "_fields", ())  # of a named tuple
    if not (is_free or is_field or _has(_ATTRIBUTES, value, name)):
        raise AttributeError(name)
    return getattr(value, name)


def call_method(receiver: Value, name: str, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
    """What a method that `has_method` knows returns. Raises what Python raises, and TooLargeError."""
    arguments = [*map(gone_through, arguments)]
    if name in {"get", "pop"} and isinstance(receiver, dict) and ... in receiver and arguments[0] not in receiver:
        raise TypeError  # it may be there
    if name in CHANGING_METHODS:
        check_method(receiver, name, arguments)
        return _changed(receiver, name, arguments, keywords)
    given = [list(ordered(*arguments))] if name == "join" else [*arguments, *keywords.values()]
    if isinstance(receiver, str) and not all(map(is_plain, given)):
        raise TypeError
    check_method(receiver, name, given)
    if isinstance(receiver, set | frozenset) and _is_open(receiver, name, arguments):
        raise TypeError
    if name == "format":
        return _FORMATTER.vformat(receiver, arguments, keywords)
    if name == "format_map":
        return _FORMATTER.vformat(receiver, (), *arguments, **keywords)
    return getattr(receiver, name)(*arguments, **keywords)


_ADDING = frozenset({"add", "append", "appendleft", "extend", "extendleft", "insert", "update"})
"""Methods that remove nothing."""

_COMPARING = frozenset({"difference", "intersection", "isdisjoint", "issubset", "issuperset", "symmetric_difference"})
_COMPARING |= {f"{name}_update" for name in ("difference", "intersection", "symmetric_difference")}
"""Methods of sets that ask which items are in both."""


class _Formatter(string.Formatter):
    """`str.format` whose fields lead to what is known to be constant: the text of a method would be its address."""

    def get_field(self, field_name: str, args: Sequence[Value], kwargs: Mapping[str, Value]) -> tuple[Value, str | int]:
        first, rest = formatter_field_name_split(field_name)
        found = self.get_value(first, args, kwargs)
        for is_attribute, key in rest:
            found = attribute(found, key) if is_attribute else found[key]
        return found, first


_FORMATTER = _Formatter()


def _changed(receiver: Value, name: str, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
    """What a method returns that changes `receiver`. Where it is not known what it puts there, that is Unknown, too."""
    if isinstance(receiver, dict) and name == "update" and all(isinstance(one, dict) for one in arguments):
        return merge(receiver, *arguments, keywords)
    unknown = next((one for one in (*arguments, *keywords.values()) if isinstance(one, Unknown | Choice)), None)
    if isinstance(receiver, set) and (name == "pop" or _is_open(receiver, name, arguments)):
        unknown = Unknown(ast.Name(name))  # whichever
    if unknown is None or name in {"append", "setdefault"}:
        return getattr(receiver, name)(*arguments, **keywords)
    if name == "insert" and isinstance(arguments[0], int):
        return receiver.insert(*arguments)
    spoil(receiver, unknown, removes=name not in _ADDING)
    raise TypeError


def _is_open(receiver: Value, name: str, arguments: Sequence[Value]) -> bool:
    """Whether what a method of a set compares, or puts into it, is not all known."""
    if name == "update":
        return any(isinstance(part, Unknown) for one in arguments for part in parts(one))
    is_left = name in {"difference", "difference_update"}  # what is left of a set without known items is
    return name in _COMPARING and not all(map(is_comparable, arguments if is_left else (receiver, *arguments)))
