"""The root that every provider accepts, and the walk over the schemas inside a schema."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

from toolgen.model.json_values import Schema
from toolgen.model.span import Span
from toolgen.model.tool import Origin, ToolSpec
from toolgen.providers.projection.schema import parameters, rewrite


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({"type": "object", "properties": {}}, None, id="nothing to do"),
        pytest.param({"type": "object", "properties": {"a": {}}, "required": ["a"]}, None, id="with required"),
        pytest.param({"properties": {"a": {}}, "type": "object", "title": "T"}, None, id="a title that was declared"),
        pytest.param({}, {"type": "object", "properties": {}}, id="empty"),
        pytest.param({"type": "object"}, {"type": "object", "properties": {}}, id="no properties"),
        pytest.param({"properties": {"a": {}}}, {"type": "object", "properties": {"a": {}}}, id="no type"),
        pytest.param(
            {"type": "object", "properties": {}, "required": []},
            {"type": "object", "properties": {}},
            id="empty required",
        ),
        pytest.param(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {}},
            {"type": "object", "properties": {}},
            id="$schema",
        ),
        pytest.param(
            {"anyOf": [{"required": ["a"]}], "properties": {"required": {"type": "array"}}, "description": "D"},
            {
                "type": "object",
                "properties": {"required": {"type": "array"}},
                "anyOf": [{"required": ["a"]}],
                "description": "D",
            },
            id="everything else is kept",
        ),
    ],
)
def test_root(given: Schema, expected: Schema | None) -> None:
    origin, span = Origin("t.py", "t", "t", "toolgen"), Span("t.py")
    tool = ToolSpec(name="t", description="T.", input_schema=given, origin=origin, span=span)
    if expected is None:
        assert parameters(tool) is given
    else:
        assert parameters(tool) == expected


def mark(schema: Schema) -> Schema:
    return schema | {"seen": True}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param({}, {"seen": True}, id="the root"),
        pytest.param(True, True, id="a boolean schema"),
        pytest.param(
            {"properties": {"items": {}, "title": {"type": "string"}}},
            {"properties": {"items": {"seen": True}, "title": {"type": "string", "seen": True}}, "seen": True},
            id="properties that are called like keywords",
        ),
        pytest.param({"items": False}, {"items": False, "seen": True}, id="a boolean inside"),
        pytest.param(
            {"default": {"items": {}}, "examples": [{"not": {}}], "enum": [{"if": {}}], "const": {"anyOf": [{}]}},
            {
                "default": {"items": {}},
                "examples": [{"not": {}}],
                "enum": [{"if": {}}],
                "const": {"anyOf": [{}]},
                "seen": True,
            },
            id="values are no schemas",
        ),
    ],
)
def test_places_that_are_visited(schema: Any, expected: Any) -> None:
    assert rewrite(schema, mark) == expected


def test_every_applicator_of_2020_12_is_known() -> None:
    assert {"$defs", "anyOf", "items", "properties", "unevaluatedItems"} <= applicators().keys()
    for keyword, value in applicators().items():
        assert rewrite({keyword: value}, mark) != {keyword: value, "seen": True}, keyword


def test_order_is_innermost_first_and_keys_keep_theirs() -> None:
    order: list[Any] = []

    def note(schema: Schema) -> Schema:
        order.append(schema.get("n"))
        return schema | {"n": 0}

    rewritten = rewrite({"n": 1, "items": {"n": 2, "not": {"n": 3}}, "z": 0}, note)
    assert order == [3, 2, 1]
    assert list(rewritten) == ["n", "items", "z"]


def test_what_does_not_change_stays_the_same_object() -> None:
    same = {"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}]}}}
    assert rewrite(same, lambda schema: schema) is same
    half = {"properties": {"a": {"items": {"drop": 1}}, "b": {"items": {}}}}
    rewritten = rewrite(half, lambda schema: {key: value for key, value in schema.items() if key != "drop"})
    assert half == {"properties": {"a": {"items": {"drop": 1}}, "b": {"items": {}}}}
    assert rewritten == {"properties": {"a": {"items": {}}, "b": {"items": {}}}}


def applicators() -> dict[str, Any]:
    """A minimal value for each keyword that the 2020-12 metaschemas describe as holding schemas."""
    found: dict[str, Any] = {}
    for vocabulary in ("core", "applicator", "unevaluated"):
        metaschema = REGISTRY[f"https://json-schema.org/draft/2020-12/meta/{vocabulary}"].contents
        for keyword, schema in metaschema["properties"].items():
            if schema.get("$dynamicRef") == "#meta":
                found[keyword] = {}
            elif schema.get("$ref") == "#/$defs/schemaArray":
                found[keyword] = [{}]
            elif schema.get("additionalProperties") == {"$dynamicRef": "#meta"}:
                found[keyword] = {"a": {}}
    return found
