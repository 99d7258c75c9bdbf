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
    "what a loop takes in turn": (
        "from mcp.types import Tool\ndef setup(server): server.tool(search)\n",
        "for register in (print, tools.setup):\n    register(FastMCP('x'))\n",
    ),
    "a part of what a loop takes in turn": (
        "def setup(server):\n    @server.tool\n    def search(text: str) -> str: 'Search.'\n",
        "parts = [('a', tools.setup)]\nfor name, register in parts:\n    register(FastMCP('x'))\n",
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


_KEPT = """\
from mcp.types import Tool
class Kept:
    def __init__(self, inner):
        self.inner = inner
    {members}
def setup(server):
    @{decorator}
    def search(text: str) -> str: 'Search.'
"""
_METHOD = """\
def tool(self, **options):
        def register(f):
            return self.inner.tool(**options)(f)
        return register
"""
WRAPPING = {
    # what hands the server on: the members of a class that keeps it, and what registers the tools
    "a method of the same name": (_METHOD, "server.tool()"),
    "all other attributes": ("def __getattr__(self, name): return getattr(self.inner, name)", "server.tool()"),
    "an attribute": ("pass", "server.inner.tool"),
}
_APP = """\
class App:
    def __init__(self, options):
        self.server = FastMCP(**options)
        self.setup()
    def setup(self):
        kept = tools.Kept(self.server)
        for register in [tools.setup]:
            register(kept)
"""
GIVEN = {
    "a call": "tools.setup(tools.Kept(FastMCP('x')))\n",
    "a loop": "kept = tools.Kept(FastMCP('x'))\nfor register in (tools.setup,):\n    register(kept)\n",
    "a method": _APP,
}


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("what", WRAPPING)
def test_servers_inside_objects(what: str, given: str, analyse: Analyse) -> None:
    """What the object wraps says what a tool is of, not what the file imports."""
    members, decorator = WRAPPING[what]
    tools = _KEPT.format(members=members, decorator=decorator)
    analysis = analyse({"app/__init__.py": "", "app/tools.py": tools, "app/server.py": SERVER + GIVEN[given]})
    assert [(tool.name, tool.origin.dialect) for tool in analysis.manifest.tools] == [("search", "fastmcp")]
    assert [str(one) for one in analysis.diagnostics] == []


def test_what_two_servers_are_given_is_a_tool_of_both(analyse: Analyse) -> None:
    tools = "def setup(mcp):\n    @mcp.tool()\n    def search(text: str) -> str: 'Search.'\n"
    server = (
        SERVER + "from mcp.server.fastmcp import FastMCP as Other\ntools.setup(FastMCP('x'))\ntools.setup(Other('y'))\n"
    )
    analysis = analyse({"app/__init__.py": "", "app/tools.py": tools, "app/server.py": server})
    assert [(tool.name, tool.origin.dialect) for tool in analysis.manifest.tools] == [("search", "fastmcp")]
    assert [(one.name, one.codes) for one in analysis.manifest.skipped] == [("search", ("TG229",))]
