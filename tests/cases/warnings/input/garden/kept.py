"""A tool by a copy of a framework."""

from garden.agents.tool import function_tool


@function_tool
def mulch(plant: str) -> str:
    """Mulch a plant."""
    return plant
