"""`tools.pyi` and `tools.d.ts`: what they read like, and, asked of the compilers, that they are what they say."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from keyword import kwlist, softkwlist
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from toolgen.emit.stubs import STUBS, python, typescript_module
from toolgen.model.contract import Contract
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

        class Place(TypedDict):
            city: str
            zip: NotRequired[str]

        async def find_place(*, query: str, most: int = 10, near: Place | None = None) -> list[Place]:
            """Find "a place".

            Near by.

            Args:
                query: What to look for.
                most: (≥ 1)
            """
        '''
    )


def test_a_tool_in_typescript() -> None:
    assert typescript_module([TOOL]).partition("build`.\n")[2] == dedent(
        """\
        export type FindPlaceArguments = {
        // What to look for.
        query: string,
        // (integer, ≥ 1)
        most?: number, // default 10
        near?: Place | null,
        }
        export type Place = {
        city: string,
        zip?: string,
        }
        export interface Tools {
        /**
         * Find "a place".
         *
         * Near by.
         */
        "find-place"(args: FindPlaceArguments): Promise<Place[]>
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
        (tool(output_schema={"$ref": "#/$defs/Node", "$defs": {"Node": NODE}}), "def find() -> Node:"),
        (
            tool(
                output_schema={"$ref": "#/$defs/J", "$defs": {"J": {"type": "array", "items": {"$ref": "#/$defs/J"}}}}
            ),
            "J: TypeAlias = list[J]",
        ),
        (tool(properties={"a": STRING | {"format": "time"}}), "        a: (ISO 8601, such as `09:00:00`)"),
        (tool(properties={"a": STRING | {"format": "email"}}), "        a: (email)"),
        (
            tool(properties={"a": {"type": "array", "items": STRING | {"format": "uuid"}}}),
            "        a: (each uuid)",
        ),
        (tool(deprecated="Use seek."), "    Deprecated: Use seek."),
        (tool(deprecated=True), "    Deprecated."),
        (tool(description='Ends in "'), '    """Ends in \\""""'),
        (tool(description='A\\b """'), '    """A\\\\b \\"\\"\\""""'),
    ],
)
def test_lines_in_python(given: Contract, line: str) -> None:
    text = python([given])
    ast.parse(text)
    assert line in text.splitlines()


@pytest.mark.parametrize(("deprecated", "line"), [("Use seek.", " * @deprecated Use seek."), (True, " * @deprecated")])
def test_a_deprecated_tool_is_told_so_in_typescript(deprecated: bool | str, line: str) -> None:
    assert line in typescript_module([tool(deprecated=deprecated)]).splitlines()


def test_definitions_are_one_type_where_all_that_they_name_is_the_same() -> None:
    node: Any = {"type": "object", "properties": {"of": {"$ref": "#/$defs/P"}}}
    other = {**node, "required": ["of"]}
    tools = [
        tool(name, properties={"a": {"$ref": "#/$defs/N"}}, schema={"$defs": {"N": node_, "P": place}})
        for name, node_, place in (("a", node, PLACE), ("b", node, PLACE), ("c", node, NODE), ("d", other, PLACE))
    ]
    assert [line.split("(")[0] for line in python(tools).splitlines() if line.startswith("class")] == [
        *("class N", "class P", "class N_2", "class P_2", "class N_3")
    ]
    assert typescript_module(tools).count("export type N") == 3


def test_objects_are_one_type_where_they_say_the_same() -> None:
    text = python([tool("a", output_schema=PLACE), tool("b", output_schema=PLACE), tool("c", properties={"x": NODE})])
    assert "def b() -> AResult:" in text.splitlines()
    text = typescript_module([tool("a", output_schema=PLACE), tool("b", output_schema=PLACE)])
    assert "b(args?: BArguments): Promise<AResult>" in text.splitlines()


