from agno.tools import Toolkit
from toolgen import tool


class Notes(Toolkit):
    def __init__(self) -> None:
        super().__init__(name="notes")

    @tool
    def add(self, text: str) -> str:
        """Add a note."""
        return text

    @tool(name="search")
    def find(self, word: str) -> str:
        """Find notes."""
        return word
