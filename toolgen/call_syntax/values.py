"""The value of an argument as text, in syntaxes that write text as it is: by its schema, or as JSON."""

from __future__ import annotations

import json
import re

from toolgen.emit._support import decoder
from toolgen.model.json_pointer import definition_name
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import TYPES, has_type, type_names, type_of

_DECODER = decoder(is_lenient=True)
"""Models write line breaks into strings as they are."""

_AROUND = re.compile(r"\A\r?\n|\r?\n\Z")

encoded = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
"""A value as JSON text of one line. Raises ValueError for what JSON has no form for."""


class Arguments(dict[str, Json]):
    """The arguments of one call as they are read. Raises ValueError for one that stands twice."""

    def __setitem__(self, name: str, value: Json) -> None:
        if name in self:
            raise ValueError(f"the argument {name[:80]!r} stands twice")
        super().__setitem__(name, value)


def decoded(text: str) -> Json:
    """The value of JSON text. Raises ValueError for what is none, also for what is nested too deeply."""
    try:
        return _DECODER.decode(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def decoded_at(text: str, position: int) -> tuple[Json, int]:
    """The JSON value that begins at `position` in `text`, and where it ends. Raises ValueError."""
    try:
        return _DECODER.raw_decode(text, position)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def same(one: Json, other: Json) -> bool:
    """Whether two values are the same JSON: 1, 1.0 and true are three."""
    return encoded(one) == encoded(other)


def types_of(schema: Json, definitions: Schema, depth: int = 0) -> frozenset[str]:
    """The JSON types of what `schema` may accept."""
    if not isinstance(schema, dict) or depth > 20:
        return TYPES
    if "$ref" in schema:
        return types_of(definitions.get(definition_name(schema["$ref"])), definitions, depth + 1)
    if "type" in schema:
        return frozenset(type_names(schema))
    if "enum" in schema or "const" in schema:
        return frozenset(map(type_of, schema.get("enum", [schema.get("const")])))
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return frozenset().union(*(types_of(one, definitions, depth + 1) for one in schema[keyword]))
    return TYPES


def from_text(text: str, types: frozenset[str]) -> Json:
    """The value that `text` stands for, where it has one of `types`: as it is, or what it is as JSON."""
    if types == {"string"}:
        return text
    try:
        value = decoded(text)
    except ValueError:
        return text
    return value if has_type(value, types) or "string" not in types else text


def unwrapped(text: str) -> str:
    """A text that stands on lines of its own, without the line breaks around it."""
    return _AROUND.sub("", text)


def to_text(value: Json, types: frozenset[str]) -> str | None:
    """The text for which `from_text` gives `value`; None where there is none."""
    for text in ([value] if isinstance(value, str) else []) + [encoded(value)]:
        if same(from_text(text, types), value):
            return text
    return None
