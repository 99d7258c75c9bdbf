"""What a framework reads of a parameter in a docstring is what toolgen says of it, however it is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from docstrings import docstrings
from file_sides import imported, installed
from frameworks import FRAMEWORKS

from toolgen.config.config import Config
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


def source(head: str, above: str, below: str) -> str:
    """A module of tools, whose functions a framework may refuse for their docstrings."""
    tools = [
        f"try:\n    {above}\n    def fetch_{number}(alpha: str, beta: str, gamma: str) -> str:\n"
        f'        """{text}\n        """\n        return alpha\n    {below.format(f"fetch_{number}")}\n'
        "except Exception:\n    pass\n"
        for number, text in enumerate(docstrings(250))
    ]
    return "\n".join([head, *tools])


def texts(schema: Mapping[str, Any]) -> dict[str, str]:
    """What is said of each parameter, words alone; strands makes up what nothing says."""
    said = {name: " ".join(one.get("description", "").split()) for name, one in schema["properties"].items()}
    return {name: text for name, text in said.items() if text not in {"", f"Parameter {name}"}}


def is_told(text: str | None, said: str, framework: str) -> bool:
    """Whether `text` is what is `said`; agno puts the type that the docstring gives before it."""
    return text == said or (framework == "agno" and re.fullmatch(rf"\(.*?\) {re.escape(text or '')}", said) is not None)


@pytest.mark.network
@pytest.mark.parametrize("name", FORMS)
def test_no_parameter_is_said_to_be_something_else(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{MODULE}.py").write_text(source(*FORMS[name]))
    framework = next(one for one in FRAMEWORKS if one.name == name)
    framework = replace(framework, folder=str(tmp_path), cases=(MODULE,), probe="asked")
    python = installed(framework)
    theirs = {tool: texts(said.input) for tool, said in imported(framework, python)[MODULE].items()}
    analysis = analyse(Config(tmp_path, paths=(f"{MODULE}.py",), output="", python=str(python)))
    ours = {tool.name: texts(tool.input_schema) for tool in analysis.manifest.tools}
    assert sum(map(len, theirs.values())) > 50, "a framework that reads nothing proves nothing"
    pairs = [(ours[tool].get(one), text) for tool, said in theirs.items() for one, text in said.items()]
    assert [(text, said) for text, said in pairs if not is_told(text, said, name)] == []
