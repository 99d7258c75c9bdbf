"""Tools of inspect: functions that return the function that runs."""

from typing import Literal, Optional

from inspect_ai.tool import Tool, tool


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


tools = [current_temperature(), find_stations(limit=5)]
