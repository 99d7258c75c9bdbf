"""What of a schema is enforced, and what is known of it before there is a value."""

from __future__ import annotations

from typing import Any

import pytest

from toolgen.emit.dispatch.document import Definitions, Document
from toolgen.emit.enforcement import ALL, Enforcement, endless_patterns, enforced
from toolgen.model.json_values import Schema


@pytest.mark.parametrize(
    ("schema", "pointers"),
    [
        ({}, []),
        ({"type": "object", "properties": {"if": {"format": "email", "title": "x", "x-more": 1}}}, []),
        ({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"const": None}}}, []),
        ({"$ref": "#/$defs/a~1b%20c", "$defs": {"a/b c": True}}, []),
        (
            {"additionalProperties": False, "patternProperties": {"(": {}}},
            ["/additionalProperties", "/patternProperties"],
        ),
        ({"properties": {"a/b": {"contains": {}}}}, ["/properties/a~1b/contains"]),
        ({"if": {}, "then": {}, "else": {}}, ["/if", "/then", "/else"]),
        ({"anyOf": [{}, {"dependentRequired": {}}]}, ["/anyOf/1/dependentRequired"]),
        ({"not": {"unevaluatedItems": False}}, ["/not/unevaluatedItems"]),
        ({"items": {"$ref": "https://example.org/x"}}, ["/items/$ref"]),
        ({"items": {"$ref": "#/$defs/Missing"}}, ["/items/$ref"]),
        ({"$defs": {"A": {"pattern": "(?<name>x)"}}}, ["/$defs/A/pattern"]),
        ({"pattern": "[[a-z]--[aeiou]]"}, ["/pattern"]),
        ({"type": "any", "minimum": "3", "items": [{}]}, ["/type", "/minimum", "/items"]),
        ({"multipleOf": 0, "exclusiveMinimum": True}, ["/multipleOf", "/exclusiveMinimum"]),
        ({"minLength": -1, "required": True}, ["/minLength", "/required"]),
        ({"properties": {"a": {"pattern": "^(a+)+$"}}}, ["/properties/a/pattern"]),
        ({"patternProperties": {"a*b": {}, "c": {}}}, ["/patternProperties"]),
    ],
)
def test_what_is_not_enforced_is_named(schema: Schema, pointers: list[str]) -> None:
    assert [*Enforcement().unenforced(schema)] == pointers


EMAIL, CUBIC = r"^[^@\s]+@[^@\s]+\.[^@\s]+$", "^a*a*a*b*$"


@pytest.mark.parametrize(
    ("schema", "longest"),
    [
        ({"pattern": "^a+$"}, None),
        ({"pattern": "^a+$", "maxLength": 9}, 9),
        ({"pattern": EMAIL}, 705),
        ({"pattern": EMAIL, "maxLength": 320}, 320),
        ({"pattern": EMAIL, "maxLength": 9999, "minLength": 705}, 705),
        ({"pattern": CUBIC, "maxLength": 20}, 20),
    ],
)
def test_a_pattern_is_tried_up_to_a_length(schema: Schema, longest: int | None) -> None:
    kept = enforced(schema)
    assert (kept["pattern"], kept.get("maxLength")) == (schema["pattern"], longest)


@pytest.mark.parametrize(
    "schema", [{"pattern": CUBIC}, {"pattern": "(a+)+$", "maxLength": 99}, {"pattern": EMAIL, "minLength": 706}]
)
def test_a_pattern_that_takes_too_long_is_not_tried(schema: Schema) -> None:
    assert "pattern" not in enforced(schema)
    assert endless_patterns(Enforcement().unenforced({"items": schema, "patternProperties": {"c": {}}})) == [
        schema["pattern"]
    ]
    assert endless_patterns(Enforcement().unenforced({"patternProperties": {schema["pattern"]: {}, "c": {}}})) == [
        schema["pattern"]
    ]


def test_what_is_no_pattern_takes_no_time() -> None:
    schema = {"properties": {"pattern": {"contains": {}}, "a": {"pattern": "("}, "b": {"pattern": ["a"]}}}
    assert endless_patterns(Enforcement().unenforced(schema)) == []


DEFINITIONS: dict[str, Any] = {
    "Text": {"type": "string"},
    "Node": {"anyOf": [{"type": "null"}, {"type": "array", "items": {"$ref": "#/$defs/Node"}}]},
    "Loop": {"$ref": "#/$defs/Loop"},
    "Round": {"allOf": [{"$ref": "#/$defs/Round"}, {"type": "string"}]},
}


@pytest.mark.parametrize(
    ("schema", "types", "accepts_null", "names_integers"),
    [
        (True, ALL, True, False),
        (False, set(), False, False),
        ({}, ALL, True, False),
        ({"type": "integer"}, {"number"}, False, True),
        ({"type": ["number", "null"]}, {"number", "null"}, True, False),
        ({"enum": ["a", None, True]}, {"string", "null", "boolean"}, True, False),
        ({"enum": ["a", None], "type": "string"}, {"string"}, False, False),
        ({"const": 1}, {"number"}, False, True),
        ({"const": 1.5}, {"number"}, False, False),
        ({"$ref": "#/$defs/Text"}, {"string"}, False, False),
        ({"$ref": "#/$defs/Node"}, {"null", "array"}, True, False),
        ({"$ref": "#/$defs/Loop"}, ALL, True, False),
        ({"$ref": "#/$defs/Round"}, {"string"}, False, False),
        ({"$ref": "#/$defs/Missing"}, ALL, True, False),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, {"number", "null"}, True, True),
        ({"oneOf": [{"type": "null"}, {"const": None}]}, {"null"}, False, False),
        ({"allOf": [{"type": ["string", "null"]}, {"type": ["null", "array"]}]}, {"null"}, True, False),
        ({"not": {"type": "null"}}, ALL, False, False),
        ({"type": "array", "items": {"type": "integer"}}, {"array"}, False, False),
    ],
)
def test_what_is_known_of_values(schema: Any, types: set[str], accepts_null: bool, names_integers: bool) -> None:
    document = Document(DEFINITIONS, Definitions())
    assert document.types(schema) == types
    assert document.accepts_null(schema) is accepts_null
    assert document.names_integers(schema) is names_integers


@pytest.mark.parametrize(
    ("first", "second", "are_alike"),
    [
        ({"type": "string", "title": "A"}, {"type": "string", "description": "B"}, True),
        ({"const": 1}, {"const": True}, False),
        ({"minimum": 1}, {"minimum": 2}, False),
        ({"$ref": "#/$defs/A"}, {"$ref": "#/$defs/A"}, False),
        ({"items": {"$ref": "#/$defs/B"}}, {"items": {"$ref": "#/$defs/B"}}, True),
    ],
)
def test_schemas_are_alike_if_all_that_they_reach_is(first: Schema, second: Schema, are_alike: bool) -> None:
    known = Definitions()
    one = Document({"A": {"items": {"$ref": "#/$defs/C"}}, "B": {"type": "string"}, "C": {"minimum": 1}}, known)
    other = Document({"A": {"items": {"$ref": "#/$defs/C"}}, "B": {"type": "string"}, "C": {"minimum": 2}}, known)
    assert (one.key(first) == other.key(second)) is are_alike
