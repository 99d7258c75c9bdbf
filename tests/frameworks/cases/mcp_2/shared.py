"""The server that other modules put their tools on."""

from mcp.server import MCPServer

notes = MCPServer("notes")
