"""The collections of Python that have a form in JSON: one row for each, with all that any stage knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CollectionType:
    """A collection by its dotted `name`; builtins have no prefix.

    `kind` is that of pydantic's core schema, which decides what constraints do (`core_schema`). `made` is the class
    that makes one of a list or a dictionary, empty where none does. `arguments` are those that its annotation gets
    where none are written.
    """

    name: str
    kind: str
    made: str
    arguments: tuple[str, ...]


def _rows(*rows: CollectionType) -> Mapping[str, CollectionType]:
    return {row.name: row for row in rows}


def _array(name: str, kind: str, made: str, *arguments: str) -> CollectionType:
    return CollectionType(name, kind, made, arguments or ("Any",))


def _object(name: str, kind: str = "dict", made: str = "", *arguments: str) -> CollectionType:
    return CollectionType(name, kind, made or name, arguments or ("str", "Any"))


ARRAY_TYPES = _rows(
    _array("list", "list", "list"),
    _array("tuple", "tuple", "tuple", "Any", "..."),
    _array("set", "set", "set"),
    _array("frozenset", "set", "frozenset"),
    _array("collections.deque", "deque", "collections.deque"),
    _array("collections.abc.Generator", "generator", "", "Any", "Any", "Any"),
    _array("collections.abc.Iterable", "generator", "list"),
    _array("collections.abc.MutableSequence", "list", "list"),
    _array("collections.abc.MutableSet", "set", "set"),
    _array("collections.abc.Sequence", "sequence", "list"),
    _array("collections.abc.Set", "set", "frozenset"),
)
"""Those that JSON writes as arrays."""

OBJECT_TYPES = _rows(
    _object("dict"),
    _object("collections.Counter", "dict", "", "Any"),
    _object("collections.OrderedDict"),
    _object("collections.abc.Mapping", "dict", "dict"),
    _object("collections.abc.MutableMapping", "dict", "dict"),
    _object("collections.defaultdict", "lax-or-strict"),
)
"""Those that JSON writes as objects."""
