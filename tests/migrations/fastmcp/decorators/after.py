from fastmcp import Context, FastMCP
from toolgen import Injected, tool

mcp = FastMCP("notes")


@tool
def add(text: str, ctx: Injected[Context]) -> str:
    """Add a note."""
    return text


@tool(name="drop", tags=["notes"], annotations={"destructive": True})
def drop_note(note: int, user: Injected[str] = "ada") -> None:
    """Drop a note."""


@mcp.tool(output_schema=None)
def find(word: str) -> str:
    """Find notes."""
    return word
