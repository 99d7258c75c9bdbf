from agents import RunContextWrapper, function_tool


@function_tool
def add(ctx: RunContextWrapper[str], text: str) -> str:
    """Add a note."""
    return text


@function_tool(name_override="search", strict_mode=False)
def find(word: str) -> str:
    """Find notes."""
    return word


@function_tool(name_override="drop", description_override="Drop a note.")
def drop_note(note: int) -> None: ...
