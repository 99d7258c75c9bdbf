"""Arguments that are drawn from a schema: the same every time, valid and damaged in turn."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from toolgen.model.json_values import Schema
from toolgen.verify.examples import arguments

NODE: Schema = {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}}}

SCHEMAS: dict[str, Schema] = {
    "bounds": {"type": "integer", "minimum": 3, "maximum": 5},
    "exclusive bounds": {"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 5},
    "one bound": {"type": "number", "minimum": 100},
    "steps": {"type": "integer", "multipleOf": 5},
    "lengths": {"type": "string", "minLength": 20, "maxLength": 21},
    "formats": {"type": "string", "format": "date"},
    "choices": {"enum": ["a", 1, None]},
    "a constant": {"const": "a"},
    "members": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
    "arrays": {"type": "array", "items": {"type": "integer"}, "minItems": 2},
    "tuples": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
    "sets": {"type": "array", "items": {"type": "boolean"}, "minItems": 1, "uniqueItems": True},
    "maps": {"type": "object", "additionalProperties": {"type": "integer"}},
    "types": {"type": ["string", "null"]},
    "anything": {},
    "recursion": {"$ref": "#/$defs/Node"},
}


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_every_other_one_is_valid(schema: Schema) -> None:
    whole = {"type": "object", "properties": {"a": schema}, "required": ["a"], "$defs": {"Node": NODE}}
    drawn = [*arguments(whole, 40, "seed")]
    assert [is_damaged for _, is_damaged in drawn] == [False, True] * 20
    validator = Draft202012Validator(whole)
    assert [value for value, is_damaged in drawn if not is_damaged and not validator.is_valid(value)] == []
    assert drawn == [*arguments(whole, 40, "seed")]


def test_most_that_are_damaged_are_not_valid() -> None:
    whole: Schema = {"properties": {"a": {"type": "integer"}, "b": {"enum": ["x"]}}, "required": ["a", "b"]}
    validator = Draft202012Validator(whole)
    wrong = [
        value for value, is_damaged in arguments(whole, 100, "seed") if is_damaged and not validator.is_valid(value)
    ]
    assert len(wrong) > 30
