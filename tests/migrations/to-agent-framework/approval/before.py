from toolgen import tool


@tool(requires_approval=True)
def drop(note: int) -> None:
    """Drop a note."""
