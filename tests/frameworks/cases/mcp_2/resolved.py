"""Parameters that version 2 supplies itself."""

from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Resolve

mcp = MCPServer("accounts")


async def current_user(ctx: Context) -> str:
    return "nobody"


@mcp.tool()
async def balance(user: Annotated[str, Resolve(current_user)], currency: str = "EUR") -> float:
    """The balance of the user's account."""
    return 0.0
