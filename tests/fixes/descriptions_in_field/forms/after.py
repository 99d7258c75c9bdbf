"""Tools."""
import typing as t
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

from toolgen import tool

mcp = FastMCP("numbers")


@tool(title="Add")
def add(
    left: Annotated[str, Field(description="The left.")],  # the left
    mid: Annotated[int, Field(description="A mid.", gt=3)],
    right: t.Annotated[int, "It."], last: Annotated[int, Field(description="It is the last.")] = 1,
) -> int:
    """Add numbers.

    Returns:
        The sum.
    """
    return 1


@mcp.tool()  # a server's
def sub(left: Annotated[int, Field(description="The left.")], last: Annotated[int, Field(description="The last of all.")]) -> int:
    """Subtract numbers.
    """
    return left - last
