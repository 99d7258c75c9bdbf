from toolgen import tool
import langchain_core.tools


@langchain_core.tools.tool("search")
def find(word: str) -> str:
    """Find notes."""
    return word


@langchain_core.tools.tool(description="Add a note.", name_or_callable="add_note")
def add(text: str) -> str: ...


@tool(category="notes")
def drop(note: int) -> None:
    """Drop a note."""


@langchain_core.tools.tool(extras={"defer_loading": True})
def later(note: int) -> str:
    """Read a note."""
    return ""
