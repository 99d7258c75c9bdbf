"""Tools of livekit."""

from enum import Enum
from typing import Annotated, Any, Literal, Optional

from livekit.agents import Agent, RunContext, function_tool
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


@function_tool
def current_temperature(town: str, unit: Unit = Unit.CELSIUS) -> float:
    """Get the temperature of a town.

    Args:
        town: Name of the town.
        unit: Unit of the result.
    """
    return 0.0


@function_tool
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


@function_tool
def find_stations(query: str, tags: list[str] | None = None, limit: Optional[int] = 10) -> list[str]:
    """Find stations.

    Some are closed.
    """
    return []


@function_tool(name="greet", description="Greet somebody.")
async def say_hello(context: RunContext, name: str, times: int = 1) -> str:
    """Not this."""
    return name


class Librarian(Agent):
    """Methods of an agent."""

    def __init__(self) -> None:
        super().__init__(instructions="Lend books.")

    @function_tool()
    async def find_book(self, context: RunContext, title: str, year: Optional[int] = None) -> str:
        """Find a book.

        Args:
            title: Title of the book.
        """
        return title


librarian = Librarian()


@function_tool
def sort_books(shelf: int, *args: str, **kwargs: int) -> str:
    """Sort the books of a shelf."""
    return ""


@function_tool
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
