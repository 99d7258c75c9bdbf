"""The tables of types that are known by name: their spellings, and the JSON Schema that pydantic gives each.

Source: pydantic's JSON Schema in validation mode, <https://docs.pydantic.dev/latest/api/standard_library_types/>; the
differential tests compare every row with the installed pydantic.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolgen.model.types import Schema

_TYPING_COLLECTIONS = {
    "List": "list",
    "Dict": "dict",
    "Set": "set",
    "FrozenSet": "frozenset",
    "Tuple": "tuple",
    "Text": "str",
    "Deque": "collections.deque",
    "DefaultDict": "collections.defaultdict",
    "OrderedDict": "collections.OrderedDict",
    "Counter": "collections.Counter",
}
_ABSTRACT_COLLECTIONS = (
    "AbstractSet",
    "AsyncGenerator",
    "AsyncIterable",
    "AsyncIterator",
    "Awaitable",
    "Collection",
    "Coroutine",
    "Generator",
    "Iterable",
    "Iterator",
    "Mapping",
    "MutableMapping",
    "MutableSequence",
    "MutableSet",
    "Sequence",
)
_TYPING_FORMS = (
    "Annotated",
    "Any",
    "ClassVar",
    "Final",
    "Literal",
    "LiteralString",
    "NotRequired",
    "Optional",
    "ReadOnly",
    "Required",
    "Union",
)

ALIASES: Mapping[str, str] = {
    **{f"typing.{name}": target for name, target in _TYPING_COLLECTIONS.items()},
    **{f"typing.{name}": f"collections.abc.{name}" for name in _ABSTRACT_COLLECTIONS},
    "typing.AbstractSet": "collections.abc.Set",
    "typing.LiteralString": "str",
    "types.NoneType": "None",
    **{f"typing_extensions.{name}": target for name, target in _TYPING_COLLECTIONS.items()},
    **{f"typing_extensions.{name}": f"typing.{name}" for name in _TYPING_FORMS},
    "typing_extensions.LiteralString": "str",
}
"""Other spellings of one type → its canonical name."""

TRANSPARENT = frozenset(
    {
        "dataclasses.InitVar",
        "typing.ClassVar",
        "typing.Final",
        "typing.NotRequired",
        "typing.ReadOnly",
        "typing.Required",
    }
)
"""Forms that say something of the name that is annotated, and nothing of its type."""

SCALARS: Mapping[str, Schema] = {
    "None": {"type": "null"},
    "bool": {"type": "boolean"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "str": {"type": "string"},
    "bytes": {"type": "string", "format": "binary"},
    "complex": {"type": "string"},
    "object": {},
    "typing.Any": {},
    "datetime.date": {"type": "string", "format": "date"},
    "datetime.datetime": {"type": "string", "format": "date-time"},
    "datetime.time": {"type": "string", "format": "time"},
    "datetime.timedelta": {"type": "string", "format": "duration"},
    "decimal.Decimal": {"anyOf": [{"type": "number"}, {"type": "string"}]},
    "pathlib.Path": {"type": "string", "format": "path"},
    "pathlib.PurePath": {"type": "string", "format": "path"},
    "uuid.UUID": {"type": "string", "format": "uuid"},
}
"""Types without arguments."""

ARRAYS: Mapping[str, Schema] = {
    "list": {},
    "tuple": {},
    "set": {"uniqueItems": True},
    "frozenset": {"uniqueItems": True},
    "collections.deque": {},
    "collections.abc.Generator": {},
    "collections.abc.Iterable": {},
    "collections.abc.MutableSequence": {},
    "collections.abc.MutableSet": {"uniqueItems": True},
    "collections.abc.Sequence": {},
    "collections.abc.Set": {"uniqueItems": True},
}
"""Types with the type of their items as argument → what their schema has beside `type` and `items`."""

OBJECTS = frozenset(
    {
        "dict",
        "collections.OrderedDict",
        "collections.abc.Mapping",
        "collections.abc.MutableMapping",
        "collections.defaultdict",
    }
)
"""Types with the types of their keys and values as arguments."""

STREAMS = frozenset(
    {
        "collections.abc.AsyncGenerator",
        "collections.abc.AsyncIterable",
        "collections.abc.AsyncIterator",
        "collections.abc.Iterator",
    }
)
"""What a generator function returns: it has no JSON form, and stands only in results."""

SUPPORTED = frozenset({*SCALARS, *ARRAYS, *OBJECTS})
