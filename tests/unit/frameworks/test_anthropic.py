"""Tools of the SDK of Anthropic."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec

HEAD = "from anthropic import beta_async_tool, beta_tool\nfrom pydantic import BaseModel\n"

FORMS: dict[str, tuple[str, str, str]] = {
    "bare": ("@beta_tool\ndef f(text: str) -> str:\n    'F.'\n", "f", "F."),
    "async": ("@beta_async_tool\nasync def f(text: str) -> str:\n    'F.'\n", "f", "F."),
    "with arguments": ("@beta_tool(name='g', description='G.')\ndef f(text: str) -> str:\n    'F.'\n", "g", "G."),
    "from its module": (
        "from anthropic.lib import tools\n@tools.beta_tool\ndef f(text: str) -> str:\n    'F.'\n",
        "f",
        "F.",
    ),
    "as a call": ("def f(text: str) -> str:\n    'F.'\nx = beta_tool(f, name='g')\n", "g", "F."),
    "a model": (
        "class M(BaseModel):\n    text: str\n@beta_tool(input_schema=M)\ndef f(text) -> str:\n    'F.'\n",
        "f",
        "F.",
    ),
    "a schema": (
        "@beta_tool(input_schema={'type': 'object', 'properties': {'text': {'type': 'string'}}})\ndef f(text) -> str:\n    'F.'\n",
        "f",
        "F.",
    ),
    "an empty line below the first": (
        "@beta_tool\ndef f(text: str) -> str:\n    '''F.\n    More of it.\n\n    Args:\n        text: What.\n    '''\n",
        "f",
        "F.\n\nMore of it.",
    ),
}


@pytest.mark.parametrize(("source", "name", "description"), FORMS.values(), ids=FORMS)
def test_form(only: Callable[[str], ToolSpec], source: str, name: str, description: str) -> None:
    tool = only(HEAD + source)
    assert (tool.name, tool.description, tool.origin.dialect) == (name, description, "anthropic")
    assert list(tool.input_schema["properties"]) == ["text"]


def test_examples(only: Callable[[str], ToolSpec]) -> None:
    tool = only(f"{HEAD}@beta_tool(input_examples=[{{'text': 'a'}}])\ndef f(text: str) -> str:\n    'F.'\n")
    assert tool.examples == ({"text": "a"},)
