"""JSON Schema in short: each schema and what a reader sees of it."""

from __future__ import annotations

from typing import Any

import pytest

from toolgen.model.types import (
    ANY,
    ELLIPSIS,
    NONE,
    Constrained,
    EnumMember,
    Generic,
    LiteralOf,
    Metadata,
    Named,
    TypeExpr,
    Union,
    Unknown,
)
from toolgen.views.notation import Argument, Notation, annotation

DEFINITIONS: dict[str, Any] = {
    "Color": {"type": "string", "enum": ["red", "blue"], "description": "A colour."},
    "Port": {"type": "integer", "minimum": 1},
    "Short": {"type": ["string", "null"], "maxLength": 3},
    "Rows": {"type": ["array", "null"], "items": {"type": "integer"}},
    "Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}},
    "Json": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Json"}}, {"type": "string"}]},
}


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({}, "any"),
        (True, "any"),
        (False, "never"),
        ({"description": "Anything."}, "any"),
        ({"type": "string"}, "str"),
        ({"type": "integer"}, "int"),
        ({"type": "number"}, "float"),
        ({"type": "boolean"}, "bool"),
        ({"type": "null"}, "None"),
        ({"type": "string", "format": "date-time"}, "datetime"),
        ({"type": "string", "format": "uuid"}, "UUID"),
        ({"type": "string", "format": "ipv4"}, "str"),
        ({"type": "integer", "format": "date-time"}, "int"),
        ({"type": ["string", "null"]}, "str | None"),
        ({"type": "string", "enum": ["low", "high"]}, '"low" | "high"'),
        ({"enum": ["a", 1, True, None]}, '"a" | 1 | True | None'),
        ({"const": "x", "type": "string"}, '"x"'),
        ({"type": "array"}, "list"),
        ({"type": "array", "items": {}}, "list"),
        ({"type": "array", "items": {"type": "integer"}}, "list[int]"),
        ({"type": "array", "items": {"type": "integer"}, "uniqueItems": True}, "list[int]"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {}]}, "tuple[str, any]"),
        ({"type": "array", "prefixItems": [], "maxItems": 0}, "tuple[()]"),
        ({"type": "object"}, "dict"),
        ({"type": "object", "additionalProperties": True}, "dict"),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "dict[str, float]"),
        (
            {"type": "object", "properties": {"a": {"type": "string"}, "b-c": {}}, "required": ["a"]},
            '{a: str, "b-c"?: any}',
        ),
        ({"properties": {"a": {"type": "string"}}}, "{a?: str}"),
        ({"items": {"type": "string"}}, "list[str]"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "str | None"),
        ({"anyOf": [{"type": "string"}, {"type": "string", "format": "ipv4"}]}, "str"),
        ({"oneOf": [{"$ref": "#/$defs/Node"}, {"type": "integer"}]}, "Node | int"),
        ({"allOf": [{"$ref": "#/$defs/Node"}, {"type": "object"}]}, "Node"),
        ({"allOf": [{"required": ["a"]}], "type": "object"}, "dict"),
        ({"allOf": [{"if": True, "then": True}], "properties": {"a": {"type": "string"}}}, "{a?: str}"),
        ({"allOf": [{"$ref": "#/$defs/Node"}], "properties": {"a": {"type": "string"}}}, "{a?: str} & Node"),
        ({"anyOf": [{"format": "date"}, {"pattern": "^x"}], "type": "string"}, "date | str"),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
                "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
            },
            "{a: str, b?: int} | {a?: str, b: int}",
        ),
        (
            {
                "properties": {"a": {}},
                "required": ["a"],
                "oneOf": [{"$ref": "#/$defs/Node"}, {"properties": {"b": {}}}],
            },
            "{a: any} & Node | {a: any, b?: any}",
        ),
        ({"$ref": "#/$defs/Color"}, '"red" | "blue"'),
        ({"$ref": "#/$defs/Port"}, "int"),
        ({"$ref": "#/$defs/Node"}, "Node"),
        ({"$ref": "#/$defs/Json"}, "Json"),
        ({"$ref": "#/$defs/Nowhere"}, "any"),
        ({"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}}, "list[Node | None]"),
    ],
)
def test_type(schema: Any, text: str) -> None:
    assert Notation(DEFINITIONS).type(schema) == text


def test_named_definitions_are_collected_in_order() -> None:
    notation = Notation(DEFINITIONS)
    notation.type({"anyOf": [{"$ref": "#/$defs/Json"}, {"$ref": "#/$defs/Color"}, {"$ref": "#/$defs/Node"}]})
    assert list(notation.named) == ["Json", "Node"]


@pytest.mark.parametrize(
    ("schema", "argument", "text"),
    [
        pytest.param({"type": "string"}, Argument("x", "str", True, "", ""), "x: str", id="required"),
        pytest.param(True, Argument("x", "any", True, "", ""), "x: any", id="a boolean schema"),
        pytest.param(
            {"type": "string", "description": "A\n`b` <c."},
            Argument("x", "str", True, "", "A `b` \\<c."),
            "x: str",
            id="note",
        ),
        pytest.param(
            {"$ref": "#/$defs/Color", "default": "red"},
            Argument("x", '"red" | "blue"', True, '"red"', "A colour."),
            'x: "red" | "blue"',
            id="the description of what is inlined",
        ),
        pytest.param(
            {"$ref": "#/$defs/Node", "description": "D."},
            Argument("x", "Node", True, "", "D."),
            "x: Node",
            id="reference",
        ),
    ],
)
def test_argument(schema: Any, argument: Argument, text: str) -> None:
    (found,) = Notation(DEFINITIONS).arguments({"properties": {"x": schema}, "required": ["x"]})
    assert found == argument
    assert str(found) == text


