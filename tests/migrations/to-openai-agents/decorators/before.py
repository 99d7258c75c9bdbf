from agents import RunContextWrapper

from toolgen import Injected, tool


@tool(timeout=2)
async def add(ctx: Injected[RunContextWrapper[str]], text: str) -> str:
    """Add a note."""
    return text


@tool(description="Drop a note.", name="drop", requires_approval=True)
def drop_note(note: int) -> None: ...


@tool(risk_level="high")
def find(word: str) -> str:
    """Find notes."""
    return word


@tool(timeout=2)
def count(words: list[str]) -> int:
    """Count notes."""
    return len(words)
