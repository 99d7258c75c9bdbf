"""Tools of agent-framework."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

HEAD = (
    "from agent_framework import Agent, FunctionInvocationContext, FunctionTool, tool\nfrom pydantic import BaseModel\n"
)
MODEL = "class M(BaseModel):\n    text: str\n"
DOCSTRING = "    '''F.\n\n    Args:\n        text: What.\n    '''\n"

FORMS: dict[str, tuple[str, str, str]] = {
    "bare": ("@tool\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "with arguments": (
        "@tool(name='g', description='G.', approval_mode='never_require')\ndef f(text: str):\n    'F.'\n",
        "g",
        "G.",
    ),
    "under its old name": (
        "from agent_framework import ai_function\n@ai_function\ndef f(text: str):\n    'F.'\n",
        "f",
        "F.",
    ),
    "a model": (f"{MODEL}@tool(schema=M)\ndef f(text):\n    'F.'\n", "f", "F."),
    "an object of a tool": (
        f"{MODEL}def f(**given):\n    'F.'\nx = FunctionTool(name='g', description='G.', func=f, input_model=M)\n",
        "g",
        "G.",
    ),
    "a function in a list": ("def f(text: str):\n    'F.'\nx = Agent(None, 'Help.', tools=[f])\n", "f", "F."),
    "a tool in a list": ("@tool\ndef f(text: str):\n    'F.'\nx = Agent(None, 'Help.', tools=[f])\n", "f", "F."),
    "the whole docstring": (f"@tool\ndef f(text: str):\n{DOCSTRING}", "f", "F.\n\nArgs:\n    text: What."),
    "the context": ("@tool\ndef f(text: str, c: FunctionInvocationContext):\n    'F.'\n", "f", "F."),
    "the context or nothing": (
        "@tool\ndef f(text: str, c: FunctionInvocationContext | None = None):\n    'F.'\n",
        "f",
        "F.",
    ),
}


@pytest.mark.parametrize(("source", "name", "description"), FORMS.values(), ids=FORMS)
def test_form(only: Callable[[str], ToolSpec], source: str, name: str, description: str) -> None:
    tool = only(HEAD + source)
    assert (tool.name, tool.description, tool.origin.dialect) == (name, description, "agent-framework")
    assert list(tool.input_schema["properties"]) == ["text"]


UNFOLLOWED = {
    "a list that comes from elsewhere": "def make(tools):\n    return Agent(None, tools=tools)\n",
    "a function that comes from elsewhere": "def make(f):\n    return FunctionTool(name='g', func=f)\n",
    "no function": "\nx = FunctionTool(name='g', description='G.', input_model={'type': 'object'})\n",
    "None in place of a function": "\nx = FunctionTool(name='g', func=None)\n",
    "arguments that are unpacked": "def f(text: str): ...\nx = FunctionTool(name='g', func=f, **given())\n",
}


@pytest.mark.parametrize("source", UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_what_cannot_be_followed_is_told(analyse: Callable[..., Analysis], source: str) -> None:
    analysis = analyse({"tools.py": HEAD + source})
    assert analysis.manifest.tools == ()
    assert [(found.code, found.span.line) for found in analysis.diagnostics if found.code != "TG302"] == [("TG211", 4)]


def test_a_list_that_grows_by_many_conditions_is_followed(analyse: Callable[..., Analysis]) -> None:
    """Each way to the list leads over all assignments before it; each assignment is followed once."""
    growing = "".join(f"    if n > {n}:\n        tools = [*tools, f{n}]\n" for n in range(25))
    functions = "".join(f"def f{n}(text: str):\n    'F.'\n" for n in range(25))
    source = f"{HEAD}{functions}def make(n):\n    tools = []\n{growing}    return Agent(None, tools=tools)\n"
    assert len(analyse({"tools.py": source}).manifest.tools) == 25
