"""A server of the official SDK, version 1."""

from typing import Annotated, Literal

from mcp.server.fastmcp import Context, FastMCP
from mcp.types import ToolAnnotations
from pydantic import Field

mcp = FastMCP("lights")


@mcp.tool()
async def switch_light(
    room: Annotated[str, Field(description="Name of the room.")],
    state: Literal["on", "off"],
    ctx: Context,
) -> str:
    """Switch the light of a room on or off."""
    return f"{room}: {state}"


@mcp.tool(
    name="list_lights",
    title="All lights",
    description="List the lights of the house and whether they are on.",
    annotations=ToolAnnotations(readOnlyHint=True, openWorldHint=False),
)
def lights() -> dict[str, bool]:
    return {}
