import typing as t
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("numbers")


@dataclass
class Range:
    first: int
    last: int | None = None  # open


@mcp.tool()
def add(
    left: str | None = None,  # the first
    few: t.Annotated[int | None, Field(description="How many.", gt=3)] = None,
    quoted: "list[int] | None" = None, *,
    either: int|str|None=None, within: Range | None=None,
    right: int | None = None,
) -> int:
    """Add numbers."""
    return 1
