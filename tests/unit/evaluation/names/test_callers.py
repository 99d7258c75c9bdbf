"""What a parameter is, is what the project's calls give it: `def register(app)` of `register(FastMCP("x"))`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SERVER = "from fastmcp import FastMCP\nfrom app import tools\n"
SEARCH = "def search(text: str) -> str: 'Search.'\n"

FOLLOWED = {
    # what it is: the module with the tools, the module that calls it
    "a call": ("def setup(app): app.tool(search)\n", "tools.setup(FastMCP('x'))\n"),
    "a decorator": (
        "def setup(app):\n    @app.tool\n    def search(text: str) -> str: 'Search.'\n",
        "tools.setup(FastMCP('x'))\n",
    ),
    "a decorator that is called": (
        "def setup(app):\n    @app.tool()\n    def search(text: str) -> str: 'Search.'\n",
        "tools.setup(FastMCP('x'))\n",
    ),
    "a name that usually means another framework": (
        "def setup(mcp):\n    @mcp.tool()\n    def search(text: str) -> str: 'Search.'\n",
        "mcp = FastMCP('x')\ntools.setup(mcp)\n",
    ),
    "a keyword": ("def setup(*, app): app.tool(search)\n", "tools.setup(app=FastMCP('x'))\n"),
    "the second": ("def setup(name, app): app.tool(search)\n", "tools.setup('a', FastMCP('x'))\n"),
    "inside of a function": (
        "def setup(app): app.tool(search)\n",
        "def main():\n    s = FastMCP('x')\n    tools.setup(s)\n",
    ),
    "a method": ("class T:\n    def setup(self, app): app.tool(search)\n", "tools.T().setup(FastMCP('x'))\n"),
    "a method of a named object": (
        "class T:\n    def setup(self, app): app.tool(search)\n",
        "t = tools.T()\nt.setup(FastMCP('x'))\n",
    ),
    "annotated with a name that nobody imports": (
        "from mcp.types import Tool\ndef setup(server: 'FastMCP'): server.tool(search)\n",
        "tools.setup(FastMCP('x'))\n",
    ),
    "an attribute of an object": (
        "from mcp.types import Tool\ndef setup(server): server.tool(search)\n",
        "class App:\n    def __init__(self):\n        self.s = FastMCP('x')\n        tools.setup(self.s)\n",
    ),
    "one function after another": (
        "def add(app): app.tool(search)\ndef setup(server): add(server)\n",
        "tools.setup(FastMCP('x'))\n",
    ),
}


@pytest.mark.parametrize("what", FOLLOWED)
def test_parameters_that_are_servers(what: str, analyse: Analyse) -> None:
    tools, server = FOLLOWED[what]
    analysis = analyse({"app/__init__.py": "", "app/tools.py": SEARCH + tools, "app/server.py": SERVER + server})
    assert [str(one) for one in analysis.diagnostics] == []
    assert [(tool.name, tool.origin.dialect) for tool in analysis.manifest.tools] == [("search", "fastmcp")]


def test_calls_that_disagree_say_nothing(analyse: Analyse) -> None:
    """Which of two frameworks a server is of is not known then: the usual meaning of its name decides."""
    tools = "def setup(mcp):\n    @mcp.tool()\n    def search(text: str) -> str: 'Search.'\n"
    server = (
        SERVER + "from mcp.server.fastmcp import FastMCP as Other\ntools.setup(FastMCP('x'))\ntools.setup(Other('y'))\n"
    )
    analysis = analyse({"app/__init__.py": "", "app/tools.py": tools, "app/server.py": server})
    assert [(tool.name, tool.origin.dialect) for tool in analysis.manifest.tools] == [("search", "mcp")]
