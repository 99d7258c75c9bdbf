"""The tables of types that are known by name: their spellings, and the JSON Schema that pydantic gives each.

Source: pydantic's JSON Schema in validation mode, <https://docs.pydantic.dev/latest/api/standard_library_types/>; the
differential tests compare every row with the installed pydantic. The rows of pydantic's own types are in
`pydantic_types`.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolgen.model.json_values import Schema
from toolgen.model.standard_types import STANDARD_TYPES, KnownType
from toolgen.model.types import Named, TypeExpr
from toolgen.types.known.collection_types import ARRAY_TYPES, OBJECT_TYPES
from toolgen.types.known.pydantic_types import PYDANTIC

_TYPING = {
    "AbstractSet": "collections.abc.Set",
    "Counter": "collections.Counter",
    "DefaultDict": "collections.defaultdict",
    "Deque": "collections.deque",
    "Dict": "dict",
    "FrozenSet": "frozenset",
    "List": "list",
    "LiteralString": "str",
    "Match": "re.Match",
    "OrderedDict": "collections.OrderedDict",
    "Set": "set",
    "Text": "str",
    "Tuple": "tuple",
    "Type": "type",
}
_ABSTRACT_COLLECTIONS = (
    *("AsyncGenerator", "AsyncIterable", "AsyncIterator", "Awaitable", "Callable", "Collection", "Coroutine"),
    *("Generator", "Hashable", "Iterable", "Iterator", "Mapping", "MutableMapping", "MutableSequence", "MutableSet"),
    "Sequence",
)
_PYDANTIC_MODULES = frozenset(
    {
        *("aliases", "config", "dataclasses", "fields", "functional_serializers", "functional_validators"),
        *("json_schema", "main", "networks", "root_model", "types"),
    }
)

ALIASES: Mapping[str, str] = {
    **{f"typing.{name}": target for name, target in _TYPING.items()},
    **{f"typing.{name}": f"collections.abc.{name}" for name in _ABSTRACT_COLLECTIONS},
    **{alias: row.name for row in STANDARD_TYPES.values() for alias in row.aliases},
    "collections.abc.ByteString": "typing.ByteString",
    "pydantic_core.Url": "pydantic_core.Url",
    "types.NoneType": "None",
}
"""Other spellings of one type → its canonical name; `canonical` knows those that follow a rule."""


def canonical(name: str) -> str:
    """The one name of what `typing_extensions.List`, `typing.List` or `pydantic.types.PositiveInt` spells."""
    top, _, rest = name.partition(".")
    if top == "typing_extensions":
        name = f"typing.{rest}"
    elif top == "pydantic":
        module, _, member = rest.partition(".")
        name = f"pydantic.{member}" if member and module in _PYDANTIC_MODULES else name
    return ALIASES.get(name, name)


KNOWN: Mapping[str, KnownType] = {**STANDARD_TYPES, **PYDANTIC}
"""The types with a row of their own."""

SCALARS: Mapping[str, Schema] = {
    "None": {"type": "null"},
    "bool": {"type": "boolean"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "str": {"type": "string"},
    "object": {},
    "collections.abc.Hashable": {},
    "typing.Any": {},
    **{name: row.schema for name, row in KNOWN.items()},
}
"""Types without arguments, and those whose arguments JSON does not show."""

SERIALIZED: Mapping[str, Schema] = {name: row.serialized for name, row in KNOWN.items() if row.serialized is not None}
"""Those of them that are serialized to another form than they are read from."""

ARRAYS: Mapping[str, Schema] = {
    name: {"uniqueItems": True} if row.kind == "set" else {} for name, row in ARRAY_TYPES.items()
}
"""Types with the type of their items as argument → what their schema has beside `type` and `items`."""

OBJECTS: Mapping[str, TypeExpr | None] = {**dict.fromkeys(OBJECT_TYPES), "collections.Counter": Named("int")}
"""Types with the types of their keys and values as arguments → the type of their values where that is no argument."""

SELF = "typing.Self"
UNPACK = "typing.Unpack"

STREAMS = frozenset(
    f"collections.abc.{name}" for name in ("AsyncGenerator", "AsyncIterable", "AsyncIterator", "Iterator")
)
"""What a generator function returns: it has no JSON form, and stands only in results."""

SUPPORTED = frozenset({*SCALARS, *ARRAYS, *OBJECTS})

KINDS: Mapping[str, str] = {
    **{name: name for name in ("bool", "float", "int", "str")},
    **{name: row.kind for name, row in KNOWN.items()},
    **{name: row.kind for name, row in (*ARRAY_TYPES.items(), *OBJECT_TYPES.items())},
}
"""Types → the kind of pydantic's core schema for them, where that decides what constraints do (`core_schema`)."""

OPAQUE = frozenset(name for name, row in KNOWN.items() if row.is_opaque)
"""Types whose JSON Schema pydantic writes last, so that a description of an item, say, is lost."""
