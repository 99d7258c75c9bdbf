"""Tools of inspect: functions that return the function that runs."""

from dataclasses import dataclass
from typing import Literal, Optional

from inspect_ai.tool import Tool, tool
from pydantic import BaseModel


class Place(BaseModel):  # closed, and what it has in it is open
    class Position(BaseModel):
        latitude: float
        longitude: float

    position: Position
    others: list[Position]


@dataclass
class Reading:
    value: float


@dataclass
class Report:
    reading: Reading
    place: Place


@tool
def current_temperature() -> Tool:
    async def execute(town: str, unit: Literal["celsius", "fahrenheit"] = "celsius") -> float:
        """Get the temperature of a town.

        Args:
            town: Name of the town.
            unit: Unit of the result.
        """
        return 0.0

    return execute


@tool(name="stations", parallel=False)
def find_stations(limit: int = 10) -> Tool:
    async def execute(query: str, tags: list[str] | None = None, near: Optional[str] = None) -> list[str]:
        """Find stations.

        Args:
            query: A part of the name.
            tags: All of which a station has.
            near: A town.
        """
        return []

    return execute


@tool
def file_report() -> Tool:
    async def execute(report: Report, places: list[Place]) -> str:
        """File a report.

        Args:
            report: What to file.
            places: Where it holds.
        """
        return ""

    return execute


tools = [file_report(), current_temperature(), find_stations(limit=5)]