@pytest.mark.parametrize(
    ("definitions", "python_type", "typescript_type"),
    [
        ({"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}, "Any", "any"),
        ({"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}}, "Any", "any"),
        ({"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}}, "A", "A"),
    ],
)
def test_names_that_stand_for_themselves_are_no_types(definitions: Any, python_type: str, typescript_type: str) -> None:
    given = tool(properties={"x": {"$ref": "#/$defs/A"}}, schema={"$defs": definitions, "required": ["x"]})
    assert f"def find(*, x: {python_type}) -> Any:" in python([given]).splitlines()
    assert f"x: {typescript_type}," in typescript_module([given]).splitlines()


@pytest.mark.parametrize("around", ["properties", "items", "anyOf"])
def test_what_is_nested_deeply_is_any(around: str) -> None:
    schema: Any = STRING
    for _ in range(300):
        schema = {
            "properties": {"type": "object", "properties": {"a": schema}},
            "items": {"type": "array", "items": schema},
            "anyOf": {"anyOf": [schema, {"type": "null"}]},
        }[around]
    given = tool(properties={"a": schema}, output_schema=schema)
    assert "Any" in python([given])
    assert "any" in typescript_module([given])


@pytest.mark.parametrize("write", STUBS.values())
def test_names_of_names_are_followed_once(write: Any) -> None:
    definitions = {f"D{n}": {"$ref": f"#/$defs/D{n + 1}"} for n in range(800)} | {"D800": PLACE}
    text = write([tool(properties={"x": {"$ref": "#/$defs/D0"}}, schema={"$defs": definitions})])
    assert "D799" in text


def test_a_result_is_what_the_function_returns_without_the_object_of_a_server() -> None:
    schema = {"type": "object", "properties": {"result": {"type": "integer"}}, "required": ["result"]}
    wrapped, own = tool(output_schema=schema, is_wrapped=True), tool("own", output_schema=schema)
    assert "def find() -> int:" in python([wrapped, own]).splitlines()
    assert "def own() -> OwnResult:" in python([wrapped, own]).splitlines()


ENDS = dict(
    zip(
        "abcdefghijklmnop",
        [
            *("*/", '"""', "\\", "\u2028", "\u2029 x", "\r", "\x0c", "\x85 x", "// */ /*", "`${x}`", "# type: ignore"),
            *("\x1b[2J", "\u202e", '\\"""', "\\\\", ""),
        ],
        strict=True,
    )
)
"""What ends a comment, a text or a line somewhere."""

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
    tool("plac\u0435", "x", properties={"Place": PLACE, "place": {"type": "array", "items": PLACE}}),
    tool("others", "x", properties={"others": STRING, "self": STRING}, schema={"additionalProperties": STRING}),
    tool("\ud800", "\ud800\u2028*/", properties={"\ud800": STRING, "b": {"enum": ["\u2028", "\ud800", "\0", "\x7f"]}}),
    tool(
        "list_", "x", properties={"def": NODE, "x": {"enum": []}, "y": {"enum": [{"a": [None, -1e300]}, True, 10**40]}}
    ),
    tool("list-", "'\\", properties={"TypedDict": {"properties": {"Any": STRING, "Literal": PLACE}}}),
    tool(
        "List",
        "\x27\x27\x27",
        properties={"a": {"$ref": "#/$defs/Any"}},
        schema={"$defs": {"Any": PLACE, "any": {}, "str": {}}},
    ),
    tool("d", "x", properties={"a": {"$ref": "#/$defs/class"}}, schema={"$defs": {"class": PLACE, "Promise": {}}}),
    tool(
        "e",
        "x",
        output_schema={
            "anyOf": [{"$ref": "#/$defs/Promise"}, {"$ref": "#/$defs/Tools"}, {"$ref": "#/$defs/date"}],
            "$defs": {
                "Promise": NODE | {"properties": {"p": STRING}},
                "Tools": PLACE,
                "date": STRING | {"format": "date"},
            },
        },
    ),
    tool("f", "x", properties={"a": {"$ref": "#/$defs/A"}}, schema={"$defs": {"A": {"$ref": "#/$defs/A"}}}),
    tool(
        "g",
        "x",
        properties={"a": {"$ref": "#/$defs/A"}},
        schema={
            "$defs": {
                "A": {"oneOf": [{"$ref": "#/$defs/B"}, {"type": "array", "items": {"$ref": "#/$defs/A"}}]},
                "B": {"type": "object", "properties": {"b": {"$ref": "#/$defs/A"}}},
            }
        },
    ),
    *(tool(word, word, properties={word: STRING, "x": PLACE}) for word in (*kwlist, *softkwlist, "enum")),
    *(tool(f"{word}2", f"{end}\n{end}", properties={"x": STRING | {"description": end}}) for word, end in ENDS.items()),
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
def test_compilers_take_the_stubs(tmp_path: Path, tsc: Callable[..., str]) -> None:
    for at, tools in enumerate(all_tools()):
        (tmp_path / f"stubs{at}").mkdir()
        for name, write in STUBS.items():
            (tmp_path / f"stubs{at}" / name).write_text(write(tools), encoding="utf-8")
    assert tsc(*tmp_path.glob("stubs*/tools.d.ts")) == ""
    command = [sys.executable, "-m", "pyright", *map(str, tmp_path.glob("stubs*"))]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
