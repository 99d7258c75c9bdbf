from mcp.server.fastmcp import FastMCP
from toolgen import tool

mcp = FastMCP("notes")


@tool
def add(text: str) -> str:
    """Add a note."""
    return text


@tool(name="search", title="Search")
def find(word: str) -> list[str]:
    """Find notes."""
    return [word]


def drop(note: int) -> None:
    """Drop a note."""


def keep(note: int) -> None:
    """Keep a note."""


# This one has another name.
if __name__ == "__main__":
    mcp.add_tool(drop)
for one in (keep,):
    mcp.add_tool(one)
mcp.run()
