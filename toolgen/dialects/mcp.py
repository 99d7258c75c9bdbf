"""The servers of the official MCP SDK: `FastMCP` of `mcp` 1 and its successor `MCPServer` of `mcp` 2.

Source: `FastMCP.tool` in its `mcp/server/fastmcp/server.py`, `MCPServer.tool` in `mcp/server/mcpserver/server.py`.
"""

from __future__ import annotations

from toolgen.dialects.dialect import Dialect

HINTS = {
    "readOnlyHint": "read_only",
    "destructiveHint": "destructive",
    "idempotentHint": "idempotent",
    "openWorldHint": "open_world",
    # `mcp` 2 has snake_case attributes with camelCase aliases, and takes both.
    "read_only_hint": "read_only",
    "destructive_hint": "destructive",
    "idempotent_hint": "idempotent",
    "open_world_hint": "open_world",
}

MCP = Dialect(
    name="mcp",
    needles=frozenset({b"tool"}),
    decorators=frozenset(
        {
            "mcp.server.FastMCP.tool",
            "mcp.server.fastmcp.FastMCP.tool",
            "mcp.server.fastmcp.server.FastMCP.tool",
            "mcp.server.MCPServer.tool",
            "mcp.server.mcpserver.MCPServer.tool",
            "mcp.server.mcpserver.server.MCPServer.tool",
        }
    ),
    positional=("name", "title", "description", "annotations"),
    arguments={"name": "name", "title": "title", "description": "description", "annotations": "annotations"},
    hints=HINTS,
    injected=frozenset(
        {
            "mcp.server.fastmcp.Context",
            "mcp.server.fastmcp.server.Context",
            "mcp.server.mcpserver.Context",
            "mcp.server.mcpserver.context.Context",
        }
    ),
    receivers=frozenset({"mcp", "server"}),
)
