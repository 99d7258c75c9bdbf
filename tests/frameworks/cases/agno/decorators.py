"""Tools of agno."""

from enum import Enum
from typing import Annotated, Any, Literal, Optional

from agno.run import RunContext
from agno.tools import Toolkit, tool
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
    days: Annotated[int, Field(description="How many days.", ge=1, le=14)] = 7,
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


@tool(name="greet", description="Greet somebody.", requires_confirmation=True)
def say_hello(run_context: RunContext, name: str, times: int = 1) -> str:
    """Not this."""
    return name


@tool
def sort_books(shelf: int, *args: int, **kwargs: int) -> str:
    """Sort the books of a shelf."""
    return ""
