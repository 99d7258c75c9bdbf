import json

from langchain_core.tools import StructuredTool, tool
from langgraph.prebuilt import create_react_agent
import toolgen


@toolgen.tool
def add(text: str) -> str:
    """Add a note.

    Args:
        text: What it says.
    """
    return json.dumps(text)


@tool("drop", return_direct=True)
def drop_note(note: int) -> None:
    """Drop a note."""


@toolgen.tool(extras={"anthropic": {"defer_loading": True}})
def later(note: int) -> str:
    """Read a note."""
    return ""


@tool(extras={"defer_loading": True, "unknown": 1})
def unknown(note: int) -> str:
    """Read a note."""
    return ""


@toolgen.tool
def find(word: str) -> str:
    """Find notes."""
    return word


@toolgen.tool(name="count_notes")
def count(words: list[str]) -> int:
    """Count notes."""
    return len(words)


agent = create_react_agent("model", tools=[add, drop_note, find])
counting = StructuredTool.from_function(count, name="count_notes")
