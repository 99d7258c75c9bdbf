"""Tools that are declared by code, so that only running it would tell what they are."""

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("registered")


def ping(host: str) -> bool:
    """Say whether a host answers."""
    return bool(host)


def trace(host: str) -> list[str]:
    """List the hosts on the way to another."""
    return [host]


for function in filter(callable, list(globals().values())):
    mcp.tool()(function)


@mcp.tool()
def pick(shelf: int, *titles: str) -> str:
    """Pick books from a shelf."""
    return f"{titles} of {shelf}"
