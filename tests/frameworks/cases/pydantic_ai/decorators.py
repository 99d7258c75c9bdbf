"""Tools of an agent and of toolsets."""

from enum import Enum
from typing import Annotated, Any, Literal, Optional

from pydantic_ai import Agent, FunctionToolset, RunContext, Tool
from pydantic import BaseModel, Field


agent = Agent("test", deps_type=str)
toolset = FunctionToolset()


class Unit(str, Enum):
    """Unit of temperatures."""

    CELSIUS = "celsius"
    FAHRENHEIT = "fahrenheit"


class Place(BaseModel):
    """A place on the map."""

    latitude: float = Field(ge=-90, le=90, description="Degrees north.")
    longitude: float = Field(ge=-180, le=180, description="Degrees east.")
    name: Optional[str] = None


@agent.tool_plain
def current_temperature(town: str, unit: Unit = Unit.CELSIUS) -> float:
    """Get the temperature of a town.

    Args:
        town: Name of the town.
        unit: Unit of the result.
    """
    return 0.0


@agent.tool_plain
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


@agent.tool_plain
def find_stations(query: str, tags: list[str] | None = None, limit: Optional[int] = 10, options: dict[str, Any] = {}) -> list[str]:
    """Find stations.

    Some are closed.
    """
    return []


@agent.tool
async def greet(ctx: RunContext[str], name: str, times: int = 1) -> str:
    """Greet somebody.

    Args:
        name: Whom.
        times: How often.
    """
    return name


@agent.tool(name="leave", retries=2)
def say_goodbye(ctx: RunContext[str]) -> None:
    """Say goodbye."""


@agent.tool_plain(docstring_format="numpy")
def in_numpy(text: str) -> str:
    """Documented as NumPy does.

    Parameters
    ----------
    text : str
        What to say.
    """
    return text


@toolset.tool
def count_words(ctx: RunContext[str], text: str) -> int:
    """Count the words of a text."""
    return 0


@toolset.tool_plain
def count_lines(text: str) -> int:
    """Count the lines of a text."""
    return 0


@toolset.tool_plain
def add_numbers(title: str, *numbers: int) -> int:
    """Add numbers."""
    return sum(numbers)


@toolset.tool_plain
def count_numbers(*numbers: int, **named: int) -> int:
    """Count numbers."""
    return len(numbers) + len(named)


@toolset.tool_plain
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
