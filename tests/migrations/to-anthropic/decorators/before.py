from toolgen import tool


@tool
async def add(text: str) -> str:
    """Add a note."""
    return text


@tool(examples=[{"word": "milk"}])
def find(word: str) -> str:
    """Find notes."""
    return word
