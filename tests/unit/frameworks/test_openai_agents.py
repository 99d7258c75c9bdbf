"""Tools of openai-agents."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.json_values import Schema
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

HEAD = "from typing import Any\nfrom agents import RunContextWrapper, function_tool\nfrom agents.tool_context import ToolContext\n"

FORMS: dict[str, tuple[str, str, str]] = {
    "bare": ("@function_tool\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "called": ("@function_tool()\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "with arguments": (
        "@function_tool(name_override='g', description_override='G.', strict_mode=False)\ndef f(text: str):\n    'F.'\n",
        "g",
        "G.",
    ),
    "from its module": ("import agents.tool\n@agents.tool.function_tool\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "as a call": ("def f(text: str):\n    'F.'\nx = function_tool(f)\n", "f", "F."),
    "as a call with arguments": ("def f(text: str):\n    'F.'\nx = function_tool(f, name_override='g')\n", "g", "F."),
    "as a call of a call": ("def f(text: str):\n    'F.'\nx = function_tool(name_override='g')(f)\n", "g", "F."),
    "in a list of tools": (
        "from agents import Agent\ndef f(text: str):\n    'F.'\na = Agent(name='a', tools=[function_tool(f)])\n",
        "f",
        "F.",
    ),
    "before the first section of any kind": (
        "@function_tool\ndef f(text: str):\n    '''F.\n\n    More.\n\n    Note:\n        Hidden.\n\n    Args:\n        text: What.\n    '''\n",
        "f",
        "F.\n\nMore.",
    ),
}


@pytest.mark.parametrize(("source", "name", "description"), FORMS.values(), ids=FORMS)
def test_form(only: Callable[[str], ToolSpec], source: str, name: str, description: str) -> None:
    tool = only(HEAD + source)
    assert (tool.name, tool.description, tool.origin.dialect) == (name, description, "openai-agents")
    assert list(tool.input_schema["properties"]) == ["text"]


CONTEXTS = ("RunContextWrapper", "RunContextWrapper[Any]", "ToolContext[int]", "'RunContextWrapper[Any]'")


@pytest.mark.parametrize("annotation", CONTEXTS)
def test_context_is_left_out(only: Callable[[str], ToolSpec], annotation: str) -> None:
    tool = only(f"{HEAD}@function_tool\ndef f(c: {annotation}, text: str):\n    'F.'\n")
    assert (tool.injected, list(tool.input_schema["properties"])) == (("c",), ["text"])


def test_without_docstring_info_nothing_is_told_of_it(only: Callable[[str], ToolSpec]) -> None:
    tool = only(
        f"{HEAD}@function_tool(use_docstring_info=False, description_override='G.')\n"
        "def f(text: str):\n    '''F.\n\n    Args:\n        text: What.\n    '''\n"
    )
    assert (tool.description, tool.input_schema["properties"]) == ("G.", {"text": {"type": "string"}})


def test_without_docstring_info_a_description_is_missing(analyse: Callable[..., Analysis]) -> None:
    source = f"{HEAD}@function_tool(use_docstring_info=False)\ndef f(text: str):\n    'F.'\n"
    assert "TG203" in {found.code for found in analyse({"tools.py": source}).diagnostics}


def test_copy_in_a_package_of_the_project(analyse: Callable[..., Analysis]) -> None:
    files = {
        "mine/__init__.py": "",
        "mine/sdk/__init__.py": "",
        "mine/sdk/agents/__init__.py": "from .run_context import RunContextWrapper\nfrom .tool import function_tool\n",
        "mine/sdk/agents/run_context.py": "class RunContextWrapper: ...\n",
        "mine/sdk/agents/tool.py": "def function_tool(func=None, **options): ...\n",
        "mine/tools.py": (
            "from mine.sdk.agents import RunContextWrapper, function_tool\n"
            "@function_tool(name_override='g')\ndef f(c: RunContextWrapper, text: str):\n    'F.'\n"
        ),
    }
    found = analyse(files)
    (tool,) = found.manifest.tools
    assert (tool.name, tool.origin.dialect, tool.injected) == ("g", "openai-agents", ("c",))
    (told,) = found.diagnostics
    assert (told.code, told.span.path, told.span.line) == ("TG236", "mine/sdk/agents/tool.py", 1)


@pytest.mark.parametrize(("does", "properties"), [(("ctf",), ["text"]), ((), ["text", "ctf"])], ids=["fills", "keeps"])
def test_copy_of_which_the_configuration_says_what_it_does(
    does: tuple[str, ...], properties: list[str], analyse: Callable[..., Analysis]
) -> None:
    files = {
        "mine/__init__.py": "",
        "mine/agents/__init__.py": "",
        "mine/agents/tool.py": "def function_tool(func=None, **options): ...\n",
        "mine/tools.py": (
            "from mine.agents.tool import function_tool\n@function_tool\ndef f(text: str, ctf: int = 0):\n    'F.'\n"
        ),
    }
    found = analyse(files, signature_decorators={"agents.tool.function_tool": does})
    (tool,) = found.manifest.tools
    assert list(tool.input_schema["properties"]) == properties
    assert not found.diagnostics


NONE = {
    "another function of the name": "def function_tool(f): ...\n@function_tool\ndef f(text: str): ...\n",
    "a module of the project": "from mine.tool import function_tool\n@function_tool\ndef f(text: str): ...\n",
}


@pytest.mark.parametrize("source", NONE.values(), ids=NONE)
def test_nothing_is_invented(analyse: Callable[..., Analysis], source: str) -> None:
    files = {"mine/__init__.py": "", "mine/tool.py": "def function_tool(f): return f\n", "tools.py": source}
    assert analyse(files).manifest.tools == ()


UNFOLLOWED = {
    "a decorator that is called with what comes from elsewhere": "function_tool(name_override='g')(f)",
    "a function that comes from elsewhere": "function_tool(f)",
    "an agent": "Agent(name='a').as_tool('g', 'G.')",
}


@pytest.mark.parametrize("call", UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_what_cannot_be_followed_is_told(analyse: Callable[..., Analysis], call: str) -> None:
    source = f"{HEAD}from agents import Agent\ndef make(functions: list):\n    return [{call} for f in functions]\n"
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [(found.code, found.span.line) for found in analysis.diagnostics if found.code == "TG211"] == [("TG211", 6)]


OWN = """from pydantic import BaseModel
from agents import FunctionTool
class Asked(BaseModel):
    'What is asked.'
    text: str
    times: int = 1
