from pydantic_ai import Agent, RunContext

agent = Agent("model", deps_type=str)


@agent.tool
async def add(ctx: RunContext[str], text: str) -> str:
    """Add a note."""
    return ctx.deps + text


@agent.tool_plain(requires_approval=True, retries=2)
def drop(note: int) -> None:
    """Drop a note."""


@agent.tool_plain(requires_approval=True)
def find(word: str) -> str:
    """Find notes."""
    return word
