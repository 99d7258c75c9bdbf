"""Tools of langchain by its decorator."""

from enum import Enum
from typing import Annotated, Any, Literal, Optional

from langchain_core.callbacks import CallbackManagerForToolRun
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import InjectedToolArg, tool
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


class SearchInput(BaseModel):
    """What to search for."""

    query: str = Field(description="Words to search for.")
    limit: int = Field(default=5, ge=1, description="How many at most.")


class Radar(BaseModel):
    """A picture of rain."""

    kind: Literal["radar"]
    radius: int = 50


class Gauge(BaseModel):
    """What fell in one place."""

    kind: Literal["gauge"]
    station: str


@tool
def rain(source: Annotated[Radar | Gauge, Field(discriminator="kind")]) -> str:
    """Say how much it rained."""
    return source.kind


@tool("search", args_schema=SearchInput, return_direct=True)
def search_documents(query: str, limit: int = 5) -> str:
    """Search the documents."""
    return query


@tool(parse_docstring=True)
def parsed(town: str, days: int = 3) -> str:
    """Describe the weather.

    Args:
        town: Name of the town.
        days: How many days.
    """
    return town


@tool(description="With what the framework supplies.")
def injected(
    text: str, user: Annotated[str, InjectedToolArg], config: RunnableConfig, callbacks: CallbackManagerForToolRun = None
) -> str:
    """Not this."""
    return text


@tool
def sort_books(shelf: int, **kwargs) -> str:
    """Sort the books of a shelf."""
    return ""


@tool
def configured(text: str, config: RunnableConfig | None = None) -> str:
    """Read a text as it is configured."""
    return text


class Titled(BaseModel):
    """What a field says beside its description and constraints, which stays inside of a class alone."""

    level: Annotated[int, Field(title="The level", examples=[1], json_schema_extra={"x-unit": "dB"}, ge=0)]
    note: str = Field("none", title="The note", examples=["a"], deprecated=True, description="Said.")


@tool
def titled(
    level: Annotated[int, Field(title="The level", examples=[1], json_schema_extra={"x-unit": "dB"}, ge=0)],
    inside: Titled,
    note: str = Field("none", title="The note", examples=["a"], deprecated=True, description="Said."),
) -> str:
    """Set a level."""
    return ""


@tool(args_schema=Titled)
def titled_fields(level: int, note: str) -> str:
    """Set a level by a model."""
    return ""


@tool
def open_door(door: int = 1, *_others: int, **_more: str) -> str:
    """Open a door."""
    return ""


@tool
def loan_out(book: str, _days: int = 14, **kwargs: int) -> str:
    """Lend a book."""
    return ""
