"""Servers of `mcp` 1 and 2: what `tools/list` says."""

import asyncio

import found

try:
    from mcp.server.mcpserver import MCPServer as Server
except ImportError:
    from mcp.server.fastmcp import FastMCP as Server


def tools(module):
    for server in found.instances(module, Server):
        for tool in asyncio.run(server.list_tools()):
            listed = tool.model_dump(mode="json", by_alias=True)
            yield found.tool(tool.name, tool.description, listed["inputSchema"], listed["outputSchema"])