async def f(c, args): ...
x = FunctionTool({})
"""
DICTIONARY = "{'type': 'object', 'properties': {'text': {'type': 'string'}}, 'required': ['text']}"
TEXT = {"text": {"type": "string"}}

OWN_SCHEMAS: dict[str, tuple[str, Schema]] = {
    "of a model": (
        "name='g', description='G.', params_json_schema=Asked.model_json_schema(), on_invoke_tool=f",
        {"properties": TEXT | {"times": {"type": "integer", "default": 1}}, "description": "What is asked."},
    ),
    "written out": (
        f"name='g', description='G.', params_json_schema={DICTIONARY}, on_invoke_tool=f",
        {"properties": TEXT},
    ),
    "by position": (f"'g', 'G.', {DICTIONARY}, f", {"properties": TEXT}),
}


@pytest.mark.parametrize(("given", "schema"), OWN_SCHEMAS.values(), ids=OWN_SCHEMAS)
def test_a_tool_says_its_own_schema(only: Callable[[str], ToolSpec], given: str, schema: Schema) -> None:
    tool = only(OWN.format(given))
    assert (tool.name, tool.description, tool.injected) == ("g", "G.", ("c",))
    assert tool.input_schema == {"type": "object", "required": ["text"], **schema}
    assert [(one.name, one.kind) for one in tool.parameters] == [("args", "text")]


@pytest.mark.parametrize("schema", ["made()", "Asked.model_json_schema(by_alias=False)"])
def test_a_schema_that_is_not_known_is_told(analyse: Callable[..., Analysis], schema: str) -> None:
    source = OWN.format(f"name='g', description='G.', params_json_schema={schema}, on_invoke_tool=f")
    found = analyse({"tools.py": source}).diagnostics
    assert [(str(one.span), one.code) for one in found if one.severity == "error"] == [("tools.py:8:65", "TG201")]


@pytest.mark.parametrize("body", ["f(c, args)", "load(args)"])
def test_what_a_lambda_gives_is_awaited(only: Callable[[str], ToolSpec], body: str) -> None:
    given = f"name='g', description='G.', params_json_schema={DICTIONARY}, on_invoke_tool=lambda c, args: {body}"
    tool = only(OWN.format(given))
    assert (tool.is_async, tool.origin.binding, tool.injected) == (True, "local", ("c",))
