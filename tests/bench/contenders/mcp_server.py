"""A server of the `mcp` SDK, without a transport."""

from __future__ import annotations

import json
from typing import Any

from mcp.server.mcpserver import MCPServer
from workload import TOOLS, Call


def contender(name: str) -> Call:
    server: Any = MCPServer("bench")
    server.tool(name=name)(TOOLS[name])

    async def call(text: str) -> Any:
        return await server.call_tool(name, json.loads(text))

    return call
