from mcp.server.fastmcp import FastMCP

mcp = FastMCP("notes")


def add(text: str) -> str:
    """Add a note."""
    return text


def find(word: str) -> list[str]:
    """Find notes."""
    return [word]


def drop(note: int) -> None:
    """Drop a note."""


def keep(note: int) -> None:
    """Keep a note."""


mcp.add_tool(add)
# This one has another name.
mcp.add_tool(find, "search", title="Search")
if __name__ == "__main__":
    mcp.add_tool(drop)
for one in (keep,):
    mcp.add_tool(one)
mcp.run()
