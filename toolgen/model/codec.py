"""Dataclasses ↔ JSON, by what the metadata of each field says of it.

`encode` turns the value of a field into JSON and `decode` turns it back; `key` is its name in JSON, where that is
another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from toolgen.model.json_values import Json


class _Dataclass(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


_Made = TypeVar("_Made", bound=_Dataclass)
_Convert: TypeAlias = Callable[[Any], Any]

LIST = {"encode": list, "decode": tuple}
MAPPING = {"encode": dict}
PAIRS = {"encode": dict, "decode": lambda value: tuple(value.items())}
FLAG = {"encode": lambda value: value or None}
"""A field that is left out where it is false or empty."""
HIDDEN = {"encode": lambda _: None}
"""A field that never becomes part of a file."""


def encode(value: _Dataclass) -> dict[str, Json]:
    """The JSON form of `value`, in the order of its fields. What is None or empty by default is left out."""
    found = ((key, convert(getattr(value, name)), given) for name, key, convert, given in _encoders(type(value)))
    return {key: json for key, json, given in found if json is not None and (given or json not in ([], {}))}


def decode(made: type[_Made], document: Mapping[str, Any]) -> _Made:
    """What `document` is the JSON form of; what is not known in it is ignored. Raises KeyError for what is missing."""
    given = {name: convert(document[name]) for name, convert, needed in _decoders(made) if needed or name in document}
    return made(**given)


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


@cache
def _encoders(encoded: type[_Dataclass]) -> list[tuple[str, str, _Convert, bool]]:
    """Of each field its name, that in JSON, what encodes it, and whether it has no default."""
    return [
        (field.name, field.metadata.get("key", field.name), field.metadata.get("encode", _same), _is_required(field))
        for field in fields(encoded)
    ]


@cache
def _decoders(decoded: type[_Dataclass]) -> list[tuple[str, _Convert, bool]]:
    return [(field.name, field.metadata.get("decode", _same), _is_required(field)) for field in fields(decoded)]


def _same(value: Any) -> Any:
    return value
