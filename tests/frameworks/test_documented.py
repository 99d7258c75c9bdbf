"""What a framework reads of a parameter in a docstring is what toolgen says of it, however it is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from docstrings import docstrings
from file_sides import Tool, imported, installed
from frameworks import FRAMEWORKS

from toolgen.config.config import Config
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import analyse

FORMS: Mapping[str, tuple[str, str, str]] = {
    "agno": ("from agno.tools import tool", "@tool", ""),
    "anthropic": ("from anthropic import beta_tool", "@beta_tool", ""),
    "camel": ("from camel.toolkits import FunctionTool", "", "{0}_tool = FunctionTool({0})"),
    "fastmcp 4": ("from fastmcp import FastMCP\nserver = FastMCP('x')", "@server.tool", ""),
    "inspect-ai": ("from inspect_ai.tool import ToolDef", "", "{0}_tool = ToolDef({0})"),
    "langchain": ("from langchain_core.tools import tool", "@tool(parse_docstring=True)", ""),
    "livekit": ("from livekit.agents import function_tool", "@function_tool", ""),
    "llama-index": (
        "from llama_index.core.tools import FunctionTool",
        "",
        "{0}_tool = FunctionTool.from_defaults({0})",
    ),
    "openai-agents": ("from agents import function_tool", "@function_tool", ""),
    "pydantic-ai": (
        "from pydantic_ai import FunctionToolset\ntoolset = FunctionToolset()",
        "@toolset.tool_plain",
        "",
    ),
    "smolagents": ("from smolagents import tool", "@tool", ""),
    "strands": ("from strands import tool", "@tool", ""),
}
"""What stands at the head of a module, above each function, and below it."""

MODULE = "documented"
SIGNATURE = re.compile(r"^fetch_\d+\(.*\n")
"""What llama-index puts before a description."""


def source(head: str, above: str, below: str) -> str:
    """A module of tools, whose functions a framework may refuse for their docstrings."""
    tools = [
        f"try:\n    {above}\n    def fetch_{number}(alpha: str, beta: str, gamma: str) -> str:\n"
        f'        """{text}\n        """\n        return alpha\n    {below.format(f"fetch_{number}")}\n'
        "except Exception:\n    pass\n"
        for number, text in enumerate(docstrings(300))
    ]
    return "\n".join([head, *tools])


def texts(schema: Mapping[str, Any]) -> dict[str, str]:
    """What is said of each parameter, words alone; strands makes up what nothing says."""
    said = {name: " ".join(one.get("description", "").split()) for name, one in schema["properties"].items()}
    return {name: text for name, text in said.items() if text not in {"", f"Parameter {name}"}}


def is_told(text: str | None, said: str, framework: str) -> bool:
    """Whether `text` is what is `said`; agno puts the type that the docstring gives before it."""
    return text == said or (framework == "agno" and re.fullmatch(rf"\(.*?\) {re.escape(text or '')}", said) is not None)


Sides: TypeAlias = tuple[Mapping[str, Tool], Mapping[str, ToolSpec]]
"""The tools of a module by their names: as the framework has them, and as toolgen does."""


@pytest.fixture(scope="module", params=FORMS)
def sides(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Sides]:
    """Both sides of a module of tools, with the name of the framework."""
    name, folder = request.param, tmp_path_factory.mktemp("documented")
    (folder / f"{MODULE}.py").write_text(source(*FORMS[name]))
    framework = next(one for one in FRAMEWORKS if one.name == name)
    framework = replace(framework, folder=str(folder), cases=(MODULE,), probe="asked")
    python = installed(framework)
    analysis = analyse(Config(folder, paths=(f"{MODULE}.py",), output="", python=str(python)))
    return name, (imported(framework)[MODULE], {tool.name: tool for tool in analysis.manifest.tools})


@pytest.mark.network
def test_no_parameter_is_said_to_be_something_else(sides: tuple[str, Sides]) -> None:
    name, (theirs, ours) = sides
    read = {tool: texts(said.input) for tool, said in theirs.items()}
    assert sum(map(len, read.values())) > 50, "a framework that reads nothing proves nothing"
    pairs = [
        (texts(ours[tool].input_schema).get(one), text) for tool, said in read.items() for one, text in said.items()
    ]
    assert [(text, said) for text, said in pairs if not is_told(text, said, name)] == []


@pytest.mark.network
def test_no_tool_is_said_to_be_something_else(sides: tuple[str, Sides]) -> None:
    _, (theirs, ours) = sides
    pairs = [(ours[tool].description, SIGNATURE.sub("", said.description)) for tool, said in theirs.items()]
    assert [(text, said) for text, said in pairs if text.split() != said.split()] == []
