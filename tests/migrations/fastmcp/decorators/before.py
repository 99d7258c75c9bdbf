from fastmcp import Context, FastMCP

mcp = FastMCP("notes")


@mcp.tool
def add(text: str, ctx: Context) -> str:
    """Add a note."""
    return text


@mcp.tool("drop", tags={"notes"}, exclude_args=["user"], annotations={"destructiveHint": True})
def drop_note(note: int, user: str = "ada") -> None:
    """Drop a note."""


@mcp.tool(output_schema=None)
def find(word: str) -> str:
    """Find notes."""
    return word
