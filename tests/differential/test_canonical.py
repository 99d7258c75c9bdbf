"""The rules of the comparison: what each takes out, and what it leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from canonical import canonical, first_difference, inlined

INTEGER, STRING, NULL = {"type": "integer"}, {"type": "string"}, {"type": "null"}


def of_x(schema: dict[str, Any], **definitions: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"x": schema}} | ({"$defs": definitions} if definitions else {})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param({"required": ["b", "a"]}, {"required": ["a", "b"]}, id="required_is_a_set"),
        pytest.param({"anyOf": [STRING, NULL]}, {"anyOf": [NULL, STRING]}, id="unions_have_no_order"),
        pytest.param({"enum": ["a", "b", "a"]}, {"enum": ["a", "b"]}, id="enumerations_say_it_once"),
        pytest.param(
            {"enum": ["a"], "description": "How.\n\n- `a`: Fast."},
            {"enum": ["a"], "description": "How."},
            id="members_are_described",
        ),
        pytest.param(INTEGER | {"description": "Point(x: int, y: int)"}, INTEGER, id="signatures_are_no_descriptions"),
        pytest.param(
            of_x({"$ref": "#/$defs/A", "description": "About it."}, A={"description": "About it."}),
            of_x({"$ref": "#/$defs/A"}, A={"description": "About it."}),
            id="references_do_not_repeat",
        ),
        pytest.param(
            of_x({"$ref": "#/$defs/A"}, A={"$ref": "#/$defs/B"}, B={"enum": ["a"]}),
            of_x({"$ref": "#/$defs/A"}, A={"enum": ["a"]}, B={"enum": ["a"]}),
            id="aliases_are_what_they_name",
        ),
        pytest.param(
            of_x({"$ref": "#/$defs/D_Annotated_int__Ge__"}, D_Annotated_int__Ge__=INTEGER),
            of_x({"$ref": "#/$defs/D_Annotated_int__"}, D_Annotated_int__=INTEGER),
            id="metadata_has_no_name",
        ),
    ],
)
def test_a_rule_takes_out(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    "inside",
    [
        lambda schema: {"properties": {"required": schema}},
        lambda schema: {"patternProperties": {"^a": schema}},
        lambda schema: {"additionalProperties": schema, "propertyNames": schema},
        lambda schema: {"items": {"items": schema}},
        lambda schema: {"prefixItems": [{}, schema]},
        lambda schema: {"anyOf": [schema]},
        lambda schema: {"$defs": {"A": schema}},
    ],
)
def test_the_rules_reach(inside: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    assert canonical(inside({"required": ["b", "a"]})) == canonical(inside({"required": ["a", "b"]}))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param({"default": 1}, {"default": True}, id="numbers and truth"),
        pytest.param({"default": 1}, {"default": 1.0}, id="integers and numbers"),
        pytest.param({"required": ["a"]}, {}, id="what is required"),
        pytest.param({"title": "A"}, {}, id="titles that are written"),
        pytest.param({"enum": ["a", "b"]}, {"enum": ["b", "a"]}, id="the order of an enumeration"),
        pytest.param({"enum": [1, True]}, {"enum": [1]}, id="equal values of two types"),
        pytest.param({"default": ["b", "a", "b"]}, {"default": ["a", "b"]}, id="a default"),
        pytest.param({"examples": [{"required": ["b", "a"]}]}, {"examples": [{"required": ["a", "b"]}]}, id="data"),
        pytest.param({"prefixItems": [INTEGER, STRING]}, {"prefixItems": [STRING, INTEGER]}, id="positions"),
        pytest.param({"description": "- `a`: Fast."}, {}, id="a list that describes no enumeration"),
        pytest.param({"description": "It is f(x), so."}, {}, id="a description with a call"),
        pytest.param(
            of_x({"$ref": "#/$defs/A", "description": "This one."}, A={"description": "About it."}),
            of_x({"$ref": "#/$defs/A"}, A={"description": "About it."}),
            id="another description",
        ),
        pytest.param(
            of_x({"$ref": "#/$defs/A"}, A=INTEGER),
            of_x({"$ref": "#/$defs/B"}, B=INTEGER),
            id="the name of a definition",
        ),
    ],
)
def test_the_rules_leave(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"$ref": "#/$defs/A", "$defs": {"A": INTEGER}}, INTEGER),
        ({"$ref": "#/$defs/A", "description": "Mine.", "$defs": {"A": INTEGER}}, INTEGER | {"description": "Mine."}),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": STRING}}, STRING),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}}, None),
        (INTEGER, INTEGER),
    ],
)
def test_inlined(schema: dict[str, Any], expected: dict[str, Any] | None) -> None:
    assert inlined(schema) == (schema if expected is None else expected)


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        ({"a": 1}, {"a": 1.0}, "/a: 1 is 1.0 at run time"),
        ({"a": [{"b": None}]}, {"a": [{"b": False}]}, "/a/0/b: null is false at run time"),
        ({"a": 1}, {"b": 1}, ': {"a": 1} is {"b": 1} at run time'),
    ],
)
def test_first_difference(ours: Any, theirs: Any, said: str) -> None:
    assert first_difference(ours, theirs) == said
