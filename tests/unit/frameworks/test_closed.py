"""Where names that are not known are refused, as the frameworks publish it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from toolgen.model.json_values import Schema
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

BODY = """
    from dataclasses import dataclass

    @dataclass
    class Filter:
        field: str

    @DECORATOR
    def search(query: str, where: Filter{rest}):
        'Search.'
"""
DECLARED = {
    "agno": "from agno.tools import tool as DECORATOR",
    "anthropic": "from anthropic import beta_tool as DECORATOR",
    "fastmcp": "from fastmcp import FastMCP\n    DECORATOR = FastMCP().tool",
    "langchain": "from langchain_core.tools import tool as DECORATOR",
    "mcp": "from mcp.server.mcpserver import MCPServer\n    DECORATOR = MCPServer().tool()",
    "pydantic-ai": "from pydantic_ai import Agent\n    DECORATOR = Agent().tool_plain",
    "toolgen": "from toolgen import tool as DECORATOR",
}
DROPPING = {"langchain", "mcp", "toolgen"}


def schema(analyse: Analyse, dialect: str, rest: str = "", **keys: Any) -> Schema:
    body = BODY.format(rest=rest)
    (tool,) = analyse({"tools.py": f"    {DECLARED[dialect]}\n{body}"}, **keys).manifest.tools
    assert tool.origin.dialect == dialect
    return tool.input_schema


def closed(found: Schema) -> tuple[Any, Any]:
    """What is said of unknown arguments, and of unknown keys inside of one."""
    return found.get("additionalProperties"), found["$defs"]["Filter"].get("additionalProperties")


@pytest.mark.parametrize("dialect", DECLARED)
def test_unknown_arguments(analyse: Analyse, dialect: str) -> None:
    assert closed(schema(analyse, dialect)) == (None if dialect in DROPPING else False, None)


def test_a_function_that_takes_others_is_open(analyse: Analyse) -> None:
    assert closed(schema(analyse, "pydantic-ai", ", **more: int")) == ({"type": "integer"}, None)


@pytest.mark.parametrize(("dialect", "expected"), [("toolgen", (False, False)), ("mcp", (None, None))])
def test_the_configuration_closes_tools_of_toolgen(analyse: Analyse, dialect: str, expected: tuple[Any, Any]) -> None:
    assert closed(schema(analyse, dialect, additional_properties="forbid")) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("    def _run(self, query: str): 'Find.'", False),
        ("    def _run(self, run_manager=None): 'Find.'", False),
        ("    def _run(self, query: str, **more: int): 'Find.'", False),
        ("    args_schema: type = Query\n    def _run(self, query: str): 'Find.'", None),
    ],
    ids=["a signature", "no arguments", "others are one argument", "a model, which drops them"],
)
def test_a_tool_class_of_langchain(analyse: Analyse, body: str, expected: object) -> None:
    imports = "from langchain_core.tools import BaseTool\nfrom pydantic import BaseModel\n"
    model = "class Query(BaseModel):\n    query: str\n"
    source = f"{imports}{model}class Find(BaseTool):\n    name: str = 'find'\n    description: str = 'Find.'\n{body}\n"
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert tool.input_schema.get("additionalProperties") == expected
