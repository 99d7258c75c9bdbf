"""What is JSON Schema and what is not: the answers are those of the meta-schema."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolgen.model.keywords import KEYWORDS, MOST_NESTED, keyword_fault

VALUES: list[Any] = [
    *(None, True, 0, 1, -1, 1.5, 2.0, "", "string", [], ["a"], [5], [{}], [True], {}, {"a": {}}),
    *({"a": 5}, {"a": ["b"]}, {"a": [5]}, ["string", "null"], "objekt", ["objekt"], [[]]),
]
META_SCHEMA = Draft202012Validator(Draft202012Validator.META_SCHEMA)
TIGHTER = {"$id", "$schema", "$ref", "$dynamicRef", "$anchor", "$dynamicAnchor"}
"""The texts of these have a form, too, which nothing here depends on."""


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_a_keyword_takes_what_the_meta_schema_says(keyword: str) -> None:
    for value in VALUES:
        is_valid = META_SCHEMA.is_valid({keyword: value}) or (keyword in TIGHTER and isinstance(value, str))
        assert (keyword_fault({keyword: value}) is None) == is_valid, value


@pytest.mark.parametrize(
    ("schema", "fault"),
    [
        ({}, None),
        (True, None),
        ({"x-own": 5, "default": {"type": 5}, "enum": [{"type": 5}], "const": {"type": 5}}, None),
        ({"properties": {"a": {"items": {"type": "objekt"}}}}, "`properties/a/items/type` cannot be `objekt`"),
        ({"anyOf": [{}, {"minimum": "a"}]}, "`anyOf/1/minimum` cannot be `a`"),
        ({"$defs": {"A": {"required": True}}}, "`$defs/A/required` cannot be `True`"),
    ],
)
def test_the_place_of_a_fault(schema: Any, fault: str | None) -> None:
    assert keyword_fault(schema) == fault


def test_how_deep_it_may_be() -> None:
    def nested(depth: int) -> Any:
        schema: Any = {}
        for _ in range(depth):
            schema = {"items": schema}
        return schema

    assert keyword_fault(nested(MOST_NESTED)) is None
    assert keyword_fault(nested(MOST_NESTED + 1)) == "it is nested more than 64 schemas deep"
    assert keyword_fault(nested(100_000)) == "it is nested more than 64 schemas deep"
