"""llama-index: `FunctionTool.from_defaults`, tool specs, and what agents are given."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

LLAMA = "from llama_index.core.agent.workflow import FunctionAgent\nfrom llama_index.core.tools import FunctionTool, ToolMetadata\nfrom llama_index.core.tools.tool_spec.base import BaseToolSpec\nfrom llama_index.core.workflow import Context\n"
F = "def f(text: str) -> str:\n    'F.'\n"
DOCSTRING = '''    """Do it.

    More of it.

    Args:
        text: What.
    """
'''

FOLLOWED: dict[str, tuple[str, dict[str, str]]] = {
    "a call": (f"{LLAMA}{F}x = FunctionTool.from_defaults(f)\n", {"f": "call"}),
    "a name": (f"{LLAMA}{F}x = FunctionTool.from_defaults(fn=f, name='h')\n", {"h": "call"}),
    "an asynchronous one": (f"{LLAMA}async {F}x = FunctionTool.from_defaults(async_fn=f)\n", {"f": "call"}),
    "an agent": (f"{LLAMA}{F}x = FunctionAgent(tools=[f])\n", {"f": "call"}),
    "a specification": (
        f"{LLAMA}class Box(BaseToolSpec):\n    spec_functions = ['f', ('g', 'h')]\n    def f(self):\n        'F.'\n    def g(self):\n        'G.'\n    async def h(self):\n        'H.'\n    def i(self):\n        'I.'\n",
        {"f": "method", "g": "method"},
    ),
}


@pytest.mark.parametrize(("source", "tools"), FOLLOWED.values(), ids=FOLLOWED)
def test_followed(analyse: Analyse, source: str, tools: dict[str, str]) -> None:
    analysis = analyse({"tools.py": source})
    assert [found for found in analysis.diagnostics if found.code == "TG211"] == []
    assert {tool.name: tool.origin.registration for tool in analysis.manifest.tools} == tools


UNFOLLOWED: dict[str, tuple[str, int]] = {
    "a name that is computed": (
        f"{LLAMA}class Box(BaseToolSpec):\n    spec_functions = [NAME]\n    def f(self):\n        'F.'\n",
        6,
    ),
    "a method whose docstring is set": (
        f"{LLAMA}class Box(BaseToolSpec):\n    spec_functions = ['f']\n    def f(self):\n        'F.'\nfor name in Box.spec_functions:\n    getattr(Box, name).__doc__ = 'Other.'\n",
        6,
    ),
    "a parameter": (f"{LLAMA}def make(f):\n    return FunctionTool.from_defaults(f)\n", 6),
}
"""What cannot be followed → the line at which that is said."""


@pytest.mark.parametrize(("source", "line"), UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_never_in_silence(analyse: Analyse, source: str, line: int) -> None:
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [found.span.line for found in analysis.diagnostics if found.code == "TG211"] == [line]


NO_TOOLS: dict[str, str] = {
    "no list": f"{LLAMA}class Box(BaseToolSpec):\n    def f(self):\n        'F.'\n",
}


@pytest.mark.parametrize("source", NO_TOOLS.values(), ids=NO_TOOLS)
def test_nothing_is_invented(analyse: Analyse, source: str) -> None:
    assert analyse({"tools.py": source}).manifest.tools == ()


HIDDEN: dict[str, str] = {
    "a context": f"{LLAMA}def f(c: Context, text: str):\n    'F.'\nFunctionTool.from_defaults(f)\n",
}


@pytest.mark.parametrize("source", HIDDEN.values(), ids=HIDDEN)
def test_injected(analyse: Analyse, source: str) -> None:
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert [*tool.input_schema["properties"]] == ["text"]


def test_description(analyse: Analyse) -> None:
    (tool,) = analyse(
        {"tools.py": f"{LLAMA}def f(text: str):\n{DOCSTRING}FunctionTool.from_defaults(f)\n"}
    ).manifest.tools
    assert (tool.description, tool.input_schema["properties"]["text"]["description"]) == (
        "Do it.\n\nMore of it.\n\nArgs:\n    text: What.",
        "What.",
    )


TWO = "def f(text: str, user: str) -> str:\n    'F.'\n"
FILLED: dict[str, tuple[str, list[str], list[str]]] = {
    "a value": ("partial_params={'user': 'ada'}", ["text"], []),
    "an object": ("partial_params={'user': client.user()}", ["text"], []),
    "keywords": ("partial_params=dict(user=client)", ["text"], []),
    "nothing": ("partial_params=None", ["text", "user"], []),
    "not known": ("partial_params=given", ["text", "user"], ["TG201"]),
    "in part known": ("partial_params={'user': 1, **given}", ["text", "user"], ["TG201"]),
    "metadata": (
        "tool_metadata=ToolMetadata(name='f', description='F.', fn_schema=Model)",
        ["query"],
        [],
    ),
    "metadata without a schema": (
        "tool_metadata=ToolMetadata(name='f', description='F.')",
        ["text", "user"],
        ["TG201"],
    ),
    "metadata that is not known": ("tool_metadata=given", ["text", "user"], ["TG201"]),
    "no metadata": ("tool_metadata=None", ["text", "user"], []),
}


@pytest.mark.parametrize(("argument", "properties", "codes"), FILLED.values(), ids=FILLED)
def test_what_hides_parameters(analyse: Analyse, argument: str, properties: list[str], codes: list[str]) -> None:
    model = "from pydantic import BaseModel\nclass Model(BaseModel):\n    query: str\n"
    analysis = analyse({"tools.py": f"{LLAMA}{model}{TWO}x = FunctionTool.from_defaults(f, {argument})\n"})
    (tool,) = analysis.manifest.tools
    assert list(tool.input_schema["properties"]) == properties
    assert [found.code for found in analysis.diagnostics] == codes


def test_metadata_that_a_method_makes_of_what_it_is_given(analyse: Analyse) -> None:
    source = f"""{LLAMA}from pydantic import BaseModel
