"""Calls of functions that only share a name with what declares tools are not followed; no tool is lost by that."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from toolgen.pipeline import Analysis
from toolgen.tools.declarations.wrappers import CallGraph

Analyse = Callable[..., Analysis]

SERVER = "import functools\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n"
TOOL = 'def search(text: str) -> str:\n    "Search."\n'
HOME = SERVER + "def register(server, fn=None): return server.tool()(fn)\n"

FOUND: dict[str, Mapping[str, str]] = {
    "itself": {"m.py": HOME + TOOL + "register(mcp, search)\n"},
    "a keyword": {"m.py": HOME + TOOL + "register(fn=search, server=mcp)\n"},
    "imported under another name": {"m.py": HOME, "n.py": "from m import mcp, register as put\n" + TOOL + "put(mcp, search)\n"},
    "another name by assignment": {"m.py": HOME + "put = register\n" + TOOL + "put(mcp, search)\n"},
    "an alias of the method": {
        "m.py": SERVER + "expose = mcp.tool\ndef put(fn): return expose()(fn)\n" + TOOL + "put(search)\n"
    },
    "a partial": {
        "m.py": SERVER + "def made(): return functools.partial(mcp.tool, title='T')\n"
        "def put(fn): return made()()(fn)\n" + TOOL + "put(search)\n"
    },
    "through another function": {
        "m.py": SERVER + "def inner(server, fn): server.tool()(fn)\ndef outer(server, fn): inner(server, fn)\n"
        + TOOL + "outer(mcp, search)\n"
    },
    "through a circle of functions": {
        "m.py": SERVER + "def one(fn, again):\n    if again: two(fn)\n    return mcp.tool()(fn)\n"
        "def two(fn): return one(fn, False)\n" + TOOL + "two(search)\n"
    },
    "a method of a base class": {
        "m.py": SERVER + "class Base:\n    def put(self, fn): return mcp.tool()(fn)\n"
        "class Server(Base): ...\n" + TOOL + "server = Server()\nserver.put(search)\n"
    },
    "the functions of a module": {
        "m.py": SERVER + "def put_all(server):\n    put(server, search)\ndef put(server, fn): server.tool()(fn)\n"
        + TOOL + "put_all(mcp)\n"
    },
}  # fmt: skip


def _said(analysis: Analysis) -> tuple[list[str], list[str]]:
    return [tool.name for tool in analysis.manifest.tools], [f"{d.code} {d.span}" for d in analysis.diagnostics]


@pytest.mark.parametrize("files", FOUND.values(), ids=FOUND)
def test_nothing_is_lost(files: Mapping[str, str], analyse: Analyse, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _said(analyse(files))
    monkeypatch.setattr(CallGraph, "declares", lambda *_: True)
    assert found == _said(analyse(files))
    assert found[0] == ["search"]


RULED_OUT: dict[str, str] = {
    "a method of the name": "class Store:\n    def tool(self): ...\ndef put(store: Store):\n    return store.tool()\n",
    "what another package defines": "import atexit\ndef put(fn):\n    atexit.register(fn)\n",
    "a function that calls such a one": (
        "import atexit\ndef inner(fn):\n    atexit.register(fn)\ndef put(fn):\n    inner(fn)\n"
    ),
    "functions that call each other": (
        "import atexit\ndef one(fn):\n    atexit.register(fn)\n    put(fn)\ndef put(fn):\n    one(fn)\n"
    ),
}
KEPT: dict[str, str] = {
    "a parameter": "def put(server):\n    return server.tool()\n",
    "a decorator below": "def put(server):\n    @server.tool()\n    def f(): ...\n    return server.tool\n",
    "one among others": "import atexit\ndef put(server):\n    atexit.register(server)\n    server.tool(server)\n",
}


@pytest.mark.parametrize(
    ("source", "is_followed"),
    [*((source, False) for source in RULED_OUT.values()), *((source, True) for source in KEPT.values())],
    ids=[*RULED_OUT, *KEPT],
)
def test_what_is_followed(source: str, is_followed: bool, analyse: Analyse, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[bool] = []
    declares = CallGraph.declares

    def recorded(graph: CallGraph, function: object) -> bool:
        answers.append(declares(graph, function))  # type: ignore[arg-type]
        return answers[-1]

    monkeypatch.setattr(CallGraph, "declares", recorded)
    analyse({"m.py": f"{source}\nput(1)\n"})
    assert {*answers} == {is_followed}