@pytest.mark.parametrize(
    ("default", "text"),
    [
        ({"default": None}, "x: any = None"),
        ({"default": True}, "x: any = True"),
        ({"default": "é"}, 'x: any = "é"'),
        ({"default": {"a": [1, None]}}, 'x: any = {"a": [1, null]}'),
        ({}, "x: any = ..."),
    ],
)
def test_default(default: dict[str, Any], text: str) -> None:
    (found,) = Notation({}).arguments({"properties": {"x": default}})
    assert str(found) == text


def test_a_name_that_is_no_identifier_is_quoted() -> None:
    (found,) = Notation({}).arguments({"properties": {"content-type": {}}, "required": ["content-type"]})
    assert str(found) == '"content-type": any'


@pytest.mark.parametrize(
    ("schema", "note"),
    [
        ({}, ""),
        ({"minimum": 0}, "(≥ 0)"),
        ({"exclusiveMinimum": 0, "maximum": 1.5}, "(> 0, ≤ 1.5)"),
        ({"exclusiveMaximum": 9, "multipleOf": 3}, "(< 9, multiple of 3)"),
        ({"type": "string", "minLength": 1, "maxLength": 80}, "(length ≥ 1, length ≤ 80)"),
        ({"type": "string", "pattern": "^a|`b$"}, "(matches ``^a|`b$``)"),
        ({"type": "string", "format": "ipv4"}, "(ipv4)"),
        ({"type": "string", "format": "date"}, ""),
        ({"minItems": 1, "uniqueItems": True}, "(length ≥ 1, unique)"),
        ({"uniqueItems": False, "deprecated": False}, ""),
        ({"prefixItems": [{}], "minItems": 1, "maxItems": 1}, ""),
        ({"minProperties": 1, "maxProperties": 2}, "(size ≥ 1, size ≤ 2)"),
        ({"deprecated": True}, "(deprecated)"),
        ({"examples": ["Oslo", 3]}, '(e.g. `"Oslo", 3`)'),
        ({"description": "A city.", "minLength": 1}, "A city. (length ≥ 1)"),
        ({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}, "(≥ 1)"),
        ({"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 1}]}, "(≥ 1)"),
        ({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}]}, ""),
        ({"items": {"type": "integer", "minimum": 1}, "maxItems": 3}, "(length ≤ 3, each ≥ 1)"),
        ({"$ref": "#/$defs/Port"}, "(≥ 1)"),
        ({"$ref": "#/$defs/Short"}, "(length ≤ 3)"),
        ({"$ref": "#/$defs/Rows"}, ""),
        ({"$ref": "#/$defs/Port", "minimum": 1024}, "(≥ 1024)"),
    ],
)
def test_note(schema: dict[str, Any], note: str) -> None:
    (found,) = Notation(DEFINITIONS).arguments({"properties": {"x": schema}})
    assert found.note == note


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (Named("str"), "str"),
        (Named("app.models.Task"), "Task"),
        (NONE, "None"),
        (ANY, "Any"),
        (Generic("collections.abc.Sequence", (Named("app.Task"),)), "Sequence[Task]"),
        (Generic("tuple", (Named("int"), ELLIPSIS)), "tuple[int, ...]"),
        (Generic("tuple", ()), "tuple[()]"),
        (Union((Named("app.Task"), NONE)), "Task | None"),
        (LiteralOf(("a.b", 1, None, EnumMember("app.Color", "RED", "red"))), '"a.b" | 1 | None | "red"'),
        (Constrained(Named("int"), Metadata((("ge", 0),))), "int"),
        (Unknown("thing"), "Any"),
    ],
)
def test_annotation(type_: TypeExpr, text: str) -> None:
    assert annotation(type_) == text


LIGHT = {"type": "string", "enum": ["on", "off"], "description": "A light.\n\n- `on`: Seen."}
LIGHT_REF = {"$ref": "#/$defs/Light"}


@pytest.mark.parametrize(
    "schema",
    [
        LIGHT_REF,
        LIGHT_REF | {"description": "Which."},
        {"anyOf": [LIGHT_REF, {"type": "null"}]},
        {"anyOf": [{"type": "integer"}, LIGHT_REF, {"type": "null"}]},
        {"type": "array", "items": LIGHT_REF},
        {"anyOf": [{"type": "array", "items": LIGHT_REF, "uniqueItems": True}, {"type": "null"}]},
        {"type": "object", "additionalProperties": {"type": "array", "items": LIGHT_REF}},
        {"type": "array", "prefixItems": [LIGHT_REF, LIGHT_REF]},
    ],
)
def test_members_of_an_enumeration_are_told_wherever_a_value_has_them(schema: dict[str, Any]) -> None:
    (argument,) = Notation({"Light": LIGHT}).arguments({"properties": {"x": schema}})
    assert argument.members == ("`on`: Seen.",)
