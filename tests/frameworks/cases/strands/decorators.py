"""Tools of strands."""

from enum import Enum
from typing import Annotated, Any, Literal, Optional

from strands import ToolContext, tool
from annotated_types import Ge, Le
from pydantic import BaseModel, Field


class Unit(str, Enum):
    """Unit of temperatures."""

    CELSIUS = "celsius"
    FAHRENHEIT = "fahrenheit"


class Place(BaseModel):
    """A place on the map."""

    latitude: float = Field(ge=-90, le=90, description="Degrees north.")
    longitude: float = Field(ge=-180, le=180, description="Degrees east.")
    name: Optional[str] = None


@tool
def current_temperature(town: str, unit: Unit = Unit.CELSIUS) -> float:
    """Get the temperature of a town.

    Args:
        town: Name of the town.
        unit: Unit of the result.
    """
    return 0.0


@tool
async def forecast(
    place: Place,
    days: Annotated[int, "How many days."] = 7,
    detail: Literal["low", "high"] = "low",
) -> dict[str, Any]:
    """Forecast the weather of a place.

    Args:
        place: Where.
        days: How many days.
        detail: How much to say.
    """
    return {}


@tool
def find_stations(query: str, tags: list[str] | None = None, limit: Optional[int] = 10, options: dict[str, Any] = {}) -> list[str]:
    """Find stations.

    Some are closed.
    """
    return []


@tool(name="greet", description="Greet somebody.", context=True)
def say_hello(name: str, tool_context: ToolContext, times: int = 1) -> str:
    """Not this."""
    return name


@tool
def sort_books(shelf: int, *args: str, **kwargs: int) -> str:
    """Sort the books of a shelf."""
    return ""


@tool
def set_level(
    level: Annotated[int, Ge(1), "The level."],
    most: Annotated[int, Le(7)],
    least: int = Field(3, description="The least.", ge=1),
) -> str:
    """Set a level.

    Args:
        level: How loud.
        most: At most.
        least: At least.
    """
    return ""
