"""One tool that is declared more than once: on several paths of a call, or where functions around it are called."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

SERVER = """
from fastmcp import FastMCP
class Server(FastMCP):
    def __init__(self, note: str = "Keep."):
        super().__init__("x")
        self.note = note
        self.setup()
    def setup(self) -> None:
        def store(text: str): ...
        self.tool(store, name="store", description=self.note)
"""
PASSED = """
from functools import partial
from fastmcp import FastMCP
def store(text: str, shelf: str = ""):
    "Store."
def register(mcp: FastMCP, shelf: str | None = None) -> None:
    stored = store
    if shelf:
        stored = partial(stored, shelf=shelf)
    mcp.tool(stored, name="store")
mcp = FastMCP("x")
"""
ADDED = """
from langchain_core.tools import StructuredTool
def build(agents: dict[str, str]) -> StructuredTool:
    def store(text: str): ...
    told = "Store."
    queued = ", ".join(agents)
    if queued:
        told += f" Except for {queued}."
    return StructuredTool.from_function(name="store", func=store, description=told)
"""


UNNAMED = """
from elsewhere import load
from fastmcp import FastMCP
def register(mcp: FastMCP) -> None:
    said = load()
    @mcp.tool(name=said["name"], description="Store.")
    def store(text: str): ...
def create() -> FastMCP:
    mcp = FastMCP("x")
    register(mcp)
    return mcp
"""


@pytest.mark.parametrize(
    ("source", "described", "parameters", "codes"),
    [
        (SERVER + "mcp = Server()\n", "Keep.", ["text"], set()),
        (SERVER + "mcp = Server('All of it.')\n", "All of it.", ["text"], set()),
        (SERVER, "Keep.", ["text"], {"TG235"}),
        (PASSED + "register(mcp)\n", "Store.", ["text", "shelf"], set()),
        (ADDED, "", ["text"], {"TG217"}),
        (UNNAMED, "Store.", ["text"], {"TG224"}),
    ],
)
def test_it_is_one_tool_and_what_differs_is_not_known(
    source: str, described: str, parameters: list[str], codes: set[str], analyse: Callable[..., Analysis]
) -> None:
    found = analyse({"server.py": source})
    assert [(one.name, one.description) for one in found.manifest.tools] == [("store", described)]
    assert [one.name for one in found.manifest.tools[0].parameters] == parameters
    assert {one.code for one in found.diagnostics} - {"TG203", "TG228"} == codes


def test_what_a_decorator_declares_is_declared_so_where_the_function_around_is_called(
    analyse: Callable[..., Analysis],
) -> None:
    made = """
from fastmcp import FastMCP
from toolgen import tool
def create(name: str) -> FastMCP:
    mcp = FastMCP(name)
    @tool(title="T")
    async def store(text: str): "Store."
    @mcp.tool()
    def drop(text: str): "Drop."
    return mcp
"""
    called = "from server import create\ndef main():\n    server = create('x')\n    server.run()\n"
    tools = analyse({"server.py": made, "app.py": called}).manifest.tools
    assert [(tool.name, tool.origin.registration) for tool in tools] == [("drop", "decorator"), ("store", "decorator")]
    assert [tool.declared and tool.declared.path for tool in tools] == ["server.py", "server.py"]


def test_one_of_two_branches_makes_the_tool_where_the_function_around_is_called(
    analyse: Callable[..., Analysis],
) -> None:
    made = """
from fastmcp import FastMCP
def create(is_short: bool) -> FastMCP:
    mcp = FastMCP("x")
    if is_short:
        @mcp.tool(name="store")
        def _store(text: str): "Store."
    else:
        @mcp.tool(name="store")
        def _store(text: str, note: str): "Store."
    return mcp
"""
    called = "import sys\nfrom server import create\nclass App:\n    def run(self): create('x' in sys.argv).run()\n"
    found = analyse({"server.py": made, "app.py": called})
    assert [tool.name for tool in found.manifest.tools] == ["store"]
    assert {one.code for one in found.diagnostics} == {"TG221"}


def test_one_of_two_names_is_not_known_where_the_function_around_is_called(analyse: Callable[..., Analysis]) -> None:
    made = """
import os
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("x")
def store(text: str): "Store."
def register(server):
    for name in ["keep", os.getenv("NAME")]:
        server.add_tool(store, name=name)
register(mcp)
"""
    found = analyse({"server.py": made})
    assert {one.name for one in found.manifest.tools} == {"keep", "store"}
    assert "TG224" in {one.code for one in found.diagnostics}
