"""Tools of autogen."""

from enum import Enum
from typing import Annotated, Any, Literal, Optional

from autogen_core import CancellationToken
from autogen_core.tools import FunctionTool
from annotated_types import Ge
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


def current_temperature(town: str, unit: Unit = Unit.CELSIUS) -> float:
    """Get the temperature of a town.

    Args:
        town: Name of the town.
        unit: Unit of the result.
    """
    return 0.0


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


def find_stations(query: str, tags: list[str] | None = None, limit: Optional[int] = 10, options: dict[str, Any] = {}) -> list[str]:
    """Find stations.

    Some are closed.
    """
    return []


async def wait(seconds: Annotated[float, "How long."], cancellation_token: CancellationToken) -> None:
    """Not this."""


temperature = FunctionTool(current_temperature, description="Get a temperature.")
tools = [
    FunctionTool(forecast, "Forecast the weather.", name="forecast_weather"),
    FunctionTool(find_stations, description="Find stations."),
    FunctionTool(wait, description="Wait."),
]


def sort_books(shelf: int, *args: str, **kwargs: int) -> str:
    """Sort the books of a shelf."""
    return ""


sort = FunctionTool(sort_books, description="Sort the books of a shelf.")


def set_level(
    level: Annotated[int, "The level.", Ge(1)],
    most: int = Field(..., description="The most.", le=7),
    least: int = Field(3, description="The least.", ge=1),
) -> str:
    """Set a level.

    Args:
        level: How loud.
        most: At most.
        least: At least.
    """
    return ""


level = FunctionTool(set_level, description="Set a level.")
