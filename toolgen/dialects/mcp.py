"""The servers of the official MCP SDK: `FastMCP` of `mcp` 1 and its successor `MCPServer` of `mcp` 2.

Source: `FastMCP.tool` in its `mcp/server/fastmcp/server.py`, `MCPServer.tool` in `mcp/server/mcpserver/server.py`.
"""

from __future__ import annotations

from toolgen.dialects.dialect import Declarator, Dialect, named
from toolgen.parse.descriptions import whole

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

_SERVERS = (
    "mcp.server.FastMCP",
    "mcp.server.fastmcp.FastMCP",
    "mcp.server.fastmcp.server.FastMCP",
    "mcp.server.MCPServer",
    "mcp.server.mcpserver.MCPServer",
    "mcp.server.mcpserver.server.MCPServer",
)
_TOOLS = ("mcp.server.fastmcp.tools.Tool", "mcp.server.fastmcp.tools.base.Tool", "mcp.server.mcpserver.tools.Tool")

_ARGUMENTS = {
    "name": "name",
    "title": "title",
    "description": "description",
    "annotations": "annotations",
    "structured_output": "structured_output",
}
_POSITIONAL = ("name", "title", "description", "annotations", "icons", "meta", "structured_output")
_ADD_TOOL = Declarator(("fn", *_POSITIONAL), _ARGUMENTS, functions=("fn",))

MCP = Dialect(
    name="mcp",
    packages=frozenset({"mcp"}),
    decorators=named(_SERVERS, tool=Declarator(_POSITIONAL, _ARGUMENTS)),
    calls={
        **named(_SERVERS, add_tool=_ADD_TOOL),
        **named(_TOOLS, from_function=_ADD_TOOL),
    },
    hints=HINTS,
    injected=frozenset(
        {
            "mcp.server.fastmcp.Context",
            "mcp.server.fastmcp.server.Context",
            "mcp.server.mcpserver.Context",
            "mcp.server.mcpserver.context.Context",
        }
    ),
    # `mcp` 2: `find_resolved_parameters` in its `mcp/server/mcpserver/resolve.py`.
    providers=frozenset({"mcp.server.mcpserver.Resolve", "mcp.server.mcpserver.resolve.Resolve"}),
    describe=whole,
    receivers=frozenset({"mcp", "mcp_server", "server"}),
)
