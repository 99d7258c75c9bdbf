from crewai.tools import tool
from crewai.tools import BaseTool


@tool("Add a note")
def add(text: str) -> str:
    """Add a note."""
    return text


class Find(BaseTool):
    name: str = "find"
    description: str = "Find notes."

    def _run(self, word: str) -> str:
        return word
