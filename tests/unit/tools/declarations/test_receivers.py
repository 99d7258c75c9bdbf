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
    "what a coroutine returns": ("async def get(): return mcp\none = asyncio.run(get())", "one", TOOL, ["TG221"]),
    "an attribute that is set later": ("class K:\n    one = mcp\nK.one = silent", "K.one", NOTHING, ["TG211"]),
}


@pytest.mark.parametrize(("before", "receiver", "tools", "codes"), RECEIVERS.values(), ids=RECEIVERS)
def test_receiver(analyse: Analyse, before: str, receiver: str, tools: list[str], codes: list[str]) -> None:
    analysis = analyse({"tools.py": SOURCE.format(before=before, receiver=receiver)})
    assert [tool.name for tool in analysis.manifest.tools] == tools
    assert [found.code for found in analysis.diagnostics] == codes


def test_a_parameter_without_annotation_is_what_the_file_imports(analyse: Analyse) -> None:
    source = (
        "from mcp.server.fastmcp import FastMCP\n"
        'def register(app):\n    @app.tool()\n    def search():\n        "Search."\n'
    )
    analysis = analyse({"tools.py": source})
    assert [tool.name for tool in analysis.manifest.tools] == ["search"]
    assert analysis.diagnostics == ()


MOUNTED = (
    "from fastmcp import FastMCP\nmain, web = FastMCP('main'), FastMCP('web')\n"
    "@web.tool\ndef search(text: str):\n    'Search.'\n"
)
RESHAPING = {
    # what is done with the server, and whether clients see other names afterwards
    "mounted": ("main.mount(web)", False),
    "mounted without a namespace": ("main.mount(web, namespace=None)", False),
    "mounted under a namespace": ("main.mount(web, namespace='web')", True),
    "mounted under a prefix": ("main.mount(web, prefix='web')", True),
    "mounted by position": ("main.mount(web, 'web')", True),
    "mounted in a function": ("def compose(server: FastMCP): server.mount(web, namespace='web')", True),
    "imported": ("async def compose(): await main.import_server(web, prefix='web')", True),
    "transformed": ("web.add_transform(found_elsewhere)", True),
    "mounted on what is no server": ("import os\nos.mount(web, 'web')", False),
}


@pytest.mark.parametrize(("call", "is_told"), RESHAPING.values(), ids=RESHAPING)
def test_other_names_for_clients_are_told(analyse: Analyse, call: str, is_told: bool) -> None:
    analysis = analyse({"tools.py": f"{MOUNTED}{call}\n"})
    assert [tool.name for tool in analysis.manifest.tools] == ["search"]
    assert [found.code for found in analysis.diagnostics if found.code == "TG226"] == ["TG226"] * is_told


def test_names_for_clients_are_told_where_the_server_is_an_attribute(analyse: Analyse) -> None:
    source = (
        "from fastmcp import FastMCP\nfrom elsewhere import Found\nclass App:\n    def __init__(self):\n"
        "        self.server = FastMCP('x')\n    def hide(self):\n        self.server.add_transform(Found())\n"
    )
    assert [found.code for found in analyse({"tools.py": source}).diagnostics] == ["TG226"]
