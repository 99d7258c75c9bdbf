"""A package that has tools itself; below it there is a module that has others."""

from datetime import date
from typing import Literal

from fleet.vehicles import Vehicle
from toolgen import tool


@tool
def register_van(van: Vehicle, since: date | None = None) -> str:
    """Enter a van into the books.

    Args:
        van: The van.
        since: The day of its first use.
    """
    return f"{van.plate} since {since}"


@tool
async def paint_van(plate: str, colour: Literal["white", "red"] = "white") -> bool:
    """Paint a van.

    Args:
        plate: Its number plate.
        colour: The new colour.
    """
    return bool(plate and colour)
