from toolgen import tool
import crewai.tools


@crewai.tools.tool("Add a note")
def add(text: str) -> str:
    """Add a note."""
    return text


@crewai.tools.tool
def find(word: str) -> str:
    """Find notes."""
    return word


@tool(name="Drop")
def drop(note: int) -> None:
    """Drop a note."""
