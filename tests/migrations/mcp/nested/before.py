from mcp.server.fastmcp import FastMCP

mcp = FastMCP("notes")


@mcp.tool()
def add(text: str) -> str:
    """Add a note."""
    return text


def register(server: FastMCP) -> None:
    @server.tool()
    def drop(note: int) -> None:
        """Drop a note."""


register(mcp)
