"""The server that other modules put their tools on."""

from mcp.server.fastmcp import FastMCP

notes = FastMCP("notes")
