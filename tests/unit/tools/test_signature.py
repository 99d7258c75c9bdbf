"""Parameters: which a model fills, which the caller injects, and how the receiver is left out."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

TOOLGEN = "from typing import *\nimport toolgen\nfrom toolgen import Injected, tool\nDb = Injected[str]\n@tool\n"
MCP = (
    "from typing import Annotated, Any, Optional\nimport mcp.server.fastmcp as m\n"
    "from mcp.server.fastmcp import FastMCP, Context\napp = FastMCP('x')\n@app.tool()\n"
)
FASTMCP = "from fastmcp import Context, FastMCP\napp = FastMCP('x')\n@app.tool\n"


@pytest.mark.parametrize(
    ("source", "properties", "injected"),
    [
        (f"{TOOLGEN}def f(a: int): 'F.'", ["a"], ()),
        (f"{TOOLGEN}def f(a: int, db: Injected[str]): 'F.'", ["a"], ("db",)),
        (f"{TOOLGEN}def f(db: Injected[str], a: int): 'F.'", ["a"], ("db",)),
        (f"{TOOLGEN}def f(db: toolgen.Injected[str]): 'F.'", [], ("db",)),
        (f"{TOOLGEN}def f(db: 'Injected[str]'): 'F.'", [], ("db",)),
        (f"{TOOLGEN}def f(db: Injected['missing.Connection']): 'F.'", [], ("db",)),
        (f"{TOOLGEN}def f(db: Optional[Injected[str]] = None): 'F.'", [], ("db",)),
        (f"{TOOLGEN}def f(db: Db): 'F.'", [], ("db",)),
        (f"{MCP}def f(a: int, ctx: Context): 'F.'", ["a"], ("ctx",)),
        (f"{MCP}def f(a: int, ctx: Context = None): 'F.'", ["a"], ("ctx",)),
        (f"{MCP}def f(a: int, ctx: Context | None = None): 'F.'", ["a"], ("ctx",)),
        (f"{MCP}def f(a: int, ctx: Optional[Context] = None): 'F.'", ["a"], ("ctx",)),
        (f"{MCP}def f(a: int, ctx: 'Context'): 'F.'", ["a"], ("ctx",)),
        (f"{MCP}def f(a: int, ctx: Context[Any, Any, Any]): 'F.'", ["a"], ("ctx",)),
        (f"{MCP}def f(a: int, ctx: Annotated[Context, 'x']): 'F.'", ["a"], ("ctx",)),
        (f"{MCP}def f(a: int, ctx: m.Context): 'F.'", ["a"], ("ctx",)),
        (f"{MCP}def f(ctx: str): 'F.'", ["ctx"], ()),
        (f"{FASTMCP}def f(a: int, ctx: Context): 'F.'", ["a"], ("ctx",)),
        (f"class Context(str): ...\n{FASTMCP.replace('Context, ', '')}def f(ctx: str): 'F.'", ["ctx"], ()),
    ],
)
def test_injected_parameters_stay_out_of_the_schema(
    analyse: Analyse, source: str, properties: list[str], injected: tuple[str, ...]
) -> None:
    analysis = analyse({"tools.py": source + "\n"})
    assert analysis.diagnostics == ()
    (found,) = analysis.manifest.tools
    assert list(found.input_schema["properties"]) == properties
    assert found.injected == injected


@pytest.mark.parametrize(
    ("parameters", "schema"),
    [
        ("", {"type": "object", "properties": {}}),
        ("a: int", {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}),
        (
            "a: int, /, b: int, *, c: int = 3",
            {
                "type": "object",
                "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer", "default": 3}},
                "required": ["a", "b"],
            },
        ),
        ("*a: int", {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "integer"}}}}),
        ("**a: int", {"type": "object", "properties": {}, "additionalProperties": {"type": "integer"}}),
        ("**a", {"type": "object", "properties": {}, "additionalProperties": True}),
        (
            "a: Annotated[int, Field(alias='A')]",
            {"type": "object", "properties": {"A": {"type": "integer"}}, "required": ["A"]},
        ),
        ("a: int = Field(3)", {"type": "object", "properties": {"a": {"type": "integer", "default": 3}}}),
        ("a: int = Field()", {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}),
        ("a: int = Field(default_factory=int)", {"type": "object", "properties": {"a": {"type": "integer"}}}),
        ("a: Annotated[int, 'How many.']", {"type": "object", "properties": {"a": {"type": "integer", "description": "How many."}}, "required": ["a"]}),
    ],
)  # fmt: skip
def test_schemas_of_signatures(analyse: Analyse, parameters: str, schema: object) -> None:
    source = f"from typing import Annotated\nfrom pydantic import Field\nfrom toolgen import tool\n@tool\ndef f({parameters}): 'F.'\n"
    analysis = analyse({"tools.py": source})
    assert analysis.diagnostics == ()
    assert analysis.manifest.tools[0].input_schema == schema


@pytest.mark.parametrize(
    ("parameter", "kinds"),
    [("a: int, /", ["positional"]), ("a: int", ["positional_or_keyword"]), ("*, a: int", ["keyword"]), ("*a: int", ["var_positional"]), ("**a: int", ["var_keyword"])],
)  # fmt: skip
def test_kinds_of_parameters(analyse: Analyse, parameter: str, kinds: list[str]) -> None:
    (found,) = analyse({"tools.py": f"from toolgen import tool\n@tool\ndef f({parameter}): 'F.'\n"}).manifest.tools
    assert [(p.name, p.kind) for p in found.parameters] == [("a", kind) for kind in kinds]
