"""The output schemas of servers of MCP: what is wrapped, what is not described, and what the declaration says of it.

The expected values are those of `mcp` 1.30 and 2.3 and `fastmcp` 4.1; `tests/frameworks` asks the newest releases.
"""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.providers import document

Analyse = Callable[..., Analysis]

SERVERS = {
    "mcp 1": "from mcp.server.fastmcp import FastMCP, Image\nmcp = FastMCP('x')\n",
    "mcp 2": "from mcp.server import MCPServer\nfrom mcp.server.mcpserver import Image\nmcp = MCPServer('x')\n",
    "fastmcp": "from fastmcp import FastMCP\nfrom fastmcp.utilities.types import Image\nmcp = FastMCP('x')\n",
}
NAMES = """
from dataclasses import dataclass, field
from enum import Enum
from typing import *
from mcp.types import CallToolResult, InputRequiredResult, TextContent
from pydantic import BaseModel, Field, RootModel
class Size(Enum):
    SMALL = 's'
class Book(BaseModel):
    pages: int
class Numbers(RootModel[list[int]]): ...
@dataclass
class Parcel:
    weight: Annotated[int, Field(description='Grams.')]
    tags: list[str] = field(default_factory=list)
@dataclass(slots=True)
class Slotted:
    weight: int
class Entry(TypedDict):
    key: str
    value: NotRequired[int]
class Point(NamedTuple):
    x: int
Number = NewType('Number', int)
"""

INTEGER = {"type": "integer"}
STRING = {"type": "string"}
NULL = {"type": "null"}
LIST = {"type": "array", "items": {}}
INTEGERS = {"type": "array", "items": INTEGER}
VALUES = {"type": "object", "additionalProperties": INTEGER}
BOOK = {"type": "object", "properties": {"pages": INTEGER}, "required": ["pages"]}
WEIGHT = {"type": "integer", "description": "Grams."}
TAGS = {"type": "array", "items": STRING}
SLOTTED = {"type": "object", "properties": {"weight": INTEGER}, "required": ["weight"]}


def wrapped(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {"result": schema}, "required": ["result"]}


def record(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}


PARCEL = record(["weight"], weight=WEIGHT, tags=TAGS)
REBUILT = record(["weight", "tags"], weight=INTEGER, tags=TAGS)
ENTRY = record(["key"], key=STRING, value=INTEGER)
REBUILT_ENTRY = record(["key"], key=STRING, value=INTEGER | {"default": None})
POINT = {"type": "array", "prefixItems": [INTEGER], "minItems": 1, "maxItems": 1}

TABLE: dict[str, tuple[Any, Any, Any]] = {
    # annotation: mcp 1, mcp 2, fastmcp
    "int": (wrapped(INTEGER),) * 3,
    "'int'": (wrapped(INTEGER),) * 3,
    "None": (wrapped(NULL), wrapped(NULL), None),
    "'None'": (wrapped(NULL),) * 3,
    "Any": (None, None, None),
    "object": (None, None, wrapped({})),
    "bytes": (*(wrapped({"type": "string", "format": "binary"}),) * 2, None),
    "list": (None, None, None),
    "List": (wrapped(LIST), wrapped(LIST), None),
    "list[Any]": (wrapped(LIST), wrapped(LIST), None),
    "list[int]": (wrapped(INTEGERS),) * 3,
    "dict": (None, None, {"type": "object", "additionalProperties": True}),
    "dict[str, int]": (VALUES, VALUES, VALUES),
    "Dict[str, int]": (wrapped(VALUES), wrapped(VALUES), VALUES),
    "dict[int, int]": (wrapped(VALUES), wrapped(VALUES), VALUES),
    "int | str": (wrapped({"anyOf": [INTEGER, STRING]}),) * 3,
    "Optional[int]": (wrapped({"anyOf": [INTEGER, NULL]}),) * 3,
    "Literal['a']": (wrapped({"type": "string", "const": "a"}),) * 3,
    "Annotated[int, Field(ge=1)]": (wrapped(INTEGER | {"minimum": 1}),) * 3,
    "Number": (wrapped(INTEGER),) * 3,
    "Size": (None, None, wrapped({"type": "string", "enum": ["s"]})),
    "Book": (BOOK, BOOK, BOOK),
    "Annotated[Book, Field(description='B.')]": (BOOK, BOOK, BOOK | {"description": "B."}),
    "Numbers": (INTEGERS, INTEGERS, wrapped(INTEGERS)),
    "Parcel": (REBUILT, REBUILT, PARCEL),
    "Slotted": (None, None, SLOTTED),
    "Entry": (REBUILT_ENTRY, ENTRY, ENTRY),
    "Point": (None, None, wrapped(POINT)),
    "CallToolResult": (None, None, None),
    "Annotated[CallToolResult, Book]": (BOOK, BOOK, BOOK),
    "TextContent": (None, None, None),
    "list[str | TextContent]": (None, None, None),
    "Image": (None, None, None),
    "InputRequiredResult | int": (None, wrapped(INTEGER), wrapped(INTEGER)),
}


