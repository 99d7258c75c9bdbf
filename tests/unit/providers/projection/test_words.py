"""What keywords say, in words for a model."""

from __future__ import annotations

import pytest

from toolgen.model.json_values import Schema
from toolgen.providers.projection.words import described, sentences


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, []),
        ({"title": "T", "$comment": "c", "uniqueItems": False, "readOnly": True, "additionalProperties": True}, []),
        ({"minimum": 1, "maximum": 10}, ["Must be between 1 and 10."]),
        ({"minimum": 1}, ["Must be at least 1."]),
        ({"maximum": 0.5}, ["Must be at most 0.5."]),
        ({"minimum": 3, "maximum": 3}, ["Must be 3."]),
        ({"exclusiveMinimum": 0, "exclusiveMaximum": 1}, ["Must be greater than 0.", "Must be less than 1."]),
        ({"minLength": 1}, ["Must have at least 1 character."]),
        ({"minLength": 2, "maxLength": 4}, ["Must have between 2 and 4 characters."]),
        ({"minItems": 2, "maxItems": 2}, ["Must have exactly 2 items."]),
        ({"maxProperties": 3}, ["Must have at most 3 entries."]),
        ({"multipleOf": 5}, ["Must be a multiple of 5."]),
        ({"pattern": "^a"}, ["Must match the regular expression `^a`."]),
        ({"format": "uuid"}, ["Must be in the format uuid."]),
        ({"uniqueItems": True}, ["No two items may be equal."]),
        ({"const": "ü"}, ['Must be "ü".']),
        ({"enum": [1, None]}, ["Must be one of 1, null."]),
        ({"default": []}, ["Defaults to []."]),
        ({"examples": [1, 2]}, ["Examples: 1, 2."]),
        ({"deprecated": True}, ["Deprecated."]),
        ({"additionalProperties": False}, ["Takes no other properties."]),
        (
            {"not": {"const": 1}, "if": {"type": "string"}},
            ['Must match the JSON Schema {"not": {"const": 1}, "if": {"type": "string"}}.'],
        ),
    ],
)
def test_sentences(said: Schema, expected: list[str]) -> None:
    assert sentences(said) == expected


@pytest.mark.parametrize(
    ("description", "words", "expected"),
    [
        (None, [], ""),
        (None, ["Must be 1."], "Must be 1."),
        ("How many", ["Must be 1."], "How many. Must be 1."),
        ("How many?", ["Must be 1."], "How many? Must be 1."),
        ("How many", [], "How many"),
    ],
)
def test_a_description_goes_on(description: str | None, words: list[str], expected: str) -> None:
    assert described(description, words) == expected
