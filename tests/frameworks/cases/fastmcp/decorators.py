"""A server with its tools at module level, in all forms of the decorator."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Annotated, Any, Literal, Optional, Union

from fastmcp import Context, FastMCP
from fastmcp.utilities.types import Image
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

READ_ONLY = ToolAnnotations(readOnlyHint=True, openWorldHint=False)
MAX_RESULTS = 50

mcp = FastMCP("weather", instructions="Weather of towns.")


class Unit(str, Enum):
    """Unit of temperatures."""

    CELSIUS = "celsius"
    FAHRENHEIT = "fahrenheit"


class Place(BaseModel):
    """A place on the map."""

    model_config = ConfigDict(extra="forbid")

    latitude: float = Field(ge=-90, le=90, description="Degrees north.")
    longitude: float = Field(ge=-180, le=180, description="Degrees east.")
    name: Optional[str] = None


class Forecast(BaseModel):
    place: Place
    days: list[float] = Field(default_factory=list, description="Highest temperature of each day.")
    unit: Unit = Unit.CELSIUS


@dataclass
class Station:
    identifier: str
    height: int = 0
    opened: Optional[date] = None


class Reading(TypedDict):
    at: datetime
    value: float


@mcp.tool()
def current_temperature(town: str, unit: Unit = Unit.CELSIUS) -> float:
    """Get the temperature of a town.

    Args:
        town: Name of the town.
        unit: Unit of the result.
    """
    return 0.0


@mcp.tool(
    name="forecast",
    title="Forecast of some days",
    description="Forecast the weather of a place.",
    annotations=READ_ONLY,
)
async def make_forecast(
    place: Place,
    ctx: Context,
    days: Annotated[int, Field(description="How many days.", ge=1, le=14)] = 7,
    detail: Literal["low", "high"] = "low",
) -> Forecast:
    return Forecast(place=place)


@mcp.tool(description=f"Find stations, at most {MAX_RESULTS} of them.")
async def find_stations(
    query: Annotated[str, Field(min_length=1, max_length=80)],
    limit: int = Field(default=MAX_RESULTS, ge=1, le=MAX_RESULTS, description="How many at most."),
    tags: list[str] | None = None,
    options: dict[str, Any] | None = None,
    context: Context | None = None,
) -> list[Station]:
    return []


@mcp.tool()
def readings(
    station: Station, since: Optional[Union[date, datetime]] = None, *, limit: Annotated[int, "At most so many."] = 10
) -> list[Reading]:
    """List the readings of a station.

    Some stations have gaps.
    """
    return []


@mcp.tool()
def latest_reading(station: str) -> Reading:
    """The latest reading of a station."""
    raise LookupError(station)


@mcp.tool()
def heights() -> dict[str, int]:
    """Heights of all stations."""
    return {}


@mcp.tool()
async def ping() -> None:
    """Do nothing."""


@mcp.tool()
def describe(town, days=3):
    """Describe the weather of a town in words."""
    return town


@mcp.tool()
def any_value(value: Any, count: int = 1) -> Any:
    """Return the value."""
    return value


@mcp.tool()
def radar(town: str) -> Image:
    """A picture of the rain."""
    return Image(data=b"")


@mcp.tool()
def report(town: str) -> list[TextContent]:
    """The report as content."""
    return []


@mcp.tool()
def raw_report(town: str) -> CallToolResult:
    """The report as a result."""
    return CallToolResult(content=[])


@mcp.tool
def bare(town: str, days: int = 3) -> dict[str, float]:
    """The decorator without a call."""
    return {}


@mcp.tool("by_position", tags={"demo"}, meta={"version": 2}, output_schema=None)
def positional(town: str) -> int:
    """The name as the first argument."""
    return 1


@mcp.tool
def towns() -> list[str]:
    """List the towns.

    Returns:
        Their names.
    """
    return []


@mcp.tool
def streets() -> list[str]:
    """List the streets.

    Rules:
        Their names are sorted.
    """
    return []
