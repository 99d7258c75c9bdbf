"""A server."""
from typing import Annotated

from mcp.server.fastmcp import Context, FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("notes")
NAME = "find"


@mcp.tool()
async def add(text: str, ctx: Context, tag: str = "") -> str:
    """Add a note.

    Args:
        text: What it says.
    """
    return text


# About `find`.
@mcp.tool(NAME, description="Find notes.", annotations=ToolAnnotations(title="Find!", readOnlyHint=True),)  # why
def find_notes(word: Annotated[str, "A word."], ctx: "Context | None" = None) -> list[str]: ...


@mcp.tool(
    name="drop",  # its name
    title='Drop',
    meta={"x": 1},
)
def drop(note: int) -> None:
    """Drop a note."""
