"""What the targets share: a root that every provider accepts, and a walk over the schemas inside a schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from toolgen.model.applicators import APPLICATORS, BY_NAME, IN_LIST
from toolgen.model.tool import Contract
from toolgen.model.types import Json, Schema

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
    changed = {}
    for keyword in filter(APPLICATORS.__contains__, schema):
        value = _changed(keyword, schema[keyword], change, (*path, keyword))
        if value is not schema[keyword]:
            changed[keyword] = value
    return change({**schema, **changed} if changed else schema, path)


def _changed(keyword: str, value: Json, change: ChangeAt, path: tuple[str, ...]) -> Json:
    if keyword in BY_NAME:
        named = {name: rewrite_at(schema, change, (*path, name)) for name, schema in value.items()}
        return named if any(named[name] is not value[name] for name in value) else value
    if keyword in IN_LIST:
        listed = [rewrite_at(schema, change, (*path, str(index))) for index, schema in enumerate(value)]
        return listed if any(new is not old for new, old in zip(listed, value, strict=True)) else value
    return rewrite_at(value, change, path)
