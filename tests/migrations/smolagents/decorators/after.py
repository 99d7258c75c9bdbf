from smolagents import CodeAgent
from toolgen import tool


@tool
def add(text: str) -> str:
    """Add a note.

    Args:
        text: What it says.
    """
    return text


agent = CodeAgent(tools=[add], model=None)
