"""agno: `@tool`, toolkits, and what agents are given."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

AGNO = "from agno.agent import Agent\nfrom agno.media import Image\nfrom agno.run import RunContext\nfrom agno.tools import Function, Toolkit, tool\n"
F = "def f(text: str) -> str:\n    'F.'\n"
BOX = "class Box(Toolkit):\n    def f(self, text: str) -> str:\n        'F.'\n    def g(self, text: str) -> str:\n        'G.'\n    def __init__(self, a, b, **kwargs):\n"
DOCSTRING = '''    """Do it.

    More of it.

    Args:
        text: What.
    """
'''

FOLLOWED: dict[str, tuple[str, dict[str, str]]] = {
    "a decorator": (f"{AGNO}@tool\n{F}", {"f": "decorator"}),
    "a decorator with a name": (f"{AGNO}@tool(name='h', show_result=True)\n{F}", {"h": "decorator"}),
    "a list of methods": (
        f"{AGNO}{BOX}        super().__init__(name='x', tools=[self.f, self.g])\n",
        {"f": "method", "g": "method"},
    ),
    "a list that conditions make": (
        f"{AGNO}{BOX}        tools = []\n        if a:\n            tools.append(self.f)\n        if b:\n            tools.append(self.g)\n        super().__init__(tools=tools)\n",
        {"f": "method", "g": "method"},
    ),
    "a list in which one is certain": (
        f"{AGNO}{BOX}        tools = []\n        if a:\n            tools.append(self.f)\n        tools.append(self.g)\n        if b:\n            kwargs['b'] = b\n        super().__init__(tools=tools)\n",
        {"f": "method", "g": "method"},
    ),
    "many conditions": (
        f"{AGNO}{BOX}        tools = [self.f]\n"
        + "        if a:\n            tools.append(self.g)\n" * 40
        + "        super().__init__(tools=tools)\n",
        {"f": "method", "g": "method"},
    ),
    "a method by its name": (
        f"{AGNO}{BOX}        super().__init__(tools=[getattr(self, 'f')])\n",
        {"f": "method"},
    ),
    "methods by their names": (
        f"{AGNO}{BOX}        super().__init__(tools=[getattr(self, name) for name in ('f', 'g')])\n",
        {"f": "method", "g": "method"},
    ),
    "methods by names that a condition adds": (
        f"{AGNO}{BOX}        names = ['f']\n        if a:\n            names += ['g']\n        super().__init__(\n            tools=[getattr(self, name) for name in names],\n            async_tools=[(getattr(self, 'a' + name), name) for name in names],\n        )\n",
        {"f": "method", "g": "method"},
    ),
    "a loop over the names of methods": (
        f"{AGNO}F = 'f'\nNAMES = (F, 'g')\n{BOX}        tools = []\n        for name in NAMES:\n            if not a[name]:\n                continue\n            tools.append(getattr(self, name))\n        super().__init__(tools=tools)\n",
        {"f": "method", "g": "method"},
    ),
    "the keys of a dictionary": (
        f"{AGNO}NAMES = {{'f': 'F.', 'g': 'G.'}}\n{BOX}        super().__init__(tools=[getattr(self, name) for name in NAMES])\n",
        {"f": "method", "g": "method"},
    ),
    "methods for callers that await": (
        f"{AGNO}{BOX}        super().__init__(tools=[self.f], async_tools=[(self.af, 'f'), (self.g, 'h')])\n    async def af(self, text: str): ...\n",
        {"f": "method", "h": "method"},
    ),
    "methods for callers that await, in a list that has a name": (
        f"{AGNO}{BOX}        both = [(self.f, 'f')]\n        both.append((self.g, 'h'))\n        super().__init__(async_tools=both)\n",
        {"f": "method", "h": "method"},
    ),
    "methods that are left out": (
        f"{AGNO}{BOX}        super().__init__(tools=[self.f, self.g], exclude_tools=['g'], **kwargs)\n",
        {"f": "method"},
    ),
    "methods that alone are taken": (
        f"{AGNO}NAMES = ['g']\n{BOX}        super().__init__(tools=[self.f, self.g], include_tools=NAMES)\n",
        {"g": "method"},
    ),
    "whoever makes an object says what is taken": (
        f"{AGNO}{BOX}        super().__init__(tools=[self.f, self.g], include_tools=a, exclude_tools=b)\n",
        {"f": "method", "g": "method"},
    ),
    "register in a loop": (
        f"{AGNO}{BOX}        super().__init__(name='x')\n        for name in ['f', 'g']:\n            self.register(getattr(self, name))\n",
        {"f": "method", "g": "method"},
    ),
    "register": (
        f"{AGNO}{BOX}        super().__init__(name='x')\n        self.register(self.f)\n        self.register(self.g, name='h')\n",
        {"f": "method", "h": "method"},
    ),
    "an object": (f"{AGNO}{F}x = Toolkit('x', tools=[f])\n", {"f": "call"}),
    "an agent": (f"{AGNO}{F}x = Agent(tools=[f])\n", {"f": "call"}),
    "from_callable": (f"{AGNO}{F}x = Function.from_callable(f, name='h')\n", {"h": "call"}),
}


@pytest.mark.parametrize(("source", "tools"), FOLLOWED.values(), ids=FOLLOWED)
def test_followed(analyse: Analyse, source: str, tools: dict[str, str]) -> None:
    analysis = analyse({"tools.py": source})
    assert [found for found in analysis.diagnostics if found.code == "TG211"] == []
    assert {tool.name: tool.origin.registration for tool in analysis.manifest.tools} == tools


@pytest.mark.parametrize(
    ("names", "tools"),
    [
        ("['', 'x']", {"f"}),
        ("NAMES", {"f"}),
        ("Names.ALL", {"f"}),
        ("['x', 'y']", {"f", "g"}),
        ("load()", set()),
        ("GROWN", set()),
        ("Names.GROWN", set()),
    ],
)
def test_methods_that_a_loop_describes_are_not_said_to_be_as_written(
    analyse: Analyse, names: str, tools: set[str]
) -> None:
    lists = "class Names:\n    ALL = ['']\n    GROWN = ['x']\nNames.GROWN.append('')\nGROWN = ['x']\nGROWN.append('')\n"
    loop = f"NAMES = ('', 'y')\nfor name in {names}:\n    getattr(Box, 'g' + name).__doc__ = 'Other.'\n"
    described = lists + loop
    analysis = analyse({"tools.py": f"{AGNO}{BOX}        super().__init__(tools=[self.f, self.g])\n{described}"})
    assert {tool.name for tool in analysis.manifest.tools} == tools
    assert {"TG211"} <= {found.code for found in analysis.diagnostics}


UNFOLLOWED: dict[str, tuple[str, int]] = {
    "a name of no method": (
        f"{AGNO}{BOX}        super().__init__(tools=[getattr(self, name) for name in ('h',)])\n",
        8 + 3,
    ),
    "names in a loop that are not all known": (
        f"{AGNO}{BOX}        tools = []\n        for name in ['f', *a]:\n            tools.append(getattr(self, name))\n        super().__init__(tools=tools)\n",
        8 + 6,
    ),
    "names of methods": (f"{AGNO}{BOX}        super().__init__(tools=[getattr(self, name) for name in a])\n", 8 + 3),
    "a list that is given": (f"{AGNO}def make(tools):\n    return Toolkit(tools=tools)\n", 6),
}
"""What cannot be followed → the line at which that is said."""


@pytest.mark.parametrize(("source", "line"), UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_never_in_silence(analyse: Analyse, source: str, line: int) -> None:
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [found.span.line for found in analysis.diagnostics if found.code == "TG211"] == [line]


NO_TOOLS: dict[str, str] = {
    "another method called register": f"{F}import atexit\natexit.register(f)\n",
    "a toolkit in a list": f"{AGNO}x = Agent(tools=[Toolkit(name='x'), None])\n",
}


@pytest.mark.parametrize("source", NO_TOOLS.values(), ids=NO_TOOLS)
def test_nothing_is_invented(analyse: Analyse, source: str) -> None:
    assert analyse({"tools.py": source}).manifest.tools == ()


HIDDEN: dict[str, str] = {
    "names": f"{AGNO}@tool\ndef f(text: str, agent=None, team=None, run_context=None, images=None):\n    'F.'\n",
    "types": f"{AGNO}@tool\ndef f(text: str, me: Agent, now: RunContext | None = None, image: Image = None):\n    'F.'\n",
    "what a user is asked for": f"{AGNO}@tool(requires_user_input=True, user_input_fields=['user'])\ndef f(text: str, user: str) -> str:\n    'F.'\n",
}


@pytest.mark.parametrize("source", HIDDEN.values(), ids=HIDDEN)
def test_injected(analyse: Analyse, source: str) -> None:
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert [*tool.input_schema["properties"]] == ["text"]


def test_description(analyse: Analyse) -> None:
    (tool,) = analyse({"tools.py": f"{AGNO}@tool\ndef f(text: str):\n{DOCSTRING}"}).manifest.tools
    assert (tool.description, tool.input_schema["properties"]["text"]["description"]) == (
        "Do it.\nMore of it.",
        "What.",
    )
