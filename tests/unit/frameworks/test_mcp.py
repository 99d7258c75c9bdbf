"""What the low-level server of `mcp` lists is told; what clients ask for is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

SERVER = "from mcp.server import Server\n"
LOW_LEVEL = "from mcp.server.lowlevel import Server\n"
HANDLER = "@server.list_tools()\nasync def tools():\n    return []\n"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (
            "from mcp import ClientSession\nasync def f(server: ClientSession):\n    await server.list_tools()\n",
            0,
        ),
        ("from mcp.server.fastmcp import FastMCP\nserver = FastMCP()\ntools = server.list_tools()\n", 0),
        (f"from other import Server\nserver = Server()\n{HANDLER}", 0),
        (f"{SERVER}server = Server()\n@server.list_prompts()\nasync def prompts():\n    return []\n", 0),
        (f"{SERVER}server = Server()\n{HANDLER}", 1),
        (f"{LOW_LEVEL}server: Server = made()\n{HANDLER}", 1),
        (f"{SERVER}def handlers(server: Server):\n    @server.list_tools()\n    async def tools(): ...\n", 1),
    ],
)
def test_the_handlers_of_the_low_level_server(source: str, told: int, analyse: Callable[..., Analysis]) -> None:
    found = [one for one in analyse({"server.py": source}).diagnostics if one.code == "TG211"]
    assert [one.message for one in found] == [
        "a tool is registered here by `@server.list_tools`, which is not followed"
    ] * told


@pytest.mark.parametrize(
    ("server", "told"),
    [
        ("Server('files')", 0),
        ("Server('files', on_list_prompts=tools)", 0),
        ("Server('files', on_list_tools=tools)", 1),
        ("Server('files', on_list_tools=Files().tools)", 1),
        ("Server('files', on_list_tools=lambda context, params: [])", 1),
    ],
)
def test_the_arguments_of_the_low_level_server(server: str, told: int, analyse: Callable[..., Analysis]) -> None:
    source = f"""
{SERVER}
async def tools(context, params): ...

class Files:
    async def tools(self, context, params): ...

async def main() -> None:
    server = {server}
"""
    found = analyse({"server.py": source})
    assert [one.code for one in found.diagnostics] == ["TG211"] * told
    assert not found.manifest.tools


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("server.add_request_handler('tools/list', Params, tools)", 1),
        ("server.add_request_handler(method='tools/list', params_type=Params, handler=tools)", 1),
        ("add = server.add_request_handler\nadd('tools/list', Params, tools)", 1),
        ("server.add_request_handler('tools/call', Params, tools)", 0),
        ("server.add_request_handler('resources/list', Params, tools)", 0),
    ],
)
def test_the_handlers_that_the_low_level_server_is_given(
    statement: str, told: int, analyse: Callable[..., Analysis]
) -> None:
    source = (
        f"{SERVER}from models import Params\nasync def tools(context, params): ...\nserver = Server()\n{statement}\n"
    )
    found = analyse({"server.py": source})
    assert [one.code for one in found.diagnostics] == ["TG211"] * told
