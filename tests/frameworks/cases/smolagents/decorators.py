"""Tools of smolagents."""

from typing import Literal, Optional

from smolagents import Tool, tool


@tool
def current_temperature(town: str, unit: Literal["celsius", "fahrenheit"] = "celsius") -> float:
    """Get the temperature of a town.

    Args:
        town: Name of the town.
        unit: Unit of the result.
    """
    return 0.0


@tool
def find_stations(query: str, tags: list[str] | None = None, limit: int = 10) -> list[str]:
    """Find stations.

    Some are closed.

    Args:
        query: A part of the name.
        tags: All of which a station has.
        limit: How many at most.
    """
    return []
