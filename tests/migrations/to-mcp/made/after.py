"""Notes."""

from __future__ import annotations

import json  # kept

from toolgen import Injected, tool

from mcp.server import MCPServer
from mcp.server.mcpserver import Context

mcp = MCPServer("tools")

WORDS = json.dumps([])


@mcp.tool()
async def add(text: str, ctx: Context, tag: str = "") -> str:
    """Add a note."""
    return text


# About `find`.
@mcp.tool(
    title='Find',
    name="search",  # its name
    annotations={"readOnlyHint": True, "openWorldHint": False},
)  # why
def find(word: str, ctx: "Context | None" = None) -> list[str]:
    """Find notes."""
    return [word]


@mcp.tool(description="Drop a note.")
def drop(note: int) -> None: ...


@tool(tags=["notes"])
def keep(note: int) -> None:
    """Keep a note."""


@tool
def whose(note: int, user: Injected[str]) -> str:
    """Whose note it is."""
    return user


class Notes:
    @tool
    def count(self) -> int:
        """Count notes."""
        return 0


@mcp.tool(meta={"owner": "sales"})
def owned(note: int) -> str:
    """Whose note it is."""
    return "sales"


@tool(extras={"anthropic": {"defer_loading": True}})
def later(note: int) -> str:
    """Read a note."""
    return ""
