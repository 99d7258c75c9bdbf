"""Tools of ag2."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

HEAD = "from typing import Annotated\nfrom ag2 import Agent, Context, Depends, Inject, Plugin, TaskInject, Toolkit, Variable, tool\n"
OLD = (
    "from autogen import AssistantAgent, ConversableAgent, UserProxyAgent, register_function\n"
    "a = AssistantAgent('a')\nu = UserProxyAgent('u')\n"
)
SCHEMA = "{'type': 'object', 'properties': {'text': {'type': 'string'}}}"

FORMS: dict[str, tuple[str, str, str]] = {
    "bare": ("@tool\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "with arguments": ("@tool(name='g', description='G.')\ndef f(text: str):\n    'F.'\n", "g", "G."),
    "from its module": (
        "from ag2.tools.final import function_tool\n@function_tool.tool\ndef f(text: str):\n    'F.'\n",
        "f",
        "F.",
    ),
    "a schema": (f"@tool(schema={SCHEMA})\ndef f(text):\n    'F.'\n", "f", "F."),
    "of an agent": ("a = Agent('a')\n@a.tool\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "of a toolkit": ("t = Toolkit()\n@t.tool(name='g')\ndef f(text: str):\n    'F.'\n", "g", "F."),
    "of a plugin": ("p = Plugin()\n@p.tool\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "of a server": ("from ag2.mcp import mcp_tool\n@mcp_tool(title='T')\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "of an app": (
        "from ag2.mcp import MCPApp\nm = MCPApp('ui://a', '')\n@m.tool\ndef f(text: str):\n    'F.'\n",
        "f",
        "F.",
    ),
    "a function in a list": ("def f(text: str):\n    'F.'\na = Agent('a', tools=[f])\n", "f", "F."),
    "a function of a toolkit": ("def f(text: str):\n    'F.'\nt = Toolkit(f)\n", "f", "F."),
    "the whole docstring": (
        "@tool\ndef f(text: str):\n    '''F.\n\n    Args:\n        text: What.\n    '''\n",
        "f",
        "F.\n\nArgs:\n    text: What.",
    ),
    "before version 1, for a model": (
        f"{OLD}@u.register_for_execution()\n@a.register_for_llm(name='g', description='G.')\ndef f(text: Annotated[str, 'What.']): ...\n",
        "g",
        "G.",
    ),
    "before version 1, the other way round": (
        f"{OLD}@a.register_for_llm(description='G.')\n@u.register_for_execution()\ndef f(text: str): ...\n",
        "f",
        "G.",
    ),
    "before version 1, a call": (
        f"{OLD}def f(text: str):\n    'F.'\nregister_function(f, caller=a, executor=u, name='g', description='G.')\n",
        "g",
        "G.",
    ),
    "before version 1, a function of an agent": (
        f"{OLD}def f(text: str):\n    'F.'\nc = ConversableAgent('c', functions=[f])\n",
        "f",
        "F.",
    ),
    "before version 1, a tool": (
        "from autogen.tools import Depends, tool\n@tool(name='g', description='G.')\ndef f(text: str, c: Annotated[str, Depends(str)]): ...\n",
        "g",
        "G.",
    ),
    "before version 1, on an agent that is handed in": (
        "def f(text: str):\n    'F.'\ndef give(helper):\n    helper.register_for_llm(description='G.')(f)\n",
        "f",
        "G.",
    ),
    "in a method": (
        "class C:\n    def make(self):\n        @tool\n        def f(text: str):\n            'F.'\n        return f\n",
        "f",
        "F.",
    ),
}


@pytest.mark.parametrize(("source", "name", "description"), FORMS.values(), ids=FORMS)
def test_form(only: Callable[[str], ToolSpec], source: str, name: str, description: str) -> None:
    tool = only(HEAD + source)
    assert (tool.name, tool.description, tool.origin.dialect) == (name, description, "ag2")
    assert list(tool.input_schema["properties"]) == ["text"]


def test_what_is_kept_to_register_with_is_told(analyse: Callable[..., Analysis]) -> None:
    source = """def f(text: str):
    'F.'
def give(*helpers):
    found = []
    for helper in helpers:
        add = getattr(helper, 'register_for_llm', None)
        found.append(add)
    for add in found:
        for one in [f]:
            add(description='G.')(one)
"""
    analysis = analyse({"tools.py": source})
    assert [(tool.name, tool.description) for tool in analysis.manifest.tools] == [("f", "G.")]
    assert [found.code for found in analysis.diagnostics] == ["TG211", "TG221"]


def test_a_toolkit_of_the_project_takes_what_it_says(analyse: Callable[..., Analysis]) -> None:
    source = (
        f"{HEAD}class Mine(Toolkit):\n    def __init__(self, path):\n        super().__init__(self.f)\n"
        "    def f(self, text: str):\n        'F.'\nx = Mine(open)\n"
    )
    analysis = analyse({"tools.py": source})
    assert [tool.name for tool in analysis.manifest.tools] == ["f"]
    assert [found.code for found in analysis.diagnostics if found.code != "TG302"] == []


INJECTED = {
    "the context": "c: Context",
    "the context or nothing": "c: Context | None = None",
    "a dependency": "c: Annotated[int, Inject('n')]",
    "a dependency as the default": "c: int = Inject()",
    "a variable": "c: Annotated[int, Variable()]",
    "what a function gives": "c: Annotated[int, Depends(len)]",
    "the task": "c: TaskInject = None",
}


@pytest.mark.parametrize("parameter", INJECTED.values(), ids=INJECTED)
def test_injected(only: Callable[[str], ToolSpec], parameter: str) -> None:
    tool = only(f"{HEAD}@tool\ndef f(text: str, {parameter}):\n    'F.'\n")
    assert (tool.injected, list(tool.input_schema["properties"])) == (("c",), ["text"])
