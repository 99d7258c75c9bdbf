"""google-adk and google-genai: functions, alone and in lists."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

ADK = "from google.adk.agents import Agent\nfrom google.adk.tools import FunctionTool, ToolContext\nfrom google.adk.tools.google_tool import GoogleTool\n"
CLIENT = "from google import genai\nclient = genai.Client()\n"
GENAI = "from google.genai import types\n"
F = "def f(text: str) -> str:\n    'F.'\n"
DOCSTRING = '''    """Do it.

    More of it.

    Args:
        text: What.
    """
'''

FOLLOWED: dict[str, tuple[str, dict[str, str]]] = {
    "a call": (f"{ADK}{F}x = FunctionTool(func=f)\n", {"f": "call"}),
    "the constructor of a subclass": (
        f"{ADK}{F}class X(FunctionTool):\n    def __init__(self):\n        super().__init__(f)\n",
        {"f": "call"},
    ),
    "an agent": (f"{ADK}{F}x = Agent(name='x', tools=[f, Agent()])\n", {"f": "call"}),
    "a configuration": (f"{GENAI}{F}x = types.GenerateContentConfig(tools=[f])\n", {"f": "call"}),
    "a configuration that is a dictionary": (
        f"{CLIENT}{F}client.models.generate_content(model='x', contents='y', config={{'tools': [f]}})\n",
        {"f": "call"},
    ),
    "a dictionary that has a name": (
        f"{CLIENT}{F}def run():\n    config = {{'a': 1, 'tools': [f, {{'google_search': {{}}}}]}}\n    client.aio.chats.create(model='x', config=config)\n",
        {"f": "call"},
    ),
    "a dictionary that is called": (
        f"{CLIENT}{F}async def run():\n    async with client.aio.live.connect(model='x', config=dict(tools=[f])): ...\n",
        {"f": "call"},
    ),
    "the older package": (
        f"import google.generativeai as genai\n{F}x = genai.GenerativeModel('x', tools=[f])\n",
        {"f": "call"},
    ),
}


@pytest.mark.parametrize(("source", "tools"), FOLLOWED.values(), ids=FOLLOWED)
def test_followed(analyse: Analyse, source: str, tools: dict[str, str]) -> None:
    analysis = analyse({"tools.py": source})
    assert [found for found in analysis.diagnostics if found.code == "TG211"] == []
    assert {tool.name: tool.origin.registration for tool in analysis.manifest.tools} == tools


UNFOLLOWED: dict[str, tuple[str, int]] = {
    "a function that a subclass is given": (
        f"{ADK}class X(FunctionTool):\n    def __init__(self, f):\n        super().__init__(f)\n",
        6,
    ),
    "a list in a dictionary that is given": (
        f"{CLIENT}def run(tools):\n    client.models.generate_content(model='x', contents='y', config={{'tools': tools}})\n",
        4,
    ),
    "a list that is given": (f"{GENAI}def make(tools):\n    return types.GenerateContentConfig(tools=tools)\n", 3),
}
"""What cannot be followed → the line at which that is said."""


@pytest.mark.parametrize(("source", "line"), UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_never_in_silence(analyse: Analyse, source: str, line: int) -> None:
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [found.span.line for found in analysis.diagnostics if found.code == "TG211"] == [line]


NO_TOOLS: dict[str, str] = {
    "another agent": f"from google.cloud import Agent\n{F}x = Agent(tools=[f])\n",
    "tools of Google's": f"{GENAI}x = types.GenerateContentConfig(tools=[types.Tool(google_search=types.GoogleSearch())])\n",
}


@pytest.mark.parametrize("source", NO_TOOLS.values(), ids=NO_TOOLS)
def test_nothing_is_invented(analyse: Analyse, source: str) -> None:
    assert analyse({"tools.py": source}).manifest.tools == ()


HIDDEN: dict[str, str] = {
    "a context": f"{ADK}def f(text: str, c: ToolContext):\n    'F.'\nx = FunctionTool(f)\n",
    "names": f"{ADK}def f(text: str, tool_context):\n    'F.'\nx = FunctionTool(f)\n",
    "what Google's tools are given": f"{ADK}def f(text: str, credentials: int, settings: int):\n    'F.'\nx = GoogleTool(func=f)\n",
}


@pytest.mark.parametrize("source", HIDDEN.values(), ids=HIDDEN)
def test_injected(analyse: Analyse, source: str) -> None:
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert [*tool.input_schema["properties"]] == ["text"]


def test_description(analyse: Analyse) -> None:
    (tool,) = analyse({"tools.py": f"{ADK}def f(text: str):\n{DOCSTRING}FunctionTool(f)\n"}).manifest.tools
    assert (tool.description, tool.input_schema["properties"]["text"]["description"]) == (
        "Do it.\n\nMore of it.\n\nArgs:\n    text: What.",
        "What.",
    )
