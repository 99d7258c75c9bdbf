from typing import Annotated, Optional

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("numbers")


@mcp.tool()
def add(left: Optional[int] = None, right: Optional[int] = None, last: Annotated["Optional[int]", "The last."] = None) -> int:
    """Add numbers."""
    return 1
