"""Tools that are declared inside functions, on a server that is made there or given."""

from mcp.server import MCPServer
from mcp.server.mcpserver import Context

from shared import notes


@notes.tool()
def add_note(text: str, pinned: bool = False) -> int:
    """Write a note."""
    return 1


def register_tools(mcp: MCPServer) -> None:
    @mcp.tool()
    def search_notes(query: str, limit: int = 10) -> list[str]:
        """Search the notes."""
        return []

    @mcp.tool(name="delete_note")
    async def delete(number: int, ctx: Context) -> bool:
        """Delete a note."""
        return True


def register_more(mcp, prefix: str = "n") -> None:
    @mcp.tool()
    def count_notes() -> int:
        """Count the notes."""
        return 0


register_tools(notes)
register_more(notes)
