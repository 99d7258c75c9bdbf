from agents import RunContextWrapper, function_tool
from toolgen import Injected, tool


@tool
def add(ctx: Injected[RunContextWrapper[str]], text: str) -> str:
    """Add a note."""
    return text


@function_tool(name_override="search", strict_mode=False)
def find(word: str) -> str:
    """Find notes."""
    return word


@tool(name="drop", description="Drop a note.")
def drop_note(note: int) -> None: ...
