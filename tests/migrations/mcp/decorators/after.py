"""A server."""
from typing import Annotated

from mcp.server.fastmcp import Context, FastMCP
from toolgen import Injected, tool

mcp = FastMCP("notes")
NAME = "find"


@tool
async def add(text: str, ctx: Injected[Context], tag: str = "") -> str:
    """Add a note.

    Args:
        text: What it says.
    """
    return text


# About `find`.
@tool(name=NAME, description="Find notes.", annotations={"read_only": True}, title="Find!",)  # why
def find_notes(word: Annotated[str, "A word."], ctx: Injected["Context | None"] = None) -> list[str]: ...


@tool(
    name="drop",  # its name
    title='Drop',
    extras={"mcp": {"_meta": {"x": 1}}},
)
def drop(note: int) -> None:
    """Drop a note."""
