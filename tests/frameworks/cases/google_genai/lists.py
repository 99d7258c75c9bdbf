"""Functions that are passed to a client of google-genai."""

from enum import Enum
from typing import Annotated, Any, Literal, Optional

from google import genai
from google.genai import types
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


def current_temperature(town: str, unit: Literal["celsius", "fahrenheit"] = "celsius") -> float:
    """Get the temperature of a town.

    Args:
        town: Name of the town.
        unit: Unit of the result.
    """
    return 0.0


async def forecast(
    place: Place,
    days: int = 7,
    detail: Literal["low", "high"] = "low",
) -> dict[str, Any]:
    """Forecast the weather of a place.

    Args:
        place: Where.
        days: How many days.
        detail: How much to say.
    """
    return {}


def find_stations(query: str, tags: list[str] | None = None, limit: Optional[int] = 10) -> list[str]:
    """Find stations.

    Some are closed.
    """
    return []


config = types.GenerateContentConfig(tools=[current_temperature, forecast, find_stations])


def say(text: str, times: int = 1) -> str:
    """Say something."""
    return text


OPTIONS = {"temperature": 0, "tools": [say]}


def chat() -> None:
    genai.Client().chats.create(model="gemini-2.5-flash", config=OPTIONS)


def ask(question: str) -> str:
    client = genai.Client()
    answer = client.models.generate_content(model="gemini-2.5-flash", contents=question, config=config)
    return answer.text or ""
