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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, TypeAlias

from toolgen.model.contract import Contract
from toolgen.model.json_values import Json
from toolgen.model.standard_types import encoder_of
from toolgen.model.wrapping import RESULT

Fallback: TypeAlias = Callable[[Any], Json]


@dataclasses.dataclass(frozen=True, slots=True)
class _Style:
    """How values are written: what JSON has no form for, and whether models are by the names of their fields."""

    fallback: Fallback
    by_name: bool = False


def encode(value: Any, fallback: Fallback | None = None, *, by_name: bool = False) -> Json:
    """`value` in the types that JSON has.

    Known are the types of JSON, enums, those of `toolgen.model.standard_types` (dates, Decimal, UUID, paths, …), bytes
    (text where they are UTF-8, base64 where not), mappings, sequences, sets, iterators and deques, dataclasses, attrs
    and msgspec classes, and models of pydantic; fields by their aliases, where the class has some, those of models by
    their names where it is `by_name`. NaN and infinities become null. Of anything else JSON is what `fallback`
    returns. Raises TypeError where there is none, and ValueError for what contains itself.
    """
    try:
        return _encoded(value, _Style(fallback or _refuse, by_name))
    except RecursionError:
        raise ValueError(f"the {type(value).__name__} contains itself, or is nested too deeply for JSON") from None


def structured(tool: Contract, value: Any) -> Json:
    """What a server of MCP answers with as `structuredContent`, where `value` is what `tool` returned.

    It fits the `outputSchema` of the tool in `mcp.json`; None for a tool that has none. Raises as `encode` does.
    """
    if tool.output_schema is None:
        return None
    written = encode(value, by_name=tool.by_name)
    return {RESULT: written} if tool.is_wrapped else written


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


def _encoded(value: Any, style: _Style) -> Json:
    if value is None or type(value) in (str, int, bool):
        return value
    for type_, write in _WRITERS:
        if isinstance(value, type_):
            return write(value, style)
    if standard := encoder_of(value.__class__):
        return _encoded(_text(value, standard), style)
    if serializer := getattr(type(value), "__pydantic_serializer__", None):
        return _encoded(_dumped(value, serializer, by_alias=not style.by_name), style)
    fields = _fields(type(value))
    if fields is None:
        return style.fallback(value)
    tag = {} if (config := getattr(value, "__struct_config__", None)) is None else {config.tag_field: config.tag}
    written = {key: _encoded(getattr(value, name), style) for name, key in fields}
    return {key: item for key, item in tag.items() if key} | written


def _text(value: Any, write: Callable[[Any], str | bytes]) -> str | bytes:
    try:
        return write(value)
    except ValueError:  # a complex number with an exponent
        return str(value)


def _dumped(value: Any, serializer: Any, *, by_alias: bool) -> Any:
    try:
        return serializer.to_python(value, mode="json", by_alias=by_alias)
    except ValueError:  # bytes that are no UTF-8, or what only `fallback` knows
        return serializer.to_python(value, by_alias=by_alias)


def _fields(class_: Any) -> Iterable[tuple[str, str]] | None:
    """The fields of a dataclass, attrs class or msgspec Struct, and what each is called where it is written."""
    if dataclasses.is_dataclass(class_):
        return [(field.name, field.name) for field in dataclasses.fields(class_)]
    if hasattr(class_, "__attrs_attrs__"):
        return [(attribute.name, attribute.alias) for attribute in class_.__attrs_attrs__]
    names = getattr(class_, "__struct_fields__", None)
    return None if names is None else zip(names, class_.__struct_encode_fields__, strict=True)


def _key(key: Any, style: _Style) -> str:
    encoded = _encoded(key, style)
    return encoded if isinstance(encoded, str) else "None" if encoded is None else json.dumps(encoded)


def _bytes(value: bytes | bytearray, _: _Style) -> Json:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return base64.urlsafe_b64encode(value).decode()


_WRITERS: tuple[tuple[Any, Callable[[Any, _Style], Json]], ...] = (
    (enum.Enum, lambda value, style: _encoded(value.value, style)),
    (str, lambda value, _: str.__str__(value)),
    (int, lambda value, _: int(value)),
    (float, lambda value, _: float(value) if math.isfinite(value) else None),
    (Mapping, lambda value, style: {_key(key, style): _encoded(item, style) for key, item in value.items()}),
    ((bytes, bytearray), _bytes),
    ((Sequence, Set, collections.deque, Iterator), lambda value, style: [_encoded(item, style) for item in value]),
)
"""How the instances of a class are written, by the first class that fits."""
