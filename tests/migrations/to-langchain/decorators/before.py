from toolgen import tool


@tool("search")
def find(word: str) -> str:
    """Find notes."""
    return word


@tool(description="Add a note.", name="add_note")
def add(text: str) -> str: ...


@tool(category="notes")
def drop(note: int) -> None:
    """Drop a note."""


@tool(extras={"anthropic": {"defer_loading": True}})
def later(note: int) -> str:
    """Read a note."""
    return ""
