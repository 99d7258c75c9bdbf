"""JSON of Python values, as pydantic serializes them: what is sent back to a model, and what a history keeps.

https://pydantic.dev/docs/validation/latest/concepts/serialization/ (mode "json")
"""

from __future__ import annotations

import base64
import collections
import dataclasses
import enum
import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from toolgen.model.standard_types import encoder_of
from toolgen.model.types import Json

Fallback: TypeAlias = Callable[[Any], Json]


def encode(value: Any, fallback: Fallback | None = None) -> Json:
    """`value` in the types that JSON has.

    Known are the types of JSON, enums, those of `toolgen.model.standard_types` (dates, Decimal, UUID, paths, …), bytes
    (text where they are UTF-8, base64 where not), mappings, lists, tuples, sets and deques, dataclasses, attrs
    and msgspec classes, and whatever has pydantic's `model_dump`. NaN and infinities become null. Of anything else
    JSON is what `fallback` returns. Raises TypeError where there is none, and ValueError for what contains itself.
    """
    try:
        return _encoded(value, fallback or _refuse)
    except RecursionError:
        raise ValueError(f"the {type(value).__name__} contains itself, or is nested too deeply for JSON") from None


def dumps(value: Any, fallback: Fallback | None = None) -> str:
    """The JSON text of `value`, in ASCII. Raises as `encode` does."""
    return json.dumps(encode(value, fallback))


def lossy(value: Any) -> Json:
    """`value` in the types that JSON has, whatever it is: what has no form in JSON is the text that `str` makes."""
    try:
        return encode(value, _shown)
    except Exception:  # it contains itself, or fails when it is asked
        return _shown(value)


def lossy_dumps(value: Any) -> str:
    """The JSON text of `value`, whatever it is, in ASCII."""
    try:
        return dumps(value, _shown)
    except Exception:
        return json.dumps(_shown(value))


def _shown(value: Any) -> str:
    try:
        return str(value)
    except Exception:
        return object.__repr__(value)


def _refuse(value: Any) -> Json:
    raise TypeError(f"{type(value).__module__}.{type(value).__qualname__} has no form in JSON")


def _encoded(value: Any, fallback: Fallback) -> Json:
    if value is None or type(value) in (str, int, bool):
        return value
    for type_, write in _WRITERS:
        if isinstance(value, type_):
            return write(value, fallback)
    if standard := encoder_of(value.__class__):
        return _encoded(standard(value), fallback)
    fields = _fields(value)
    if fields is not None:
        return {name: _encoded(getattr(value, name), fallback) for name in fields}
    if callable(dump := getattr(type(value), "model_dump", None)):
        return dump(value, mode="json")
    return fallback(value)


def _fields(value: Any) -> Iterable[str] | None:
    """The names of the fields of a dataclass, attrs class or msgspec Struct."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [field.name for field in dataclasses.fields(value)]
    if not isinstance(value, type) and hasattr(type(value), "__attrs_attrs__"):
        return [attribute.name for attribute in type(value).__attrs_attrs__]
    return None if isinstance(value, type) else getattr(value, "__struct_fields__", None)


def _mapping(value: Mapping[Any, Any], fallback: Fallback) -> Json:
    return {_key(key, fallback): _encoded(item, fallback) for key, item in value.items()}


def _key(key: Any, fallback: Fallback) -> str:
    encoded = _encoded(key, fallback)
    return encoded if isinstance(encoded, str) else "None" if encoded is None else json.dumps(encoded)


def _items(value: Iterable[Any], fallback: Fallback) -> Json:
    return [_encoded(item, fallback) for item in value]


def _bytes(value: bytes | bytearray, _: Fallback) -> Json:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return base64.urlsafe_b64encode(value).decode()


_WRITERS: tuple[tuple[Any, Callable[[Any, Fallback], Json]], ...] = (
    (enum.Enum, lambda value, fallback: _encoded(value.value, fallback)),
    (str, lambda value, _: str.__str__(value)),
    (int, lambda value, _: int(value)),
    (float, lambda value, _: float(value) if math.isfinite(value) else None),
    (Mapping, _mapping),
    ((list, tuple, set, frozenset, collections.deque), _items),
    ((bytes, bytearray), _bytes),
)
"""How the instances of a class are written, by the first class that fits."""
