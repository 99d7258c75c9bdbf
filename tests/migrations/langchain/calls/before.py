from langchain_core.tools import StructuredTool, tool


@tool("drop", return_direct=True)
def drop_note(note: int) -> None:
    """Drop a note."""


def _count(words: list[str]) -> int:
    """Count."""
    return len(words)


def find(word: str) -> str:
    """Find notes."""
    return word


counting = StructuredTool.from_function(_count, name="count_notes", description="Count notes.")
finding = [StructuredTool.from_function(find)]
