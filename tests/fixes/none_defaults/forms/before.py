import typing as t
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("numbers")


@dataclass
class Range:
    first: int
    last: int = None  # open


@mcp.tool()
def add(
    left: str = None,  # the first
    few: t.Annotated[int, Field(description="How many.", gt=3)] = None,
    quoted: "list[int]" = None, *,
    either: int|str=None, within: Range=None,
    right: int | None = None,
) -> int:
    """Add numbers."""
    return 1
