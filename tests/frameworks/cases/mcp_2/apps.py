"""Tools with a page of their own, which an extension has."""

from typing import Annotated

from mcp.server import MCPServer
from mcp.server.apps import Apps
from mcp.server.mcpserver import Context
from pydantic import Field

apps = Apps()


@apps.tool(resource_uri="ui://clock/page.html", title="The clock", name="show_clock")
async def clock(zone: Annotated[int, Field(ge=-12)], ctx: Context, city: str = "x") -> str:
    """Show the clock of a zone."""
    return city


@apps.tool(resource_uri="ui://clock/page.html", visibility=["app"], description="Wind the clock.")
def wind_clock(turns: int) -> dict[str, int]:
    """Not this."""
    return {"turns": turns}


apps.add_html_resource("ui://clock/page.html", "<p>", name="Clock")
mcp = MCPServer("clock", extensions=[apps])
