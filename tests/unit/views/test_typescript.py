"""JSON Schema as TypeScript: what it reads like, and, asked of its compiler, that it is and means the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from toolgen.views.typescript import typescript

CASES = Path(__file__).parents[2] / "cases"
STRING, INTEGER = {"type": "string"}, {"type": "integer"}


def arguments(schema: Any, definitions: Any = None) -> dict[str, Any]:
    """The schema of a tool with the required argument `a`."""
    return {"type": "object", "properties": {"a": schema}, "required": ["a"], "$defs": definitions or {}}


NODE = {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}}}
JSON = {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Json"}}, STRING, {"type": "null"}]}

NAMES = ["Page[Node]", "Page_Node_", "string", "Arguments", "Array", "datetime", "1", "Ünïcode"]
LISTS = {"properties": {"b": {"type": "array", "items": STRING}}}
HAS_B = {"properties": {"b": STRING}, "required": ["b"]}
HOSTILE = {
    "type": "string",
    "description": "*/ `x` \\\n*/ // ```\u2028}; let \r\n/*",
    "default": "*/\u2029x",
    "pattern": "*/ \u2028 ` \u2029",
    "examples": ["\u2028"],
    "format": "*/\u2028",
}

ZOO: dict[str, tuple[dict[str, Any], list[Any], list[Any]]] = {
    "string": (arguments(STRING), ["x"], [1, None]),
    "integer": (arguments(INTEGER), [1], ["1"]),
    "null": (arguments({"type": "null"}), [None], [0]),
    "several types": (arguments({"type": ["string", "null"]}), ["x", None], [1]),
    "anything": (arguments({}), [1, "x", None, {"b": []}], []),
    "nothing": (arguments(False), [], [1, None]),
    "enum": (arguments({"enum": ["a", 1, True, None, "*/", "\u2028"]}), ["a", 1, True, None, "*/"], ["b", 2, False]),
    "an enum of nothing": (arguments({"enum": []}), [], ["a"]),
    "const": (arguments({"const": {"kind": ["x", 1.5]}}), [{"kind": ["x", 1.5]}], [{"kind": ["y", 1.5]}]),
    "list": (arguments({"type": "array"}), [[], [1, "x"]], ["x"]),
    "list of a union": (arguments({"type": "array", "items": {"anyOf": [STRING, INTEGER]}}), [["x", 1]], [[None]]),
    "tuple": (
        arguments({"type": "array", "prefixItems": [STRING, INTEGER], "minItems": 2, "maxItems": 2}),
        [["x", 1]],
        [["x"], ["x", 1, 1], [1, "x"]],
    ),
    "empty tuple": (arguments({"type": "array", "prefixItems": [], "maxItems": 0}), [[]], [[1]]),
    "tuple of at least one": (
        arguments({"type": "array", "prefixItems": [STRING], "minItems": 1, "items": {"anyOf": [INTEGER, STRING]}}),
        [["x"], ["x", 1, "y"]],
        [[], [1]],
    ),
    "tuple that may be short": (
        arguments({"type": "array", "prefixItems": [STRING], "items": False}),
        [[], ["x"]],
        [[1]],
    ),
    "map": (arguments({"type": "object", "additionalProperties": INTEGER}), [{}, {"x y": 1}], [{"x": "1"}]),
    "any object": (arguments({"type": "object"}), [{}, {"x": [1]}], ["x"]),
    "empty object": (arguments({"type": "object", "properties": {}, "additionalProperties": False}), [{}], []),
    "object and others": (
        arguments({"properties": {"b": STRING}, "required": ["b"], "additionalProperties": True}),
        [{"b": "x", "c": 1}],
        [{"b": 1}, {"c": 1}],
    ),
    "quoted keys": (
        arguments({"properties": {"content-type": STRING, "1": {}, "class": {}, "é": {}, 'a"\n*/': {}, "": {}}}),
        [{"content-type": "x", "1": 1, "class": 1, "é": 1, 'a"\n*/': 1, "": 1}, {}],
        [{"content-type": 1}, {"content_type": "x"}],
    ),
    "all of": (
        arguments({"allOf": [HAS_B, {"anyOf": [{"$ref": "#/$defs/Node"}]}]}, {"Node": NODE}),
        [{"b": "x"}, {"b": "x", "next": {}}],
        [{"next": {}}],
    ),
    "one or the other": (
        arguments({**HAS_B, "required": [], "anyOf": [{"required": ["b"]}, {"properties": {"c": STRING}}]}),
        [{"b": "x"}, {"c": "x"}],
        [{"b": 1}, {"c": 1}],
    ),
    "all of and its own": (arguments({**HAS_B, "allOf": [{"if": True, "then": True}]}), [{"b": "x"}], [{"b": 1}]),
    "one of": (arguments({"oneOf": [STRING, {"type": "array", "items": INTEGER}]}), ["x", [1]], [1, ["x"]]),
    "a class in itself": (
        arguments({"$ref": "#/$defs/Node"}, {"Node": NODE}),
        [{"next": {"next": None}}],
        [{"next": 1}],
    ),
    "a union in itself": (arguments({"$ref": "#/$defs/Json"}, {"Json": JSON}), [[["x"], None]], [1, [[1]]]),
    "names of types": (
        arguments(
            {"type": "array", "prefixItems": [{"$ref": f"#/$defs/{name}"} for name in NAMES], "minItems": 8},
            dict.fromkeys(NAMES, LISTS),
        ),
        [[{"b": ["x"]}] * 8],
        [[{"b": [1]}] * 8],
    ),
    "formats": (
        arguments({"anyOf": [{"type": "string", "format": format_} for format_ in ("time", "uuid", "*/")]}),
        ["2026-03-02"],
        [1],
    ),
    "comments": (
        arguments({"type": "object", "properties": {"b": HOSTILE}}),
        [{"b": "x"}],
        [{"b": 1}],
    ),
}


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        pytest.param({}, "type Arguments = {}", id="no arguments"),
        pytest.param({"additionalProperties": True}, "type Arguments = { [key: string]: any }", id="any arguments"),
        pytest.param(
            {
                "properties": {
                    "due": {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}], "default": None},
                    "days": {"type": "integer", "minimum": 1, "default": 3, "description": "How many <days>."},
                    "how": {"$ref": "#/$defs/Way", "description": "How."},
                    "at": {"$ref": "#/$defs/Place"},
                },
                "required": ["at"],
                "$defs": {
                    "Way": {"enum": ["low", "high"], "description": "A way.\n\n- `low`: Below.\n- `high`: Above."},
                    "Place": {"type": "object", "description": "A place.", "properties": {"city": STRING}},
                },
            },
            dedent(
                """\
                type Arguments = {
                due?: datetime | null,
                // How many <days>. (integer, ≥ 1)
                days?: number, // default 3
                // How.
                // - `low`: Below.
                // - `high`: Above.
                how?: "low" | "high",
                at: Place,
                }
                // ISO 8601, such as `2026-03-02T09:00:00+01:00`
                type datetime = string
                // A place.
                type Place = {
                city?: string,
                }"""
            ),
            id="everything",
        ),
    ],
)
def test_text(schema: dict[str, Any], text: str) -> None:
    assert typescript(schema) == text


@pytest.mark.network
def test_it_is_typescript_and_takes_what_the_schema_takes(tmp_path: Path, tsc: Callable[..., str]) -> None:
    for name, (schema, accepted, refused) in ZOO.items():
        values = [f"taken({json.dumps({'a': value})})" for value in accepted]
        values += [f"// @ts-expect-error\ntaken({json.dumps({'a': value})})" for value in refused]
        text = [typescript(schema), "declare function taken(value: Arguments): void", *values, "export {}"]
        (tmp_path / f"{name}.ts").write_text("\n".join(text), encoding="utf-8")
    assert tsc(*tmp_path.glob("*.ts")) == ""


@pytest.mark.network
def test_the_tools_of_all_cases_are_typescript(tmp_path: Path, tsc: Callable[..., str]) -> None:
    manifests = (json.loads(path.read_text(encoding="utf-8")) for path in CASES.glob("*/expected/manifest.json"))
    for at, tool in enumerate(tool for manifest in manifests for tool in manifest["tools"]):
        (tmp_path / f"{at}.ts").write_text(f"{typescript(tool['input_schema'])}\nexport {{}}", encoding="utf-8")
    assert tsc(*tmp_path.glob("*.ts")) == ""
