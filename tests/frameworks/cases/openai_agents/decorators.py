"""Tools of openai-agents."""

from enum import Enum
from typing import Annotated, Any, Literal, Optional

from agents import RunContextWrapper, function_tool
from agents.tool_context import ToolContext
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


@function_tool(name_override="greet", description_override="Greet somebody.")
async def say_hello(ctx: RunContextWrapper[Any], name: str, times: int = 1) -> str:
    """Not this.

    Args:
        name: Whom.
    """
    return name


@function_tool(strict_mode=False)
def lenient(ctx: ToolContext[Any], options: dict[str, Any], limit: int = 3) -> str:
    """Without strictness."""
    return ""


@function_tool(use_docstring_info=False, description_override="Say it.")
def undocumented(text: str) -> str:
    """Nobody sees this.

    Args:
        text: Nor this.
    """
    return text


@function_tool(docstring_style="numpy")
def in_numpy(text: str) -> str:
    """Documented as NumPy does.

    Parameters
    ----------
    text : str
        What to say.
    """
    return text


@function_tool(strict_mode=False)
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
