from agents import function_tool, RunContextWrapper

from toolgen import tool


@function_tool(timeout=2)
async def add(ctx: RunContextWrapper[str], text: str) -> str:
    """Add a note."""
    return text


@function_tool(description_override="Drop a note.", name_override="drop", needs_approval=True)
def drop_note(note: int) -> None: ...


@tool(risk_level="high")
def find(word: str) -> str:
    """Find notes."""
    return word


@tool(timeout=2)
def count(words: list[str]) -> int:
    """Count notes."""
    return len(words)
