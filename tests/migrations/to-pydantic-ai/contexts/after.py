from pydantic_ai import FunctionToolset, RunContext

toolset = FunctionToolset()


@toolset.tool
async def add(ctx: RunContext[str], text: str) -> str:
    """Add a note."""
    return ctx.deps + text


@toolset.tool_plain(requires_approval=True)
def find(word: str) -> str:
    """Find notes."""
    return word
