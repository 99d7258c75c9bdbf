"""A function that something else has the name of cannot be imported: it is told, and taken from what is bound."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SERVER = """
from fastmcp import FastMCP
mcp = FastMCP("x")
def noted(function): return function
@mcp.tool(name="first")
def f(x: int) -> str: "First."
"""


@pytest.mark.parametrize(
    ("after", "is_shadowed"),
    [
        ("", False),
        ("@mcp.tool(name='second')\ndef f(x: int) -> str: 'Second.'", True),
        ("def f(x: int) -> int: return -x", True),
        ("class f: ...", True),
        ("f = None", True),
        ("f = noted(f)", False),
        ("g = f", False),
        ("def g():\n    def f(): ...", False),
        ("class A:\n    def f(self): ...", False),
        ("import os\nif os.environ.get('A'):\n    def f(x: int) -> str: 'Other.'", False),  # nobody knows
    ],
)
def test_a_function_whose_name_is_something_elses(analyse: Analyse, after: str, is_shadowed: bool) -> None:
    analysis = analyse({"server.py": SERVER + after})
    first = next(tool for tool in analysis.manifest.tools if tool.name == "first")
    assert (first.origin.binding == "local") is is_shadowed
    assert [one.span.line for one in analysis.diagnostics if one.code == "TG239"] == [6] * is_shadowed


def test_methods_of_one_class(analyse: Analyse) -> None:
    method = "    @tool('{0}')\n    def _(self, x: int) -> str: 'Do it.'\n"
    source = f"from toolgen import tool\nclass Kit:\n{method.format('one')}{method.format('two')}"
    analysis = analyse({"tools.py": source})
    assert [(tool.name, tool.origin.binding) for tool in analysis.manifest.tools] == [
        ("one", "method"),
        ("two", "method"),
    ]
    assert [one.code for one in analysis.diagnostics] == ["TG239"]
