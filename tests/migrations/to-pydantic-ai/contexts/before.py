from pydantic_ai import RunContext

from toolgen import Injected, tool


@tool
async def add(ctx: Injected[RunContext[str]], text: str) -> str:
    """Add a note."""
    return ctx.deps + text


@tool(requires_approval=True)
def find(word: str) -> str:
    """Find notes."""
    return word
