from pydantic_ai import Agent, RunContext
from toolgen import Injected, tool

agent = Agent("model", deps_type=str)


@tool
async def add(ctx: Injected[RunContext[str]], text: str) -> str:
    """Add a note."""
    return ctx.deps + text


@agent.tool_plain(requires_approval=True, retries=2)
def drop(note: int) -> None:
    """Drop a note."""


@tool(requires_approval=True)
def find(word: str) -> str:
    """Find notes."""
    return word
