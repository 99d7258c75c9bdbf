"""The schema in words that Gemini understands: what it cannot enforce, the model still reads."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolgen.model.json_values import Json, Schema
from toolgen.model.span import Span
from toolgen.model.tool import Origin, ToolSpec
from toolgen.providers import document


def gemini(property_: Json, **definitions: Schema) -> Json:
    """What becomes of the schema of one property."""
    schema = {"type": "object", "properties": {"x": property_}} | ({"$defs": definitions} if definitions else {})
    origin, span = Origin("t.py", "t", "t", "toolgen"), Span("t.py")
    tool = ToolSpec(name="t", description="T.", input_schema=schema, origin=origin, span=span)
    return document("gemini-json", [tool])[0]["parametersJsonSchema"]["properties"]["x"]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "description": "D."},
        {"type": "integer", "minimum": 0, "maximum": 9, "default": 3},
        {"type": "number", "format": "float"},
        {"type": "string", "enum": ["a", "b"], "minLength": 1, "pattern": "^a"},
        {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True},
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        {"oneOf": [{"type": "string"}, {"type": "integer"}]},
        {"$ref": "#/$defs/Node", "description": "D.", "default": None},
        True,
    ],
)
def test_understood_as_it_is(schema: Json) -> None:
    assert gemini(schema, Node={"type": "object", "properties": {}}) == schema


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param({"title": "Name", "type": "string"}, {"type": "string"}, id="title"),
        pytest.param({"$schema": "x", "type": "string"}, {"type": "string"}, id="$schema"),
        pytest.param(
            {"oneOf": [{"type": "string"}], "discriminator": {"propertyName": "kind"}},
            {"oneOf": [{"type": "string"}]},
            id="discriminator",
        ),
        pytest.param({"const": "a"}, {"type": "string", "enum": ["a"]}, id="const"),
        pytest.param({"const": 1, "type": "integer"}, {"type": "integer", "enum": [1]}, id="const with its type"),
        pytest.param({"const": True}, {"type": "boolean", "enum": [True]}, id="const: a boolean is no integer"),
        pytest.param({"const": None}, {"type": "null", "enum": [None]}, id="const: null"),
        pytest.param({"const": [1]}, {"enum": [[1]]}, id="const: no scalar"),
        pytest.param(
            {"type": "string", "format": "date-time"},
            {"type": "string", "description": "Must be in the format date-time."},
            id="format of a string",
        ),
        pytest.param(
            {"type": "string", "format": "uuid", "description": "The key."},
            {"type": "string", "description": "The key. Must be in the format uuid."},
            id="format and a description",
        ),
        pytest.param(
            {"type": "string", "examples": ["Kyōto", "Oslo"], "description": "A city."},
            {"type": "string", "description": 'A city. Examples: "Kyōto", "Oslo".'},
            id="examples",
        ),
        pytest.param({"type": "integer", "exclusiveMinimum": 0}, {"type": "integer", "minimum": 1}, id="> 0"),
        pytest.param({"type": "integer", "exclusiveMaximum": 10}, {"type": "integer", "maximum": 9}, id="< 10"),
        pytest.param({"type": "integer", "exclusiveMinimum": 0.5}, {"type": "integer", "minimum": 1}, id="> 0.5"),
        pytest.param({"type": "integer", "exclusiveMaximum": 0.5}, {"type": "integer", "maximum": 0}, id="< 0.5"),
        pytest.param(
            {"type": "integer", "exclusiveMinimum": 0, "minimum": 5},
            {"type": "integer", "minimum": 5},
            id="the tighter",
        ),
        pytest.param(
            {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1, "description": "A share."},
            {
                "type": "number",
                "minimum": 0,
                "maximum": 1,
                "description": "A share. Must be greater than 0. Must be less than 1.",
            },
            id="bounds of a number",
        ),
        pytest.param(
            {"$ref": "#/$defs/Node", "description": "D.", "title": "T", "deprecated": True, "examples": [1]},
            {"$ref": "#/$defs/Node", "description": "D. Examples: 1. Deprecated."},
            id="beside a reference",
        ),
        pytest.param(
            {"anyOf": [{"type": "array", "items": {"const": 1}}, {"type": "null"}]},
            {"anyOf": [{"type": "array", "items": {"type": "integer", "enum": [1]}}, {"type": "null"}]},
            id="at any depth",
        ),
        pytest.param(
            {"type": "object", "properties": {"title": {"title": "T"}, "format": {}, "$ref": {"type": "string"}}},
            {"type": "object", "properties": {"title": {}, "format": {}, "$ref": {"type": "string"}}},
            id="properties that are called like keywords",
        ),
    ],
)
def test_put_in_other_words(schema: Schema, expected: Schema) -> None:
    before = copy.deepcopy(schema)
    assert gemini(schema, Node={"type": "object", "properties": {}}) == expected
    assert schema == before


BOUNDS = st.fixed_dictionaries(
    {"type": st.just("integer")},
    optional={
        keyword: st.integers(-9, 9) | st.integers(-20, 20).map(lambda half: half / 2)
        for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
    },
)


@given(BOUNDS, st.integers(-15, 15))
def test_bounds_of_an_integer_mean_the_same(schema: Schema, value: int) -> None:
    assert Draft202012Validator(gemini(schema)).is_valid(value) == Draft202012Validator(schema).is_valid(value)


SCHEMAS = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["string", "integer", "number"]),
            "description": st.text(min_size=1),
            "title": st.text(),
            "const": st.integers() | st.text(),
            "format": st.sampled_from(["date-time", "uuid"]),
            "examples": st.lists(st.integers(), max_size=2),
            "exclusiveMinimum": st.integers(-9, 9),
            "$ref": st.just("#/$defs/Node"),
        },
    ),
    lambda inner: st.builds(
        lambda about, inside: inside | about,
        st.fixed_dictionaries({}, optional={"description": st.text(min_size=1)}),
        st.fixed_dictionaries({"items": inner})
        | st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=3)})
        | st.fixed_dictionaries({"properties": st.dictionaries(st.text(), inner, max_size=3)}),
    ),
    max_leaves=8,
)


@given(SCHEMAS)
def test_no_description_is_lost(schema: Schema) -> None:
    rewritten = gemini(schema, Node={"type": "object", "properties": {}})
    Draft202012Validator.check_schema(rewritten)
    assert all(any(was in now for now in descriptions(rewritten)) for was in descriptions(schema))


def descriptions(schema: Schema) -> list[str]:
    inner = [*schema.get("anyOf", []), *schema.get("properties", {}).values()]
    inner += [schema["items"]] if "items" in schema else []
    found = [schema["description"]] if "description" in schema else []
    return found + [text for one in inner for text in descriptions(one)]
