import toolgen
from toolgen import tool
from fastmcp import Context, FastMCP


@tool
def early(text: str) -> str:
    """Say it."""
    return text


server = FastMCP("notes")


@toolgen.tool("add_note", tags=["notes", "new"], timeout=3)
def add(text: str, ctx: toolgen.Injected[Context]) -> str:
    """Add a note."""
    return text


@toolgen.tool(tags=())
def drop(note: int) -> None:
    """Drop a note."""


@toolgen.tool(
    # Nothing yet.
)
def find(word: str) -> str:
    """Find notes."""
    return word


@tool(param_descriptions={"word": "A word."})
def look(word: str) -> str:
    """Look it up."""
    return word
