"""What the targets share: a root that every provider accepts, and a walk over the schemas inside a schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from toolgen.model.applicators import BY_NAME, IN_LIST, ONE
from toolgen.model.tool import Contract
from toolgen.model.types import Json, Schema

Change: TypeAlias = Callable[[Schema], Schema]


def parameters(tool: Contract) -> Schema:
    """The input schema of `tool` with a root that every provider accepts; the same object where it has one already.

    It says its `type` and its `properties`, because DeepSeek refuses empty parameters and Groq a `required` without
    `properties`; it has no empty `required`, which JSON Schema did not allow up to draft 4, and no `$schema`, which
    Gemini refuses (all reported).
    """
    schema = tool.input_schema
    if {"type", "properties"} <= schema.keys() and "$schema" not in schema and schema.get("required") != []:
        return schema
    kept = {key: value for key, value in schema.items() if key != "$schema" and (key, value) != ("required", [])}
    return {"type": "object", "properties": {}} | kept


def rewrite(schema: Json, change: Change) -> Json:
    """`schema` with `change` applied to every schema in it, the innermost first.

    Only the places where JSON Schema 2020-12 expects a schema are visited, so that a property with the name of a
    keyword is left alone. What `change` returns as it was given stays the same object.
    """
    if not isinstance(schema, dict):  # `true` or `false`
        return schema
    changed = {}
    for keyword in _APPLICATORS.keys() & schema.keys():
        value = _APPLICATORS[keyword](schema[keyword], change)
        if value is not schema[keyword]:
            changed[keyword] = value
    return change({**schema, **changed} if changed else schema)


def _in_list(schemas: Json, change: Change) -> Json:
    rewritten = [rewrite(schema, change) for schema in schemas]
    return rewritten if any(new is not old for new, old in zip(rewritten, schemas, strict=True)) else schemas


def _in_map(schemas: Json, change: Change) -> Json:
    rewritten = {name: rewrite(schema, change) for name, schema in schemas.items()}
    return rewritten if any(rewritten[name] is not schemas[name] for name in schemas) else schemas


_APPLICATORS: Mapping[str, Callable[[Json, Change], Json]] = {
    **dict.fromkeys(BY_NAME, _in_map),
    **dict.fromkeys(IN_LIST, _in_list),
    **dict.fromkeys(ONE, rewrite),
}
