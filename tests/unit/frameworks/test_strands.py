"""Tools of strands."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

HEAD = "from strands import ToolContext, tool\n"

FORMS: dict[str, tuple[str, str, str]] = {
    "bare": ("@tool\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "called": ("@tool()\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "with arguments": ("@tool(name='g', description='G.')\ndef f(text: str):\n    'F.'\n", "g", "G."),
    "from its module": (
        "from strands.tools import decorator\n@decorator.tool\ndef f(text: str):\n    'F.'\n",
        "f",
        "F.",
    ),
    "a method": ("class C:\n    @tool\n    def f(self, text: str):\n        'F.'\n", "f", "F."),
    "a schema in place of the signature": (
        "@tool(inputSchema={'type': 'object', 'properties': {'text': {'type': 'string'}}})\ndef f(text):\n    'F.'\n",
        "f",
        "F.",
    ),
    "a schema as the API takes it": (
        "@tool(inputSchema={'json': {'type': 'object', 'properties': {'text': {'type': 'string'}}}})\ndef f(text):\n    'F.'\n",
        "f",
        "F.",
    ),
    "without the section of parameters": (
        "@tool\ndef f(text: str):\n    '''F.\n\n    Args:\n        text: What.\n\n    Returns:\n        Less.\n\n    Then: more.\n    '''\n",
        "f",
        "F.\n\nReturns:\n    Less.\n\nThen: more.",
    ),
}


@pytest.mark.parametrize(("source", "name", "description"), FORMS.values(), ids=FORMS)
def test_form(only: Callable[[str], ToolSpec], source: str, name: str, description: str) -> None:
    tool = only(HEAD + source)
    assert (tool.name, tool.description, tool.origin.dialect) == (name, description, "strands")
    assert {name: part["type"] for name, part in tool.input_schema["properties"].items()} == {"text": "string"}


SPEC = "{'name': 'tools', 'description': 'Do it.', 'inputSchema': {'json': {'type': 'object', 'properties': {'text': {'type': 'string'}}}}}"
MODULE = "from strands.types.tools import ToolUse\n"


def test_a_module_that_is_a_tool(only: Callable[[str], ToolSpec]) -> None:
    tool = only(f"{MODULE}TOOL_SPEC = {SPEC}\ndef tools(tool: ToolUse, **kwargs): ...\n")
    assert (tool.name, tool.description, tool.origin.registration) == ("tools", "Do it.", "module")
    assert tool.input_schema == {"type": "object", "properties": {"text": {"type": "string"}}}
    assert (tool.parameters, tool.injected) == ((), ("tool", "kwargs"))


MODULES = {
    "no function of the name of the module": (f"TOOL_SPEC = {SPEC}\ndef run(tool): ...\n", [("TG211", 2)]),
    "a specification that is changed": (
        f"TOOL_SPEC = {SPEC}\nTOOL_SPEC['inputSchema'] = given()\ndef tools(tool): ...\n",
        [("TG201", 3)],
    ),
}


@pytest.mark.parametrize(("source", "said"), MODULES.values(), ids=MODULES)
def test_a_module_that_cannot_be_followed_is_told(
    analyse: Callable[..., Analysis], source: str, said: list[tuple[str, int]]
) -> None:
    found = analyse({"tools.py": f"{MODULE}{source}"}).diagnostics
    assert [(one.code, one.span.line) for one in found if one.code != "TG302"] == said


def test_a_specification_for_another_framework_is_none(analyse: Callable[..., Analysis]) -> None:
    assert analyse({"tools.py": f"TOOL_SPEC = {SPEC}\ndef tools(tool): ...\n"}).manifest.tools == ()


INJECTED: dict[str, tuple[str, tuple[str, ...]]] = {
    "the agent": ("@tool\ndef f(text: str, agent: object = None):\n    'F.'\n", ("agent",)),
    "the context by its usual name": (
        "@tool(context=True)\ndef f(text: str, tool_context):\n    'F.'\n",
        ("tool_context",),
    ),
    "the context by another name": ("@tool(context='c')\ndef f(text: str, c):\n    'F.'\n", ("c",)),
    "the context by its type": ("@tool(context='c')\ndef f(text: str, c: ToolContext):\n    'F.'\n", ("c",)),
    "nothing": ("@tool(context=False)\ndef f(text: str):\n    'F.'\n", ()),
}


@pytest.mark.parametrize(("source", "injected"), INJECTED.values(), ids=INJECTED)
def test_injected(only: Callable[[str], ToolSpec], source: str, injected: tuple[str, ...]) -> None:
    tool = only(HEAD + source)
    assert (tool.injected, list(tool.input_schema["properties"])) == (injected, ["text"])


def test_without_context_its_name_is_an_argument(only: Callable[[str], ToolSpec]) -> None:
    tool = only(f"{HEAD}@tool\ndef f(tool_context: str):\n    'F.'\n")
    assert list(tool.input_schema["properties"]) == ["tool_context"]


def test_pydantic_is_given_python_values(analyse: Callable[..., Analysis]) -> None:
    """Which collection an array is, pydantic says then; it is the first of them where pydantic reads JSON."""
    (found,) = analyse({"tools.py": f"{HEAD}@tool\ndef f(rows: set[int] | list[int]):\n    'F.'\n"}).manifest.tools
    assert [one.validated_by for one in found.parameters] == ["both"]
