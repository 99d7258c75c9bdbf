"""Two schemas of one tool: what counts as a difference, and where it is said to be."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

import pytest

from toolgen.model.json_values import Schema
from toolgen.verify.differences import Difference, differences

NODE: Schema = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
LONG_NODE: Schema = {"type": "object", "properties": {"next": {"$ref": "#/$defs/app__Node"}}}

CAT: Schema = {"type": "object", "properties": {"kind": {"const": "cat", "default": "cat"}}}
TAGGED: Schema = {"oneOf": [{"$ref": "#/$defs/Cat"}], "discriminator": {"propertyName": "kind", "mapping": {}}}


@pytest.mark.parametrize(
    ("manifest", "runtime"),
    [
        ({}, {}),
        ({"type": "integer"}, {"title": "X", "type": "integer"}),
        ({"type": "integer", "description": "From the docstring."}, {"type": "integer"}),
        ({"type": "integer", "examples": [1]}, {"type": "integer"}),
        ({"required": ["a", "b"]}, {"required": ["b", "a"]}),
        ({"type": "object"}, {"type": "object", "required": []}),
        ({"anyOf": [{"type": "null"}, {"type": "string"}]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ({"enum": ["a", "b"]}, {"enum": ["a", "b", "a"]}),
        ({"default": 1}, {"default": 1.0}),
        ({"properties": {"a": {}, "b": {}}}, {"properties": {"b": {}, "a": {}}}),
        ({"$ref": "#/$defs/Node", "$defs": {"Node": NODE}}, {"$ref": "#/$defs/app__Node", "$defs": {"app__Node": LONG_NODE}}),
        (NODE | {"$defs": {"Node": NODE}}, {"$ref": "#/$defs/Node", "$defs": {"Node": NODE}}),
        (
            {"properties": {"a": {"$ref": "#/$defs/A", "description": "From the docstring."}}, "$defs": {"A": {"description": "Of the class."}}},
            {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"description": "Of the class."}}},
        ),
        (
            {"properties": {"a": {"$ref": "#/$defs/A", "description": "From the docstring."}}, "$defs": {"A": {"description": "Of the class."}}},
            {"properties": {"a": {"description": "Of the class."}}},
        ),
        ({"enum": ["a"], "description": "How.\n\n- `a`: Fast."}, {"enum": ["a"], "description": "How."}),
        ({"enum": ["a"], "description": "- `a`: Fast."}, {"enum": ["a"]}),
        ({"description": "Where to look for it."}, {"description": "Where to look\n    for it."}),
        (TAGGED | {"$defs": {"Cat": CAT}}, {"oneOf": [CAT | {"required": ["kind"]}]}),
        ({"properties": {"title": {"type": "string"}}}, {"properties": {"title": {"type": "string", "title": "Title"}}}),
    ],
)  # fmt: skip
def test_no_difference(manifest: Schema, runtime: Schema) -> None:
    assert differences(manifest, runtime) == []


@pytest.mark.parametrize(
    ("manifest", "runtime", "expected"),
    [
        ({"type": "integer"}, {"type": "string"}, ("/type", '"integer"', '"string"')),
        ({"default": 1}, {}, ("/default", "1", "nothing")),
        ({}, {"default": None}, ("/default", "nothing", "null")),
        ({"default": True}, {"default": 1}, ("/default", "true", "1")),
        ({"default": [0]}, {"default": [False]}, ("/default", "[0]", "[false]")),
        ({"title": "Mine"}, {"title": "Theirs"}, ("/title", '"Mine"', '"Theirs"')),
        ({"title": "Mine"}, {}, ("/title", '"Mine"', "nothing")),
        ({}, {"description": "D."}, ("/description", "nothing", '"D."')),
        ({"description": "C."}, {"description": "D."}, ("/description", '"C."', '"D."')),
        (TAGGED | {"$defs": {"Cat": CAT}}, {"oneOf": [CAT | {"required": ["name"]}]}, ("/oneOf/0/required", "[]", '["name"]')),
        ({"required": ["a"]}, {"required": ["a", "b"]}, ("/required", '["a"]', '["a", "b"]')),
        ({"enum": ["a"]}, {"enum": ["a", "b"]}, ("/enum", '["a"]', '["a", "b"]')),
        ({"properties": {"a/b": {}}}, {"properties": {}}, ("/properties/a~1b", "{}", "nothing")),
        ({"properties": {"title": {}}}, {"properties": {}}, ("/properties/title", "{}", "nothing")),
        ({"items": {"type": "integer"}}, {"items": {"type": "null"}}, ("/items/type", '"integer"', '"null"')),
        ({"additionalProperties": True}, {"additionalProperties": False}, ("/additionalProperties", "true", "false")),
        ({"prefixItems": [{}]}, {"prefixItems": [{}, {}]}, ("/prefixItems/1", "null", "{}")),
        ({"anyOf": [{"type": "null"}]}, {"anyOf": [{"type": "null"}, {}]}, ("/anyOf", "nothing", "{}")),
        ({"anyOf": [{"type": "null"}, {}]}, {"anyOf": [{"type": "null"}]}, ("/anyOf/1", "{}", "nothing")),
        (
            {"anyOf": [{"type": "null"}, {"type": "integer", "default": 1}]},
            {"anyOf": [{"type": "integer", "default": 2}, {"type": "null"}]},
            ("/anyOf/1/default", "1", "2"),
        ),
        (
            {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"enum": [1]}}},
            {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"enum": [2]}}},
            ("/properties/a/enum", "[1]", "[2]"),
        ),
    ],
)  # fmt: skip
def test_difference(manifest: Schema, runtime: Schema, expected: Difference) -> None:
    assert differences(manifest, runtime) == [expected]


def test_every_difference_is_found() -> None:
    manifest = {"properties": {"a": {"type": "integer"}, "b": {"default": 1}}}
    runtime = {"properties": {"a": {"type": "string"}, "b": {"default": 2}}}
    assert [pointer for pointer, _, _ in differences(manifest, runtime)] == [
        "/properties/a/type",
        "/properties/b/default",
    ]
