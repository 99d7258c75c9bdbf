"""Tools of livekit."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

HEAD = "from livekit.agents import Agent, RunContext, function_tool\n"

RAW = "{'name': 'g', 'description': 'G.', 'parameters': {'type': 'object', 'properties': {'text': {'type': 'string'}}}}"

FORMS: dict[str, tuple[str, str, str]] = {
    "bare": ("@function_tool\nasync def f(text: str):\n    'F.'\n", "f", "F."),
    "with arguments": (
        "@function_tool(name='g', description='G.')\nasync def f(text: str):\n    'F.'\n",
        "g",
        "G.",
    ),
    "from llm": ("from livekit.agents import llm\n@llm.function_tool\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "a method of an agent": (
        "class A(Agent):\n    @function_tool()\n    async def f(self, context: RunContext[int], text: str):\n        'F.'\n",
        "f",
        "F.",
    ),
    "as a call with a method": (
        "class A:\n    def __init__(self):\n        self.x = function_tool(self.f, name='g')\n    async def f(self, c: RunContext, text: str):\n        'F.'\n",
        "g",
        "F.",
    ),
    "an object that declares all": (
        f"@function_tool(raw_schema={RAW})\nasync def f(raw_arguments: dict[str, object], context: RunContext): ...\n",
        "g",
        "G.",
    ),
    "an object that has a name": (
        f"RAW = {RAW}\n@function_tool(raw_schema=RAW)\nasync def f(raw_arguments: dict[str, object]): ...\n",
        "g",
        "G.",
    ),
    "an object that is made of others": (
        f"BASE = {RAW}\nMORE = {{**BASE, 'name': 'h'}}\n@function_tool(raw_schema=MORE | {{'description': 'H.'}})\nasync def f(raw_arguments: dict[str, object]): ...\n",
        "h",
        "H.",
    ),
    "before the first section that docstring-parser knows": (
        "@function_tool\ndef f(text: str):\n    '''F.\n\n    Note:\n        Shown.\n    Args:\n        text: What.\n    '''\n",
        "f",
        "F.\n\nNote:\n    Shown.",
    ),
}


@pytest.mark.parametrize(("source", "name", "description"), FORMS.values(), ids=FORMS)
def test_form(only: Callable[[str], ToolSpec], source: str, name: str, description: str) -> None:
    tool = only(HEAD + source)
    assert (tool.name, tool.description, tool.origin.dialect) == (name, description, "livekit")
    assert list(tool.input_schema["properties"]) == ["text"]


INJECTED = {
    "generic": "c: RunContext[int]",
    "a subclass": "c: Mine",
}


@pytest.mark.parametrize("parameter", INJECTED.values(), ids=INJECTED)
def test_context_is_left_out_in_any_position(only: Callable[[str], ToolSpec], parameter: str) -> None:
    tool = only(f"{HEAD}class Mine(RunContext): ...\n@function_tool\ndef f(text: str, {parameter}):\n    'F.'\n")
    assert (tool.injected, list(tool.input_schema["properties"])) == (("c",), ["text"])


def test_an_object_that_is_made_when_it_runs_is_told(analyse: Callable[..., Analysis]) -> None:
    source = f"{HEAD}def make(raw):\n    @function_tool(raw_schema=raw)\n    async def f(raw_arguments: dict):\n        'F.'\n"
    found = [one for one in analyse({"tools.py": source}).diagnostics if one.code == "TG201"]
    assert [(one.span.line, one.severity) for one in found] == [(3, "error")]


def test_a_namespace_package_that_is_installed_has_its_whole_name(analyse: Callable[..., Analysis]) -> None:
    files = {
        "livekit_agents-1.0.dist-info/METADATA": "",
        "livekit/agents/__init__.py": "",
        "livekit/agents/llm/__init__.py": "from .tool_context import function_tool\n",
        "livekit/agents/llm/tool_context.py": "def function_tool(f): ...\n",
        "livekit/agents/tools.py": "from .llm import function_tool\n@function_tool\ndef f(text: str):\n    'F.'\n",
    }
    (tool,) = analyse(files).manifest.tools
    assert (tool.name, tool.origin.module) == ("f", "livekit.agents.tools")
