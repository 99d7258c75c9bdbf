"""Canonical JSON: what is written is what was meant, in one layout."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolgen.model
from toolgen.model.canonical import WIDTH, digest, dumps, json_bytes, layouts

TEXT = st.text(st.characters(codec=None, categories=None), max_size=60)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=8) | st.dictionaries(TEXT, inner, max_size=8), max_leaves=40
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(None, "null", id="null"),
        pytest.param(True, "true", id="a boolean is no integer"),
        pytest.param(1, "1", id="an integer is no boolean"),
        pytest.param(1.0, "1.0", id="a float keeps its point"),
        pytest.param({}, "{}", id="an empty object"),
        pytest.param([], "[]", id="an empty array"),
        pytest.param("é😀", '"é😀"', id="text as it is"),
        pytest.param('"\\\n\t\x00', r'"\"\\\n\t\u0000"', id="JSON's escapes"),
        pytest.param("\ud800x", r'"\ud800x"', id="a lone surrogate"),
        pytest.param("\x7f\x9b\u202eé", r'"\u007f\u009b\u202eé"', id="what a terminal obeys"),
        pytest.param({"b": 1, "a": [2, "c"]}, '{"b": 1, "a": [2, "c"]}', id="keys keep their order"),
        pytest.param(["x" * 36] * 2, f'["{"x" * 36}", "{"x" * 36}"]', id="80 columns fit"),
        pytest.param(["x" * 36, "x" * 37], f'[\n  "{"x" * 36}",\n  "{"x" * 37}"\n]', id="81 columns do not"),
        pytest.param(
            {"a": {"b": ["x" * 80], "c": {"d": 1}}},
            f'{{\n  "a": {{\n    "b": [\n      "{"x" * 80}"\n    ],\n    "c": {{"d": 1}}\n  }}\n}}',
            id="a wide value breaks those around it",
        ),
    ],
)
def test_layout(value: Any, text: str) -> None:
    assert dumps(value) == text + "\n"


@given(VALUES)
def test_text_reads_back_as_the_value(value: Any) -> None:
    """Save that JSON knows a pair of surrogates as one character, as `json` itself does."""
    text = dumps(value)
    assert same(json.loads(text), json.loads(json.dumps(value)))
    assert text.encode("utf-8").decode("utf-8") == text


@given(VALUES)
def test_text_without_its_line_breaks_is_the_compact_text(value: Any) -> None:
    """Nothing but white space distinguishes it from what `json` writes, so keys keep their order."""
    compact = json.dumps(json.loads(json.dumps(value)), ensure_ascii=False)
    assert json.dumps(json.loads(dumps(value)), ensure_ascii=False) == compact


@given(VALUES)
def test_what_fits_stands_on_one_line(value: Any) -> None:
    one_line = json.dumps(value, ensure_ascii=False)
    is_container = isinstance(value, dict | list)
    assert (dumps(value).count("\n") == 1) == (len(one_line) <= WIDTH or not is_container)


@given(st.lists(VALUES, max_size=5))
def test_known_values_change_nothing(values: list[Any]) -> None:
    whole = {"first": values, "again": {"inner": values}}
    assert dumps(whole, layouts(values)) == dumps(whole)


LONG = VALUES.map(lambda one: [one] * 41)
NESTED = st.recursive(LONG, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2))


@given(VALUES | NESTED)
def test_bytes_are_those_of_the_text(value: Any) -> None:
    assert json_bytes(value, layouts([value])).decode() == json_bytes(value).decode() == dumps(value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, [math.nan], {"a": math.inf}])
def test_numbers_that_json_lacks_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        dumps(value)


@pytest.mark.parametrize("value", [b"", {1}, object(), {"a": (1,)}])
def test_values_that_json_lacks_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="is not JSON"):
        dumps(value)


@given(VALUES)
def test_digest_is_of_the_value_and_not_of_its_layout(value: Any) -> None:
    again = json.loads(json.dumps(value))
    assert digest(value) == digest(again)
    assert len(digest(value)) == len("sha256:") + 16


def test_digest_ignores_the_order_of_keys_alone() -> None:
    assert digest({"a": 1, "b": [1, 2]}) == digest({"b": [1, 2], "a": 1})
    assert digest({"a": 1, "b": [1, 2]}) != digest({"a": 1, "b": [2, 1]})
    assert digest(1) != digest(True)


def test_a_file_that_ships_is_in_canonical_form() -> None:
    text = (Path(toolgen.model.__file__).parent / "manifest.schema.json").read_text(encoding="utf-8")
    assert dumps(json.loads(text)) == text


def same(left: Any, right: Any) -> bool:
    """Equality that tells 1 from True and 1.0, and 0.0 from -0.0."""
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and repr(left) == repr(right)
