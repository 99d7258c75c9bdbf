"""Parameters that are left out by name, up to version 3."""

from fastmcp import FastMCP

mcp = FastMCP("secrets")


@mcp.tool(exclude_args=["secret"])
def look_up(town: str, secret: str = "") -> str:
    """Look up a town."""
    return town
