"""Servers of `fastmcp` 2 to 4: what a client is told."""

import asyncio

import found
from fastmcp import Client, FastMCP


async def listed(server):
    async with Client(server) as client:
        return await client.list_tools()


def tools(module):
    for server in found.instances(module, FastMCP):
        for tool in asyncio.run(listed(server)):
            dumped = tool.model_dump(mode="json", by_alias=True)
            yield found.tool(tool.name, tool.description, dumped["inputSchema"], dumped.get("outputSchema"))
