"""What the targets share: a root that every provider accepts, and a walk over the schemas inside a schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from toolgen.model.applicators import APPLICATORS, changed
from toolgen.model.contract import Contract
from toolgen.model.json_values import Json, Schema

Change: TypeAlias = Callable[[Schema], Schema]
ChangeAt: TypeAlias = Callable[[Schema, tuple[str, ...]], Schema]


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
    return rewrite_at(schema, lambda inner, _: change(inner))


def rewrite_at(schema: Json, change: ChangeAt, path: tuple[str, ...] = ()) -> Json:
    """The same, where `change` is told the keys that lead to each schema."""
    if not isinstance(schema, dict):  # `true` or `false`
        return schema
    new = {}
    for keyword in filter(APPLICATORS.__contains__, schema):
        value = changed(keyword, schema[keyword], lambda one, *keys: rewrite_at(one, change, (*path, *keys)))
        if value is not schema[keyword]:
            new[keyword] = value
    return change({**schema, **new} if new else schema, path)
