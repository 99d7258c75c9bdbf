from mcp.server.fastmcp import FastMCP
from toolgen import tool

mcp = FastMCP("notes")


@tool
def add(text: str) -> str:
    """Add a note."""
    return text


def register(server: FastMCP) -> None:
    @server.tool()
    def drop(note: int) -> None:
        """Drop a note."""


register(mcp)
