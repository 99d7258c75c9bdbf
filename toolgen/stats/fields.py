"""What a definition is made of: its name, descriptions, schemas and examples, wherever a provider wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from toolgen.model.applicators import subschemas
from toolgen.model.canonical import compact
from toolgen.model.json_values import Json, Schema
from toolgen.providers.projection.measures import first_sentence

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
_HEAD = ("title", "description")
_UNTIL_FOUND = (*_SCHEMAS, "examples")
"""What a model is not told of a tool that is deferred."""


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


def deferred(definition: Json) -> Json:
    """What is left of `definition` in a list of tools from which a model asks for those that it needs."""
    if not isinstance(definition, dict):
        return definition
    told = _head(definition) if "$schema" in definition else definition
    left = {key: value if _field(key, value) else deferred(value) for key, value in told.items()}
    return {
        key: first_sentence(value) if key == "description" and isinstance(value, str) else value
        for key, value in left.items()
        if _field(key, value) not in _UNTIL_FOUND
    }


def _found(definition: Json) -> Iterator[tuple[Field, str, Json]]:
    if isinstance(definition, dict) and "$schema" in definition:  # a file of a tool, which says what it is
        yield from _found(_head(definition))
        yield "schema", "", {key: value for key, value in definition.items() if key not in _HEAD}
        return
    for key, value in definition.items() if isinstance(definition, dict) else ():
        if field := _field(key, value):
            yield field, key, value
        else:
            yield from _found(value)


def _head(schema: Schema) -> Schema:
    return {key: schema[key] for key in _HEAD if key in schema}


def _field(key: str, value: Json) -> Field | None:
    """What `value` is, if it is a field itself: a schema may stand in an object around it, as `{"json": …}`."""
    field = _KEYS.get(key)
    if field is None:
        return "schema" if _is_schema(value) else None
    return None if field in _SCHEMAS and isinstance(value, dict) and value.keys() == {"json"} else field


def _is_schema(value: Json) -> bool:
    """Whether `value` is a schema, whatever it is called: of the arguments of a tool, or of an object in them."""
    is_object = isinstance(value, dict) and "$schema" not in value and value.get("type") == "object"
    return is_object and isinstance(value.get("properties"), dict)


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
