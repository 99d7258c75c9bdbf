"""Tools."""
import typing as t
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

from toolgen import tool

mcp = FastMCP("numbers")


@tool(title="Add")
def add(
    left: str,  # the left
    mid: Annotated[int, Field(gt=3)],
    right: int, last: int = 1,
) -> int:
    """Add numbers.

    Args:
        left: The left.
        mid: A mid.
        right: It.
        last: It is the last.

    Returns:
        The sum.
    """
    return 1


@mcp.tool()  # a server's
def sub(left: int, last: int) -> int:
    """Subtract numbers.

    Args:
        left: The left.
        last: The last
            of all.
    """
    return left - last
