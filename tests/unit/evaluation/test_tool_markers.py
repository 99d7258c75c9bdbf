"""The object that a decorator is a method of: its class says whether there is a tool, if it is known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SOURCE = """\
import asyncio, functools, os
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("x")
class Silent:
    def tool(self): return lambda function: function
silent = Silent()
{before}
@{receiver}.tool()
def search(text: str) -> str:
    "Search."
"""
TOOL, NOTHING = ["search"], list[str]()

RECEIVERS: dict[str, tuple[str, str, list[str], list[str]]] = {
    # what it is: the statement before, the object, the tools that are found, the codes of what is said
    "an item": ("pair = [silent, mcp]", "pair[1]", TOOL, []),
    "another item": ("pair = [mcp, silent]", "pair[1]", NOTHING, []),
    "a function": ("def server(): return mcp", "server()", TOOL, []),
    "a function with a decorator that yields another": (
        "def other(function): return lambda: silent\n@other\ndef server(): return mcp",
        "server()",
        NOTHING,
        [],
    ),
    "one of two, by the environment": ("one = mcp if os.getenv('ON') else silent", "one", TOOL, ["TG221"]),
    "one of two, nobody knows which": ("one = [mcp, silent][os.getpid() > 0]", "one", TOOL, ["TG221"]),
    "two of one class": ("one = mcp if os.getenv('ON') else FastMCP('y')", "one", TOOL, []),
    "what a coroutine returns": ("async def get(): return mcp\none = asyncio.run(get())", "one", TOOL, []),
    "an attribute that is set later": ("class K:\n    one = mcp\nK.one = silent", "K.one", NOTHING, ["TG211"]),
}


@pytest.mark.parametrize(("before", "receiver", "tools", "codes"), RECEIVERS.values(), ids=RECEIVERS)
def test_receiver(analyse: Analyse, before: str, receiver: str, tools: list[str], codes: list[str]) -> None:
    analysis = analyse({"tools.py": SOURCE.format(before=before, receiver=receiver)})
    assert [tool.name for tool in analysis.manifest.tools] == tools
    assert [found.code for found in analysis.diagnostics] == codes


FILES = {
    # what the file imports, the usual name of a server or not: the dialect of the tool, or TG211
    "a server's package": ("from mcp.server.fastmcp import FastMCP", "app", ["mcp"], []),
    "what servers of two frameworks import": ("from mcp.types import Tool", "app", [], ["TG211"]),
    "nothing": ("", "server", [], ["TG211"]),
    "nothing, by another name": ("", "app", [], []),
}


@pytest.mark.parametrize(("imported", "name", "dialects", "codes"), FILES.values(), ids=FILES)
def test_a_parameter_without_annotation(
    analyse: Analyse, imported: str, name: str, dialects: list[str], codes: list[str]
) -> None:
    """It is what the file imports for servers; where that may be of several frameworks, it is told."""
    source = f'{imported}\ndef register({name}):\n    @{name}.tool()\n    def search():\n        "Search."\n'
    analysis = analyse({"tools.py": source})
    assert [tool.origin.dialect for tool in analysis.manifest.tools] == dialects
    assert [one.code for one in analysis.diagnostics] == codes


SERVERS = {
    # the file that makes the server, another file, the dialect of the tool of a third, or TG211
    "an attribute": ("from fastmcp import FastMCP\nclass App:\n    mcp = FastMCP('x')\n", "", ["fastmcp"]),
    "of the SDK": ("from mcp.server import MCPServer\napp = MCPServer('x')", "", ["mcp"]),
    "not what only type checkers see": (
        "from fastmcp import FastMCP\napp = FastMCP('x')",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING: from mcp.server.fastmcp import FastMCP\n",
        ["fastmcp"],
    ),
    "of two frameworks": (
        "from fastmcp import FastMCP\napp = FastMCP('x')",
        "from mcp.server import MCPServer\napp = MCPServer('x')",
        [],
    ),
}


@pytest.mark.parametrize(("server", "other", "dialects"), SERVERS.values(), ids=SERVERS)
def test_a_parameter_that_is_given_elsewhere(analyse: Analyse, server: str, other: str, dialects: list[str]) -> None:
    """It is what the project imports for servers when it runs, in whichever file."""
    tool = 'def register(mcp):\n    @mcp.tool()\n    def search():\n        "Search."\n'
    analysis = analyse({"server.py": server, "other.py": other, "tools.py": tool})
    assert [tool.origin.dialect for tool in analysis.manifest.tools] == dialects
    assert [one.code for one in analysis.diagnostics] == ([] if dialects else ["TG211"])


CLASS = """\
from {package} import FastMCP
mcp = FastMCP("x")
class Kit:
{method}
{after}
"""
DEF = "    def search({}text: str) -> str: 'Search.'"
UNBOUND = "TG227"
IN_CLASSES = {
    # the method, what follows the class: the parameters of the tool and its binding, or the code
    "a function": (f"    @mcp.tool()\n{DEF.format('')}", "", (["text"], "static_method")),
    "a function of nothing": ("    @mcp.tool()\n    def search() -> str: 'Search.'", "", ([], "static_method")),
    "a static method": (f"    @mcp.tool()\n    @staticmethod\n{DEF.format('')}", "", (["text"], "static_method")),
    "a static method of what is given": (
        f"    @staticmethod\n    @mcp.tool()\n{DEF.format('')}",
        "",
        (["text"], "static_method"),
    ),
    "a method": (f"    @mcp.tool()\n{DEF.format('self, ')}", "", UNBOUND),
    "a class method": (f"    @classmethod\n    @mcp.tool()\n{DEF.format('cls, ')}", "", UNBOUND),
    "a class method that is given": (f"    @mcp.tool()\n    @classmethod\n{DEF.format('cls, ')}", "", UNBOUND),
    "a function that is added": (DEF.format(""), "mcp.add_tool(Kit.search)", (["text"], "static_method")),
    "a function that is added in the class": (
        f"{DEF.format('')}\n    mcp.add_tool(search)",
        "",
        (["text"], "static_method"),
    ),
    "a method of the class that is added": (DEF.format("self, "), "mcp.add_tool(Kit.search)", UNBOUND),
    "a method of an object that is added": (DEF.format("self, "), "mcp.add_tool(Kit().search)", (["text"], "method")),
    "a class method that is added": (
        f"    @classmethod\n{DEF.format('cls, ')}",
        "mcp.add_tool(Kit.search)",
        (["text"], "class_method"),
    ),
}


@pytest.mark.parametrize("package", ["mcp.server.fastmcp", "fastmcp"])
@pytest.mark.parametrize(("method", "after", "expected"), IN_CLASSES.values(), ids=IN_CLASSES)
def test_a_function_in_a_class(
    analyse: Analyse, package: str, method: str, after: str, expected: tuple[list[str], str] | str
) -> None:
    """It is given as the class has it: mcp 1 and 2 and fastmcp 2 ask for `self`, fastmcp 3 and 4 raise TypeError."""
    analysis = analyse({"tools.py": CLASS.format(package=package, method=method, after=after)})
    errors = [one.code for one in analysis.diagnostics if one.severity == "error"]
    if isinstance(expected, str):
        assert errors == [expected]
    else:
        (tool,) = analysis.manifest.tools
        assert (errors, [one.name for one in tool.parameters], tool.origin.binding) == ([], *expected)


@pytest.mark.parametrize(
    ("imports", "decorator", "meant"),
    [
        ("from toolgen import tol as tool", "tool", "toolgen.tool"),
        ("import toolgen", "toolgen.tol(name='x')", "toolgen.tool"),
        ("from agents import function_tol", "function_tol", "agents.function_tool"),
        ("from toolgen import Tool", "Tool", ""),
        ("from functools import cache", "cache", ""),
    ],
)
def test_a_decorator_that_its_module_does_not_have_is_told_with_the_nearest(
    analyse: Callable[..., Analysis], imports: str, decorator: str, meant: str
) -> None:
    source = f"{imports}\n@{decorator}\ndef find(text: str) -> str:\n    'Find.'\n    return text  # a tool\n"
    found = [one.message for one in analyse({"main.py": source}).diagnostics if one.code == "TG211"]
    assert [f"(did you mean `{meant}`?)" in one for one in found] == [True] * bool(meant)