class Model(BaseModel):
    query: str
class Kit(BaseToolSpec):
    def to_tool_list(self):
        return [self._tool("find", "Finds.", self.run, Model), self._tool("ask", "Asks.", self.run, Model)]
    def _tool(self, name, description, fn, fn_schema):
        metadata = ToolMetadata(name=name, description=description, fn_schema=fn_schema)
        return FunctionTool.from_defaults(fn=fn, tool_metadata=metadata)
    def run(self, query=None, **kwargs):
        "Run."
"""
    analysis = analyse({"tools.py": source})
    found = [(one.name, one.description, [*one.input_schema["properties"]]) for one in analysis.manifest.tools]
    assert found == [("ask", "Asks.", ["query"]), ("find", "Finds.", ["query"])]
    assert not analysis.diagnostics


@pytest.mark.parametrize("method", ["get_fn_schema_from_fn_name", "get_metadata_from_fn_name"])
def test_a_method_that_says_what_functions_take_is_told(method: str, analyse: Analyse) -> None:
    # `BaseToolSpec.to_tool_list` asks it first.
    source = f"{LLAMA}class Kit(BaseToolSpec):\n    spec_functions = ['run']\n    def run(self, query: str): 'Run.'\n"
    analysis = analyse({"tools.py": f"{source}    def {method}(self, fn_name, spec_functions=None): ...\n"})
    assert [(one.code, method in one.message) for one in analysis.diagnostics] == [("TG226", True)]


CHOSEN = {
    "": [],
    "func_to_metadata_mapping={'run': meta}": ["TG226"],
    "spec_functions=['find']": ["TG226"],
    "['find'], {'find': meta}": ["TG226"],
}


@pytest.mark.parametrize(("arguments", "said"), CHOSEN.items())
def test_a_call_that_says_which_functions_are_tools_is_told(arguments: str, said: list[str], analyse: Analyse) -> None:
    source = f"{LLAMA}class Kit(BaseToolSpec):\n    spec_functions = ['run']\n    def run(self, query: str): 'Run.'\n"
    analysis = analyse({"tools.py": f"{source}kit = Kit()\ntools = kit.to_tool_list({arguments})\n"})
    assert [one.code for one in analysis.diagnostics if one.code != "TG302"] == said
