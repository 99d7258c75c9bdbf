"""Tools of llama-index."""

from enum import Enum
from typing import Annotated, Any, Literal, Optional

from llama_index.core.tools import FunctionTool
from pydantic import BaseModel, ConfigDict, Field


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


def find_stations(query: str, tags: list[str] | None = None, limit: Optional[int] = 10, options: dict[str, Any] = {}) -> list[str]:
    """Find stations.

    Some are closed.
    """
    return []


def greet(name: Annotated[str, "Whom."], times: int = Field(default=1, description="How often.")) -> str:
    """Greet somebody."""
    return name


temperature = FunctionTool.from_defaults(fn=current_temperature)
forecasting = FunctionTool.from_defaults(async_fn=forecast, name="forecast_weather", description="Forecast.")
tools = [FunctionTool.from_defaults(find_stations), FunctionTool.from_defaults(greet, return_direct=True)]


def sort_books(shelf: int, *args: str, **kwargs: int) -> str:
    """Sort the books of a shelf."""
    return ""


sort = FunctionTool.from_defaults(sort_books)
count = FunctionTool.from_defaults(fn=lambda shelf, most=3: most, name="count", description="Count the books.")


def set_level(
    level: Annotated[int, Field(description="The level.", ge=1, examples=[2])],
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


level = FunctionTool.from_defaults(set_level)


class Shelves(BaseModel):
    model_config = ConfigDict(extra="allow")
    shelf: int = 1


def check_shelves(shelf: int = 1, **others: str) -> str:
    """Check all shelves."""
    return ""


check = FunctionTool.from_defaults(check_shelves, fn_schema=Shelves)
