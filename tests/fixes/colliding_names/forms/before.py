from mcp.server.fastmcp import FastMCP

from toolgen import tool

mcp = FastMCP("numbers")


@tool
def add(left: int) -> int:
    """Add numbers."""
    return left


@(tool)  # kept
def add(left: int) -> int:
    """Add more numbers."""
    return left


@tool(
    title="Add",  # a title
    tags=["numbers"],  # and tags
)
def add(left: int) -> int:
    """Add all numbers."""
    return left


@mcp.tool()
def take(left: int) -> int:
    """Take a number."""
    return left


def make() -> None:
    @mcp.tool(title="T",)
    def take(left: int) -> int:
        """Take another number."""
        return left


make()
