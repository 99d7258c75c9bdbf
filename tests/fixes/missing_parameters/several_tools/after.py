from fastmcp import FastMCP

mcp = FastMCP("files")


def copy(source: str, unit: str = "b") -> str:
    """Copy a file.

    Args:
        source: TODO
        unit: One of "b", "k".
    """
    return source


mcp.tool(copy)
mcp.tool(copy, name="duplicate")
