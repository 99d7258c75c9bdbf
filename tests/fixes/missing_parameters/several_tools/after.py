from enum import StrEnum

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


class Unit(StrEnum):
    """What is counted."""

    BYTE = "b"


@mcp.tool
def count(unit: Unit) -> int:
    """Count.

    Args:
        unit: What is counted.
    """
    return len(unit)
