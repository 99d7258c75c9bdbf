"""Notes."""

from __future__ import annotations

import json  # kept

from toolgen import Injected, tool

from mcp.server import MCPServer
from mcp.server.mcpserver import Context

WORDS = json.dumps([])


@tool
async def add(text: str, ctx: Injected[Context], tag: str = "") -> str:
    """Add a note."""
    return text


# About `find`.
@tool(
    title='Find',
    name="search",  # its name
    annotations={"read_only": True, "open_world": False},
)  # why
def find(word: str, ctx: Injected["Context | None"] = None) -> list[str]:
    """Find notes."""
    return [word]


@tool(description="Drop a note.", requires_approval=False)
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


@tool(extras={"mcp": {"_meta": {"owner": "sales"}}})
def owned(note: int) -> str:
    """Whose note it is."""
    return "sales"


@tool(extras={"anthropic": {"defer_loading": True}})
def later(note: int) -> str:
    """Read a note."""
    return ""
