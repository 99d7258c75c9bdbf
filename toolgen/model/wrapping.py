"""Output schemas that MCP accepts: of objects, as a whole or around a result that is none."""

from __future__ import annotations

from toolgen.model.applicators import without
from toolgen.model.json_pointer import definition_name
from toolgen.model.json_values import Schema

RESULT = "result"
"""The key of a result in the object around it: what the packages `mcp` and `fastmcp` answer with."""


def is_object(schema: Schema) -> bool:
    """Whether a schema says that it is of objects: at its root, or in the definition that this refers to."""
    return (_referred(schema) or schema).get("type") == "object"


def with_root(schema: Schema) -> Schema:
    """`schema` with the definition that it refers to as a whole at its root, too, where it says its type."""
    definition = _referred(schema)
    return schema if definition is None else definition | {key: schema[key] for key in schema if key != "$ref"}


def wrapped(schema: Schema) -> Schema:
    """The schema of an object that holds what `schema` describes."""
    result = without(schema, "$defs")
    whole: Schema = {"type": "object", "properties": {RESULT: result}, "required": [RESULT]}
    return whole | ({"$defs": schema["$defs"]} if "$defs" in schema else {})


def unwrapped(schema: Schema) -> Schema:
    """The schema of the result itself where `schema` is of the object that a framework's server puts around it."""
    if not is_object(schema):
        return schema
    whole = with_root(schema)
    result: Schema = whole.get("properties", {}).get(RESULT, {})
    return result | ({"$defs": schema["$defs"]} if "$defs" in schema else {})


def _referred(schema: Schema) -> Schema | None:
    definition: Schema | None = schema.get("$defs", {}).get(definition_name(schema.get("$ref", "")))
    return definition
