from anthropic import beta_async_tool, beta_tool


@beta_async_tool
async def add(text: str) -> str:
    """Add a note."""
    return text


@beta_tool(input_examples=[{"word": "milk"}])
def find(word: str) -> str:
    """Find notes."""
    return word
