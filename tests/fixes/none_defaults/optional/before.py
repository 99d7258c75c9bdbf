from typing import Annotated, Optional

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("numbers")


@mcp.tool()
def add(left: Optional[int] = None, right: int = None, last: Annotated["int", "The last."] = None) -> int:
    """Add numbers."""
    return 1
