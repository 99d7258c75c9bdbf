"""`tools.pyi` and `tools.d.ts`: what they read like, and, asked of the compilers, that they are what they say."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from toolgen.emit.stubs import STUBS, python, typescript_module
from toolgen.model.tool import Contract
from toolgen.runtime import Toolbox

CASES = sorted((Path(__file__).parents[2] / "cases").glob("*/expected/manifest.json"))

STRING = {"type": "string"}
PLACE = {"type": "object", "properties": {"city": STRING, "zip": STRING}, "required": ["city"]}
NODE = {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}}}


def tool(name: str = "find", description: str = "Find.", **more: Any) -> Contract:
    schema = {"type": "object", "properties": more.pop("properties", {}), **more.pop("schema", {})}
    return Contract(name=name, description=description, input_schema=schema, **more)


TOOL = tool(
    "find-place",
    'Find "a place".\n\nNear by.',
    properties={
        "query": STRING | {"description": "What to look for."},
        "most": {"type": "integer", "default": 10, "minimum": 1},
        "near": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}], "default": None},
    },
    schema={"required": ["query"], "$defs": {"Place": PLACE}},
    output_schema={"type": "array", "items": {"$ref": "#/$defs/Place"}, "$defs": {"Place": PLACE}},
    is_async=True,
)


def test_a_tool_in_python() -> None:
    assert python([TOOL]).partition("Unpack\n")[2] == dedent(
        '''\

        class FindPlacePlace(TypedDict):
            city: str
            zip: NotRequired[str]

        class FindPlaceResultPlace(TypedDict):
            city: str
            zip: NotRequired[str]

        async def find_place(*, query: str, most: int = 10, near: FindPlacePlace | None = None) -> list[FindPlaceResultPlace]:
            """Find "a place".

            Near by.

            Args:
                query: What to look for.
                most: (≥ 1)
            """
        '''  # noqa: E501
    )


def test_a_tool_in_typescript() -> None:
    assert typescript_module([TOOL]).partition("build`.\n")[2] == dedent(
        """\
        export declare namespace FindPlace {
        type Arguments = {
        // What to look for.
        query: string,
        // (integer, ≥ 1)
        most?: number, // default 10
        near?: Place | null,
        }
        type Place = {
        city: string,
        zip?: string,
        }
        }
        export declare namespace FindPlaceResult {
        type Result = Place[]
        type Place = {
        city: string,
        zip?: string,
        }
        }
        export interface Tools {
        /**
         * Find "a place".
         *
         * Near by.
         */
        "find-place"(args: FindPlace.Arguments): Promise<FindPlaceResult.Result>
        }
        export declare const tools: Tools
        """
    )


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (tool("list"), "def list_() -> Any:"),
        (tool("class"), "def class_() -> Any:"),
        (tool("Any"), "def any() -> Any:"),
        (tool(properties={"class": STRING}), "def find(**arguments: Unpack[FindArguments]) -> Any:"),
        (tool(properties={"": STRING}), "def find(**arguments: Any) -> Any:"),
        (
            tool(properties={"a": {"enum": ["x", 1, None, 1.5]}}),
            'def find(*, a: Literal["x", 1, None] | float = ...) -> Any:',
        ),
        (tool(properties={"a": STRING | {"default": 3}}), "def find(*, a: str = ...) -> Any:"),
        (
            tool(properties={"a": {"prefixItems": [STRING, NODE], "type": "array"}}),
            "def find(*, a: list[str | FindValue] = ...) -> Any:",
        ),
        (tool(schema={"additionalProperties": STRING}), "def find(**others: str) -> Any:"),
        (tool(output_schema=STRING | {"format": "date"}), "def find() -> str:"),
        (tool(output_schema={"$ref": "#/$defs/Node", "$defs": {"Node": NODE}}), "def find() -> FindResultNode:"),
        (
            tool(
                output_schema={"$ref": "#/$defs/J", "$defs": {"J": {"type": "array", "items": {"$ref": "#/$defs/J"}}}}
            ),
            "FindResultJ: TypeAlias = list[FindResultJ]",
        ),
        (tool(description='Ends in "'), '    """Ends in \\""""'),
        (tool(description='A\\b """'), '    """A\\\\b \\"\\"\\""""'),
    ],
)
def test_lines_in_python(given: Contract, line: str) -> None:
    text = python([given])
    ast.parse(text)
    assert line in text.splitlines()


HOSTILE = [
    tool("str", '*/ """ \\\n\u2028 */', properties={"str": STRING, "list": {"type": "array"}}),
    tool(
        "list",
        "x",
        properties={"a-b": PLACE, "__x": STRING, "": {}},
        output_schema={"properties": {"": STRING, "int": {}}},
    ),
    tool("a b", "x", output_schema={"enum": ['"', "\\", "*/", {"a": []}]}),
    tool("A-B", "x", output_schema={"allOf": [PLACE, NODE]} | {"$defs": {"Node": NODE, "find": PLACE}}),
    tool("1", "", properties={"a": {"$ref": "#/$defs/nothing"}}),
    tool("Tools", "."),
    tool("Promise", "."),
]


def all_tools() -> list[list[Contract]]:
    return [*([*Toolbox.load(manifest)] for manifest in CASES), [TOOL], HOSTILE]


@pytest.mark.parametrize(("definition", "type_"), [(True, "Any"), (False, "Never")])
def test_a_definition_may_be_anything_or_nothing(definition: bool, type_: str) -> None:
    given = tool(properties={"x": {"$ref": "#/$defs/D"}}, schema={"$defs": {"D": definition}, "required": ["x"]})
    assert f"def find(*, x: {type_})" in python([given])
    assert {"Any": "x: any,", "Never": "x: never,"}[type_] in typescript_module([given])


def test_the_stubs_of_all_cases_are_python() -> None:
    for tools in all_tools():
        names = [
            node.name
            for node in ast.parse(python(tools)).body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        assert len({*names}) == len(names) == len(tools)


@pytest.mark.network
def test_compilers_take_the_stubs(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    for at, tools in enumerate(all_tools()):
        (tmp_path / f"stubs{at}").mkdir()
        for name, write in STUBS.items():
            (tmp_path / f"stubs{at}" / name).write_text(write(tools), encoding="utf-8")
    subprocess.run([npm, "install", "--silent", "--prefix", tmp_path, "typescript@5"], check=True, cwd=tmp_path)
    compiler = tmp_path / "node_modules/.bin/tsc"
    declared = [*map(str, tmp_path.glob("stubs*/tools.d.ts"))]
    for command in (
        [str(compiler), "--noEmit", "--strict", "--target", "es2022", *declared],
        [sys.executable, "-m", "pyright", *map(str, tmp_path.glob("stubs*"))],
    ):
        done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8", cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
