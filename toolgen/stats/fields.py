"""What a definition is made of: its name, descriptions, schemas and examples, wherever a provider wants them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from toolgen.model.applicators import subschemas
from toolgen.model.types import Json, Schema

Field: TypeAlias = Literal["name", "description", "arguments", "schema", "output", "examples"]
FIELDS: tuple[Field, ...] = get_args(Field)
"""`arguments` are the descriptions inside the input schema, `schema` is the rest of it and what holds all together."""

_KEYS: Mapping[str, Field] = {
    **dict.fromkeys(("name", "operationId"), "name"),
    **dict.fromkeys(("description", "title", "summary", "short_description"), "description"),
    **dict.fromkeys(("input_schema", "inputSchema", "parameters", "parametersJsonSchema", "json"), "schema"),
    **dict.fromkeys(("output_schema", "outputSchema", "responseJsonSchema"), "output"),
    **dict.fromkeys(("input_examples", "examples"), "examples"),
}
"""What the providers call them."""

_SCHEMAS = ("schema", "output")
compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""JSON as the clients of the providers send it."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much text there is."""

    bytes: int = 0
    tokens: int = 0

    def __add__(self, other: Size) -> Size:
        return Size(self.bytes + other.bytes, self.tokens + other.tokens)

    def __sub__(self, other: Size) -> Size:
        return Size(self.bytes - other.bytes, self.tokens - other.tokens)


@dataclass(frozen=True, slots=True)
class Part:
    """A text in a definition: its field, its place in words, and its JSON with the key before it."""

    field: Field
    place: str
    text: str


Measured: TypeAlias = Callable[[str], Size]
"""How large a text is."""


def parts(definition: Json) -> Iterator[Part]:
    """All of a definition but `schema`, which is what is left of it."""
    for field, key, value in _found(definition):
        if field == "schema":
            for place, text in _descriptions(value):
                yield Part("arguments", place or "arguments", f'"description":{compact(text)},')
        else:
            yield Part(field, key if field == "description" else field, f"{compact(key)}:{compact(value)},")


def sizes(definition: Json, measured: Measured) -> dict[Field, Size]:
    """How large each field of a definition is; together they are the whole."""
    found = dict.fromkeys(FIELDS, Size())
    for part in parts(definition):
        found[part.field] += measured(part.text)
    found["schema"] = measured(compact(definition)) - sum(found.values(), Size())
    return found


def on_schemas(definition: Json, change: Callable[[Schema], Json]) -> Json:
    """`definition` with `change` applied to its schemas."""
    return _changed(definition, lambda field, value: change(value) if field in _SCHEMAS else value)


def on_field(definition: Json, field: Field, change: Callable[[Json], Json]) -> Json:
    """`definition` with `change` applied to what the field is; what becomes None is left out."""
    return _changed(definition, lambda found, value: change(value) if found == field else value)


def _changed(definition: Json, change: Callable[[Field, Json], Json]) -> Json:
    if not isinstance(definition, dict):
        return definition
    new = {
        key: change(_KEYS[key], value) if _is(key, value) else _changed(value, change)
        for key, value in definition.items()
    }
    return {key: value for key, value in new.items() if value is not None}


def _found(definition: Json) -> Iterator[tuple[Field, str, Json]]:
    for key, value in definition.items() if isinstance(definition, dict) else ():
        if _is(key, value):
            yield _KEYS[key], key, value
        else:
            yield from _found(value)


def _is(key: str, value: Json) -> bool:
    """Whether `value` is a field itself: a schema may stand in an object around it, as `{"json": …}`."""
    field = _KEYS.get(key)
    return field is not None and not (field in _SCHEMAS and isinstance(value, dict) and value.keys() == {"json"})


def _descriptions(schema: Json, place: str = "") -> Iterator[tuple[str, str]]:
    """What is said of each value in a schema, and the names of the properties that lead to it."""
    if not isinstance(schema, dict):
        return
    if isinstance(text := schema.get("description"), str):
        yield place, text
    for keyword, value in schema.items():
        for path, inner in subschemas(keyword, value):
            named = path[1] if keyword in ("properties", "$defs") else ""
            yield from _descriptions(inner, ".".join(filter(None, (place, named))))
