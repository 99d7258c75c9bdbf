"""A signature, and what a declaration adds to it → the input schema of a tool."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from toolgen.model.applicators import without
from toolgen.model.json_values import Schema
from toolgen.model.types import TypeExpr
from toolgen.tools.signature import Signature
from toolgen.types.schema.builder import SchemaBuilder, Schemas

_ABOUT = frozenset({"description", "default"})
"""The keywords of a property that stay where its schema is replaced."""
_SHAPES = frozenset({"type", "enum", "const", "$ref", "allOf", "anyOf", "oneOf"})
"""Keywords that say of themselves what a value is; others say more of one (JSON Schema 2020-12, validation, 6)."""
_OF_ONE_TYPE = frozenset(
    {"maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf", "maxLength", "minLength", "pattern"}
    | {"format", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties"}
)
"""Keywords that say something of values of one type, none of which is null."""


def schema_of(
    signature: Signature,
    schemas: Schemas,
    fragments: Mapping[str, Schema],
    required: Collection[str] | None,
    others: TypeExpr | None,
    rest: str,
    *,
    is_closed: bool,
) -> Schema:
    """The schema of the fields with their `fragments`, what is `required`, and `others`, which `rest` describes."""

    def make(builder: SchemaBuilder) -> Schema:
        schema = builder.of_fields(signature.fields) | ({"description": signature.about} if signature.about else {})
        for field in signature.fields:
            if field.name in fragments:
                schema["properties"][field.alias] = _narrowed(builder.of_field(field), fragments[field.name])
        if required is not None:
            schema = without(schema, "required")
            schema |= {"required": required} if required else {}
        if others is not None:
            about = {"description": rest} if rest else {}
            schema |= {"additionalProperties": (builder.of(others) | about) or True}
        elif signature.is_closed or (is_closed and not signature.takes_whole):
            schema |= {"additionalProperties": False}
        return schema

    return schemas.of(make)


def _narrowed(schema: Schema, fragment: Schema) -> Schema:
    """A property after its fragment: in place of what it accepts, or added to that where it says no type of its own."""
    if not _SHAPES.isdisjoint(fragment):
        return {key: value for key, value in schema.items() if key in _ABOUT} | fragment
    match schema.get("anyOf"):
        case [one, {"type": "null"}] if "$ref" not in one:  # of null these keywords say nothing
            inner = {key: value for key, value in fragment.items() if key in _OF_ONE_TYPE}
            outer = {key: value for key, value in fragment.items() if key not in inner}
            return {**schema, "anyOf": [one | inner, {"type": "null"}]} | outer
    return schema | fragment
