"""camel: `FunctionTool`, `@tool`, and what agents are given."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

CAMEL = "from camel.agents import ChatAgent\nfrom camel.toolkits import BaseToolkit, FunctionTool, tool\n"
F = "def f(text: str) -> str:\n    'F.'\n"
DOCSTRING = '''    """Do it.

    More of it.

    Args:
        text: What.
    """
'''

FOLLOWED: dict[str, tuple[str, dict[str, str]]] = {
    "a call": (f"{CAMEL}{F}x = FunctionTool(f)\n", {"f": "call"}),
    "a keyword": (f"{CAMEL}{F}x = FunctionTool(func=f)\n", {"f": "call"}),
    "a decorator": (f"{CAMEL}@tool\n{F}", {"f": "decorator"}),
    "an agent": (f"{CAMEL}{F}x = ChatAgent('m', tools=[f])\n", {"f": "call"}),
    "methods in get_tools": (
        f"{CAMEL}class Box(BaseToolkit):\n    def f(self, text: str):\n        'F.'\n    def get_tools(self):\n        return [FunctionTool(h) for h in (self.f,)]\n",
        {"f": "method"},
    ),
}


@pytest.mark.parametrize(("source", "tools"), FOLLOWED.values(), ids=FOLLOWED)
def test_followed(analyse: Analyse, source: str, tools: dict[str, str]) -> None:
    analysis = analyse({"tools.py": source})
    assert [found for found in analysis.diagnostics if found.code == "TG211"] == []
    assert {tool.name: tool.origin.registration for tool in analysis.manifest.tools} == tools


UNFOLLOWED: dict[str, tuple[str, int]] = {
    "a parameter": (f"{CAMEL}def make(f):\n    return FunctionTool(f)\n", 4),
}
"""What cannot be followed → the line at which that is said."""


@pytest.mark.parametrize(("source", "line"), UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_never_in_silence(analyse: Analyse, source: str, line: int) -> None:
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [found.span.line for found in analysis.diagnostics if found.code == "TG211"] == [line]


NO_TOOLS: dict[str, str] = {
    "another FunctionTool": f"class FunctionTool:\n    pass\n{F}FunctionTool(f)\n",
    "an object": f"{CAMEL}x = ChatAgent(tools=[FunctionTool, None])\n",
}


@pytest.mark.parametrize("source", NO_TOOLS.values(), ids=NO_TOOLS)
def test_nothing_is_invented(analyse: Analyse, source: str) -> None:
    assert analyse({"tools.py": source}).manifest.tools == ()


HIDDEN: dict[str, str] = {
    "nothing else": f"{CAMEL}{F}x = FunctionTool(f)\n",
}


@pytest.mark.parametrize("source", HIDDEN.values(), ids=HIDDEN)
def test_injected(analyse: Analyse, source: str) -> None:
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert [*tool.input_schema["properties"]] == ["text"]


def test_description(analyse: Analyse) -> None:
    (tool,) = analyse({"tools.py": f"{CAMEL}def f(text: str):\n{DOCSTRING}FunctionTool(f)\n"}).manifest.tools
    assert (tool.description, tool.input_schema["properties"]["text"]["description"]) == (
        "Do it.\nMore of it.",
        "What.",
    )


SCHEMA = "{'type': 'function', 'function': {'name': 'h', 'description': 'H.', 'parameters': {'type': 'object', 'properties': {'query': {'type': 'string'}}}}}"


def test_schema_in_place_of_the_signature(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": f"{CAMEL}{F}x = FunctionTool(f, openai_tool_schema={SCHEMA})\n"})
    (tool,) = analysis.manifest.tools
    assert (tool.name, tool.description, list(tool.input_schema["properties"])) == ("h", "H.", ["query"])
    assert analysis.diagnostics == ()


def test_schema_that_is_not_known(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": f"{CAMEL}{F}x = FunctionTool(f, openai_tool_schema=load())\n"})
    assert [found.code for found in analysis.diagnostics] == ["TG201"]


@pytest.mark.parametrize("method", ["set_function_name", "set_function_description", "set_openai_tool_schema"])
def test_what_is_said_of_a_tool_later_is_told(method: str, analyse: Analyse) -> None:
    analysis = analyse({"tools.py": f"{CAMEL}{F}x = FunctionTool(f)\nx.{method}(y)\n"})
    assert [(found.code, method in found.message) for found in analysis.diagnostics] == [("TG226", True)]
