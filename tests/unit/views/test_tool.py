"""What the documents say of one tool."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from toolgen.model.json_values import Schema
from toolgen.model.span import Span
from toolgen.model.tool import Origin, ToolSpec
from toolgen.views.tool import Definition, view

NODE: Schema = {
    "type": "object",
    "description": "A node.",
    "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}], "default": None}},
}
LEAF: Schema = {"type": "object", "properties": {"size": {"type": "integer"}}, "required": ["size"]}


def tool(schema: Schema, **changes: Any) -> ToolSpec:
    origin, span = Origin("a.py", "a", "act", "toolgen"), Span("a.py")
    return ToolSpec(name="act", description="Act.", input_schema=schema, origin=origin, span=span, **changes)


@pytest.mark.parametrize(
    ("schema", "signature"),
    [
        ({"properties": {}}, "act()"),
        ({"properties": {"a": {"type": "string"}}, "required": ["a"]}, "act(a: str)"),
        ({"properties": {"a": {"type": "string", "default": "x"}, "b": {}}}, 'act(a: str = "x", b: any = ...)'),
        ({"properties": {"a": {}}, "additionalProperties": False}, "act(a: any = ...)"),
        ({"properties": {"a": {}}, "additionalProperties": True}, "act(a: any = ..., **kwargs: any)"),
        ({"properties": {}, "additionalProperties": {"type": "integer"}}, "act(**kwargs: int)"),
    ],
)
def test_signature(schema: Schema, signature: str) -> None:
    assert view(tool(schema)).signature == signature


@pytest.mark.parametrize(
    ("definitions", "expected"),
    [
        pytest.param({}, [], id="none"),
        pytest.param({"Node": NODE, "Unused": LEAF}, ["Node(next: Node | None = None)"], id="recursive"),
        pytest.param(
            {
                "Node": {"type": "object", "properties": {"leaf": {"$ref": "#/$defs/Leaf"}}, "required": ["leaf"]},
                "Leaf": LEAF,
            },
            ["Node(leaf: Leaf)", "Leaf(size: int)"],
            id="through another",
        ),
        pytest.param(
            {"Node": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}, ["Node = list[Node]"], id="no object"
        ),
        pytest.param({"Node": {"type": "string", "enum": ["a"]}}, [], id="inlined"),
    ],
)
def test_definitions(definitions: dict[str, Schema], expected: list[str]) -> None:
    schema: Schema = {"properties": {"node": {"$ref": "#/$defs/Node"}}, "$defs": definitions}
    assert [definition.signature for definition in view(tool(schema)).definitions] == expected


def test_a_definition_is_described() -> None:
    schema: Schema = {"properties": {"node": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": NODE}}
    (definition,) = view(tool(schema)).definitions
    assert isinstance(definition, Definition)
    assert (definition.name, definition.type, definition.description) == ("Node", "", "A node.")
    assert [argument.name for argument in definition.arguments] == ["next"]


@pytest.mark.parametrize(
    ("description", "shown"),
    [
        ("A.\n\nArgs:\n    a (int): The a,\n      of this.\n    ctx: Context.\n\nB.", "A.\n\nB."),
        ("A.\n\n    Args:\n        a: The a, of this.\n\n    B.\n    ", "A.\n\nB."),
        ("A.\n\nArgs:\n    a: The a.", "A.\n\nArgs:\n- a: The a."),
        ("A.\n\nArgs:\n    a: The a, of this.\n    b: B.", "A.\n\nArgs:\n- a: The a, of this.\n- b: B."),
        ("A.\n\nArgs:\n    Many.\n", "A.\n\nArgs:\nMany."),
        ("A.\n\nArgs: a: The a, of this.", "A.\n\nArgs: a: The a, of this."),
    ],
)
def test_a_description_says_nothing_of_arguments_that_their_schemas_say(description: str, shown: str) -> None:
    schema: Schema = {"properties": {"a": {"type": "integer", "description": "The a, of this."}, "b": True, "c": {}}}
    assert view(replace(tool(schema, injected=("ctx",)), description=description)).description == shown


@pytest.mark.parametrize(
    ("deprecated", "line"),
    [
        (False, ""),
        ("", ""),
        (True, "Deprecated."),
        ("Use `b`.", "Deprecated: Use `b`."),
        ("<b>\n# no", "Deprecated: \\<b> # no"),
    ],
)
def test_deprecation(deprecated: bool | str, line: str) -> None:
    assert view(tool({}, deprecated=deprecated)).deprecated == line
