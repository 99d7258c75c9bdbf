"""Arguments as their schemas want them, where a model wrote another type and there is one way to read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolgen.call_syntax.values import decoded, encoded, types_of
from toolgen.model.applicators import without
from toolgen.model.json_pointer import definition_name
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import has_type, type_of

_WORDS = {"true": True, "false": False, "yes": True, "no": False}


def _number(text: str) -> Json:
    value = decoded(text.strip())
    return value if type_of(value) in {"integer", "number"} else None


def _integer(value: Json) -> Json:
    number = _number(value) if isinstance(value, str) else value
    return int(number) if isinstance(number, int | float) and number == int(number) else None


def _container(kind: type) -> Callable[[Json], Json]:
    def read(value: Json) -> Json:
        found = decoded(value) if isinstance(value, str) else None
        return found if isinstance(found, kind) else None

    return read


_READERS: Mapping[str, Callable[[Json], Json]] = {
    "integer": _integer,
    "number": lambda value: _number(value) if isinstance(value, str) else None,
    "boolean": lambda value: _WORDS.get(value.strip().lower()) if isinstance(value, str) else None,
    "string": lambda value: encoded(value) if type_of(value) in {"integer", "number", "boolean"} else None,
    "array": _container(list),
    "object": _container(dict),
}
"""What reads a value as one of a type; it gives None, or raises ValueError, where it is none."""


def coerced(arguments: Mapping[str, Json], schema: Schema) -> tuple[dict[str, Json], tuple[str, ...]]:
    """`arguments` as `schema` wants them, and what was changed: `limit: "42" was read as 42`."""
    remarks: list[str] = []
    definitions = schema.get("$defs", {})
    properties = schema.get("properties", {})
    made = {name: _value(value, properties.get(name), definitions, name, remarks) for name, value in arguments.items()}
    return made, tuple(remarks)


def _value(value: Json, schema: Json, definitions: Schema, path: str, remarks: list[str]) -> Json:
    schema = _resolved(schema, definitions)
    types = types_of(schema, definitions)
    if not has_type(value, types):
        read = [found for type_ in sorted(types) if (found := _read(value, type_)) is not None]
        if len(read) != 1:
            return value
        remarks.append(f"{path}: {encoded(value)[:80]} was read as {encoded(read[0])[:80]}")
        value = read[0]
    if isinstance(value, dict) and isinstance(properties := schema.get("properties"), dict):
        return {
            name: _value(item, properties.get(name), definitions, f"{path}.{name}", remarks)
            for name, item in value.items()
        }
    if isinstance(value, list) and isinstance(items := schema.get("items"), dict):
        return [_value(item, items, definitions, f"{path}[{i}]", remarks) for i, item in enumerate(value)]
    return value


def _resolved(schema: Json, definitions: Schema) -> Schema:
    """What a schema refers to, and of a union the one member that is not null."""
    for _ in range(20):
        if not isinstance(schema, dict):
            return {}
        members = [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]
        if "$ref" in schema:
            schema = definitions.get(definition_name(schema["$ref"]))
        elif len(members) == 1 and isinstance(members[0], dict):
            schema = without({**schema, **members[0], "type": [*types_of(schema, definitions)]}, "anyOf")
        else:
            return schema
    return {}


def _read(value: Json, type_: str) -> Json:
    try:
        return _READERS[type_](value) if type_ in _READERS else None
    except (ValueError, OverflowError):
        return None
