"""What the tools of haystack say."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEAD = "from haystack.tools import Tool, create_tool_from_function, tool\n"
PARAMETERS = "{'type': 'object', 'properties': {'text': {'type': 'string'}}, 'required': ['text']}"


def only(analyse: Analyse, source: str) -> ToolSpec:
    analysis = analyse({"tools.py": source})
    assert [f"{found.code} {found.message}" for found in analysis.diagnostics if found.code != "TG302"] == []
    (tool,) = analysis.manifest.tools
    return tool


FORMS: dict[str, str] = {
    "decorator": f"{HEAD}@tool\ndef f(text: str) -> int:\n    'F.'\n",
    "called decorator": f"{HEAD}@tool(name='f', description='F.')\ndef g(text: str) -> int:\n    'G.'\n",
    "call": f"{HEAD}def f(text: str) -> int:\n    'F.'\nt = create_tool_from_function(f)\n",
    "call with a name": (
        f"{HEAD}def g(text: str) -> int:\n    'G.'\nt = create_tool_from_function(function=g, name='f', description='F.')\n"
    ),
    "tool": f"{HEAD}def g(text): ...\nt = Tool('f', 'F.', {PARAMETERS}, g)\n",
    "tool by keywords": (
        f"{HEAD}def g(text): ...\nt = Tool(name='f', description='F.', parameters={PARAMETERS}, function=g)\n"
    ),
}


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_forms(analyse: Analyse, source: str) -> None:
    tool = only(analyse, source)
    assert (tool.name, tool.description, tool.origin.dialect) == ("f", "F.", "haystack")
    assert tool.input_schema == {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


@pytest.mark.parametrize(
    "parameter",
    ["state: State", "state: State | None = None", "state: Callable[[str], int]", "state: Optional[Callable] = None"],
)
def test_a_model_gives_neither_state_nor_functions(analyse: Analyse, parameter: str) -> None:
    source = (
        "from collections.abc import Callable\nfrom typing import Optional\nfrom haystack.components.agents import State\n"
        f"{HEAD}@tool\ndef f(text: str, *, {parameter}) -> int:\n    'F.'\n"
    )
    tool = only(analyse, source)
    assert (tool.injected, [*tool.input_schema["properties"]]) == (("state",), ["text"])


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}@tool(inputs_from_state={{'a': 'state'}})\ndef f(text: str, state: list[str]):\n    'F.'\n",
        f"{HEAD}def f(text: str, state: list[str]):\n    'F.'\nt = create_tool_from_function(f, None, None, {{'a': 'state'}})\n",
    ],
)
def test_what_comes_from_the_state_is_left_out(analyse: Analyse, source: str) -> None:
    tool = only(analyse, source)
    assert (tool.injected, [*tool.input_schema["properties"]]) == (("state",), ["text"])


UNFOLLOWED = {
    "functions that are given": ("def all_of(fs):\n    return [create_tool_from_function(f) for f in fs]\n", "3:39"),
    "a component": (
        "from haystack.tools import ComponentTool\nt = ComponentTool(component=Search(), name='f')\n",
        "3:5",
    ),
    "a class of tools around a component": (
        "from haystack.tools import ComponentTool\nclass View(ComponentTool):\n    def __init__(self):\n        super().__init__(component=Search(), name='f')\n",
        "5:9",
    ),
    "a pipeline": ("from haystack.tools import PipelineTool\nt = PipelineTool(pipeline, name='f')\n", "3:5"),
}


@pytest.mark.parametrize(("source", "place"), UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_what_cannot_be_followed_is_told(analyse: Analyse, source: str, place: str) -> None:
    analysis = analyse({"tools.py": f"{HEAD}{source}"})
    assert analysis.manifest.tools == ()
    assert [(str(found.span), found.code) for found in analysis.diagnostics] == [(f"tools.py:{place}", "TG211")]
