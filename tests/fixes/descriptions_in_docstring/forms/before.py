"""Tools."""
import typing as t
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

from toolgen import tool

mcp = FastMCP("numbers")


@tool(param_descriptions={"left": "The left."}, title="Add")
def add(
    left: str,  # the left
    mid: Annotated[int, Field(description="A mid.", gt=3)],
    right: t.Annotated[int, "It."], last: int = 1,
) -> int:
    """Add numbers.

    Args:
        last: It is the last.

    Returns:
        The sum.
    """
    return 1


@mcp.tool()  # a server's
def sub(left: Annotated[int, Field(description="The left.")], last: int) -> int:
    """Subtract numbers.

    Args:
        last: The last
            of all.
    """
    return left - last
