"""What happens before and after the calls of several tools."""

from typing import Any


def without_blanks(arguments: dict[str, Any]) -> dict[str, Any]:
    """Strip the texts that a model sent."""
    return {name: value.strip() if isinstance(value, str) else value for name, value in arguments.items()}


async def as_link(path: str) -> str:
    """Make a link of a path."""
    return f"file://{path}"


def projections() -> list[str]:
    """The projections that are installed."""
    return ["EPSG:3857", "EPSG:4326"]
