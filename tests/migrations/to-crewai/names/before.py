from toolgen import tool


@tool(name="add_a_note", title="Add a note")
def add(text: str) -> str:
    """Add a note."""
    return text


@tool
def find(word: str) -> str:
    """Find notes."""
    return word


@tool(name="Drop")
def drop(note: int) -> None:
    """Drop a note."""
