from fastmcp import FastMCP
from typing import Literal

mcp = FastMCP("files")


def copy(source: str, unit: Literal["b", "k"] = "b") -> str:
    """Copy a file.

    Args:
        source: Which.
        unit: One of "b", "k".
    """
    return source


mcp.tool(copy)
mcp.tool(copy, name="duplicate")
