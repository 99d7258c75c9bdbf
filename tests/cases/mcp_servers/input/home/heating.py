"""A server of the official SDK, version 2, made in a function."""

from mcp.server import MCPServer
from mcp.server.mcpserver import Context


def make_server(name: str) -> MCPServer:
    server = MCPServer(name)

    @server.tool("set_temperature", annotations={"idempotentHint": True, "destructiveHint": False})
    async def set_temperature(room: str, degrees: float = 20.5, *, context: Context | None = None) -> float:
        """Set the temperature of a room.

        Args:
            room: Name of the room.
            degrees: In degrees Celsius.
        """
        return degrees

    return server
