from mcp.server.fastmcp import FastMCP

from toolgen import tool

mcp = FastMCP("numbers")


@tool
def add(left: int) -> int:
    """Add numbers."""
    return left


@(tool)(name="tools_add")  # kept
def add(left: int) -> int:
    """Add more numbers."""
    return left


@tool(
    title="Add",  # a title
    tags=["numbers"],  # and tags
    name="tools_add_2",
)
def add(left: int) -> int:
    """Add all numbers."""
    return left


@mcp.tool()
def take(left: int) -> int:
    """Take a number."""
    return left


def make() -> None:
    @mcp.tool(title="T", name="tools_take",)
    def take(left: int) -> int:
        """Take another number."""
        return left


make()
