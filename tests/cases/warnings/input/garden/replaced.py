"""A method that declares tools, and another in its place."""

from mcp.server.fastmcp import FastMCP

server = FastMCP("garden")


def prefixed(declare):
    def tool(**options):
        return declare(**{**options, "name": f"garden_{options['name']}"})

    return tool


server.tool = prefixed(server.tool)
