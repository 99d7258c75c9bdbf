"""Four published MCP servers, scanned as downloaded, against expected files that were checked by hand.

The servers are unpacked and read: nothing of them is installed, built or run. README.md beside this file says what each
of them covers, how the expected files were checked, and how to refresh them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
PACKAGES = ("biomcp-python==0.7.3", "things-mcp==0.8.2", "ticktick-sdk==0.4.3", "toyota-mcp==0.3.5")
CONDITIONAL = {"toyota-mcp==0.3.5": ("toyota_mcp/tools/__init__.py:35",)}
"""Places that register tools under a condition that is known only when it runs, which has to be told (TG221)."""

Schema = Mapping[str, Any]
Tools = dict[str, dict[str, Any]]


def notation(schema: Schema, definitions: Schema) -> str:
    """The type of a property in one line: `integer | null`, `array<string>`, `'a' | 'b'`, `{id: string, tag?: any}`.

    References are resolved in `definitions`; titles, descriptions, defaults and constraints are left out.
    """
    if "$ref" in schema:
        return notation(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "const" in schema:
        return repr(schema["const"])
    if "enum" in schema:
        return " | ".join(map(repr, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(notation(member, definitions) for member in schema["anyOf"])
    if "properties" in schema:
        return "{" + ", ".join(_fields(schema, definitions)) + "}"
    if schema.get("type") == "array":
        return f"array<{notation(schema.get('items', {}), definitions)}>"
    return str(schema.get("type", "any"))


def _fields(schema: Schema, definitions: Schema) -> list[str]:
    required = schema.get("required", ())
    return [
        f"{name}{'' if name in required else '?'}: {notation(field, definitions)}"
        for name, field in schema["properties"].items()
    ]


def described(name: str, schema: Schema) -> dict[str, Any]:
    """A tool and its input schema in the form of the expected files."""
    definitions = schema.get("$defs", {})
    return {
        "name": name,
        "required": sorted(schema.get("required", ())),
        "parameters": {key: notation(value, definitions) for key, value in schema.get("properties", {}).items()},
    }


def expected_tools(requirement: str) -> Tools:
    path = HERE / f"{requirement.replace('==', '-')}.json"
    return {tool["name"]: tool for tool in json.loads(path.read_text(encoding="utf-8"))}


@dataclass(frozen=True, slots=True)
class Scan:
    """What `toolgen scan` said of one package, beside what it should say."""

    requirement: str
    expected: Tools
    found: Tools
    diagnostics: str


@pytest.fixture(scope="module", params=PACKAGES)
def scan(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Scan:
    requirement: str = request.param
    source = _download(requirement, tmp_path_factory.mktemp("published"))
    command = [sys.executable, "-m", "toolgen", "scan", "--format", "json", str(source)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    # 1 says that something could not be followed; 2 would be a failure of the scan itself.
    assert done.returncode in (0, 1), done.stderr
    tools = [described(tool["name"], tool["input_schema"]) for tool in json.loads(done.stdout)["tools"]]
    return Scan(requirement, expected_tools(requirement), {tool["name"]: tool for tool in tools}, done.stderr)


def _download(requirement: str, folder: Path) -> Path:
    """The unpacked wheel of `requirement`. Its own demands on Python are ignored, since it is only read."""
    options = ["--quiet", "--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--dest", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "download", *options, requirement], check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "source")
    return folder / "source"


@pytest.mark.network
def test_every_declared_tool_is_found_and_no_other(scan: Scan) -> None:
    assert sorted(scan.found) == sorted(scan.expected)


@pytest.mark.network
def test_required_parameters(scan: Scan) -> None:
    assert _column(scan.found, "required") == _column(scan.expected, "required")


@pytest.mark.network
def test_types_of_parameters(scan: Scan) -> None:
    assert _column(scan.found, "parameters") == _column(scan.expected, "parameters")


@pytest.mark.network
def test_parameters_keep_the_order_of_the_signature(scan: Scan) -> None:
    found, expected = _column(scan.found, "parameters"), _column(scan.expected, "parameters")
    assert {name: list(parameters) for name, parameters in found.items()} == {
        name: list(parameters) for name, parameters in expected.items()
    }


def _column(tools: Tools, key: str) -> dict[str, Any]:
    return {name: tool[key] for name, tool in tools.items()}


@pytest.mark.network
def test_registrations_under_conditions_are_told(scan: Scan) -> None:
    missing = [place for place in CONDITIONAL.get(scan.requirement, ()) if place not in scan.diagnostics]
    assert not missing, scan.diagnostics


@pytest.mark.parametrize("requirement", PACKAGES)
def test_expected_files_are_in_order(requirement: str) -> None:
    tools = expected_tools(requirement)
    assert list(tools) == sorted(tools)
    assert len(tools) >= 5
    for tool in tools.values():
        assert tool["required"] == sorted(tool["required"])
        assert set(tool["required"]) <= set(tool["parameters"])


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, "any"),
        ({"title": "Name", "type": "string", "default": "", "maxLength": 5}, "string"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}, "integer | null"),
        ({"enum": ["a", "b"], "type": "string"}, "'a' | 'b'"),
        ({"const": "a", "type": "string"}, "'a'"),
        ({"type": "array"}, "array<any>"),
        ({"type": "array", "items": {"$ref": "#/$defs/Colour"}}, "array<'red' | 1>"),
        ({"type": "object", "additionalProperties": True}, "object"),
        ({"$ref": "#/$defs/Point"}, "{x: number, label?: string}"),
    ],
)
def test_notation(schema: Schema, expected: str) -> None:
    definitions = {
        "Colour": {"enum": ["red", 1]},
        "Point": {
            "type": "object",
            "properties": {"x": {"type": "number"}, "label": {"type": "string"}},
            "required": ["x"],
        },
    }
    assert notation(schema, definitions) == expected
