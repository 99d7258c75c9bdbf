from fastmcp import FastMCP

mcp = FastMCP("files")


def copy(source: str, unit: str = "b") -> str:
    """Copy a file.

    Args:
        source: Which.
        unit: One of "b", "k".
        target: Where to.
    """
    return source


mcp.tool(copy)
mcp.tool(copy, name="duplicate")