def tool(analyse: Analyse, server: str, annotation: str, decorator: str = "mcp.tool()") -> ToolSpec:
    source = f"{SERVERS[server]}{NAMES}@{decorator}\ndef f() -> {annotation}:\n    'F.'\n"
    (found,) = analyse({"tools.py": source}).manifest.tools
    return found


def inlined(schema: Any) -> Any:
    """A schema with its one definition in the place that refers to it."""
    if schema is None or "$defs" not in schema:
        return schema
    (definition,) = schema["$defs"].values()
    (name,) = schema["properties"]
    return {key: value for key, value in schema.items() if key != "$defs"} | {"properties": {name: definition}}


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("annotation", TABLE)
def test_a_server_has_its_own_output_schema(annotation: str, server: str, analyse: Analyse) -> None:
    expected = TABLE[annotation][[*SERVERS].index(server)]
    found = tool(analyse, server, annotation)
    marker = {"x-fastmcp-wrap-result": True} if server == "fastmcp" and found.is_wrapped else {}
    assert inlined(found.output_schema) == (expected if expected is None else expected | marker)
    assert found.is_wrapped == (expected is not None and expected.get("properties", {}).keys() == {"result"})


@pytest.mark.parametrize(
    ("server", "decorator", "expected"),
    [
        ("mcp 1", "mcp.tool(structured_output=False)", None),
        ("mcp 2", "mcp.tool(structured_output=False)", None),
        ("fastmcp", "mcp.tool(output_schema=None)", None),
        ("fastmcp", "mcp.tool(output_schema={'type': 'object', 'title': 'T'})", {"type": "object", "title": "T"}),
    ],
)
def test_a_declaration_has_its_say(server: str, decorator: str, expected: Any, analyse: Analyse) -> None:
    assert tool(analyse, server, "int", decorator).output_schema == expected


REGISTRY = """import inspect
def register(server, f):
    is_text = inspect.signature(f).return_annotation is str
    server.tool(structured_output=False if is_text else None)(f)
def f() -> {annotation}:
    'F.'
register(mcp, f)
"""


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("str", None),
        ("int", wrapped(INTEGER)),
        ("dict[str, int]", VALUES),
        ("int | str", wrapped({"anyOf": [INTEGER, STRING]})),
    ],
)
def test_a_declaration_may_hang_on_the_signature(annotation: str, expected: Any, analyse: Analyse) -> None:
    analysis = analyse({"tools.py": SERVERS["mcp 2"] + REGISTRY.format(annotation=annotation)})
    assert [one.code for one in analysis.diagnostics] == []
    assert [inlined(one.output_schema) for one in analysis.manifest.tools] == [expected]


@pytest.mark.parametrize("annotations", ["from __future__ import annotations\n", ""])
def test_a_declaration_that_is_not_known_leaves_out_the_schema(annotations: str, analyse: Analyse) -> None:
    source = REGISTRY.format(annotation="int").replace(" is str", " is str" if annotations else ".x")
    analysis = analyse({"tools.py": annotations + SERVERS["mcp 2"] + source})
    assert [one.code for one in analysis.diagnostics] == ["TG307"]
    assert [one.output_schema for one in analysis.manifest.tools] == [None]


def test_content_is_described_where_the_declaration_wants_it(analyse: Analyse) -> None:
    source = f"{SERVERS['mcp 2']}from mcp_types import TextContent\n@mcp.tool(structured_output=True)\ndef f() -> TextContent:\n    'F.'\n"
    files = {
        "tools.py": source,
        "mcp_types.py": "from pydantic import BaseModel\nclass TextContent(BaseModel):\n    text: str\n",
    }
    (found,) = analyse(files, paths=("tools.py",)).manifest.tools
    assert found.output_schema == record(["text"], text=STRING)


def test_a_schema_that_only_running_tells_is_left_out(analyse: Analyse) -> None:
    source = (
        f"{SERVERS['fastmcp']}{NAMES}@mcp.tool(output_schema=Book.model_json_schema())\ndef f() -> Book:\n    'F.'\n"
    )
    analysis = analyse({"tools.py": source})
    assert [one.output_schema for one in analysis.manifest.tools] == [None]
    assert [found.message for found in analysis.diagnostics if found.code == "TG307"] == [
        "the return type is not known, so the tool has no output schema: `output_schema` is not constant"
    ]


@pytest.mark.parametrize(
    "field", ["weight: int = unknown()", "weight: int = Field(default=3)", "weight: int = field(init=False)"]
)
def test_a_class_that_is_rebuilt_from_what_only_running_tells_is_left_out(field: str, analyse: Analyse) -> None:
    source = f"{SERVERS['mcp 2']}{NAMES}from other import unknown\n@dataclass\nclass P:\n    {field}\n@mcp.tool()\ndef f() -> P:\n    'F.'\n"
    analysis = analyse({"tools.py": source})
    assert [one.output_schema for one in analysis.manifest.tools] == [None]
    assert [found.code for found in analysis.diagnostics if found.code == "TG307"] == ["TG307"]


AFTER = """
from toolgen import tool

def shortened(value: list[int]) -> str: ...
async def counted(value): ...
def rewritten(function): return function
@rewritten
def changed(value) -> int: ...

@tool(postprocess={hook})
def f() -> list[int]:
    'F.'
"""


@pytest.mark.parametrize(
    ("hook", "expected"),
    [
        ("None", INTEGERS),
        ("shortened", {"type": "string"}),
        ("counted", None),
        ("changed", None),
        ("lambda value: 1", None),
    ],
)
def test_postprocess_makes_the_result(hook: str, expected: Any, analyse: Analyse) -> None:
    (found,) = analyse({"tools.py": AFTER.format(hook=hook)}).manifest.tools
    assert (found.output_schema, found.is_wrapped) == (expected, expected is not None)


@pytest.mark.parametrize(("annotation", "is_wrapped"), [("int", True), ("dict[str, int]", False), ("Book", False)])
def test_what_is_no_object_is_wrapped_by_servers(annotation: str, is_wrapped: bool, analyse: Analyse) -> None:
    source = f"from toolgen import tool\n{NAMES}@tool\ndef f() -> {annotation}:\n    'F.'\n"
    (found,) = analyse({"tools.py": source}).manifest.tools
    published = document("mcp", [found])[0]["outputSchema"].get("properties", {})
    assert found.is_wrapped == is_wrapped == ("result" in published)


@pytest.mark.parametrize("field", ["a: int", "a: Book"])
def test_a_reference_that_somebody_wrote_is_no_class(field: str, analyse: Analyse) -> None:
    model = f"class M(BaseModel):\n    model_config = {{'json_schema_extra': {{'$ref': '#/x'}}}}\n    {field}\n"
    source = f"{SERVERS['mcp 1']}{NAMES}{model}@mcp.tool()\ndef f() -> M:\n    'F.'\n"
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert tool.output_schema is not None
    assert (tool.output_schema["$ref"], [*tool.output_schema["properties"]]) == ("#/x", ["a"])
