"""What toolgen warns of while it still writes the files, and how a line is exempted."""

import os
from collections.abc import Callable

from toolgen import tool

DEFAULT_BED = os.environ.get("BED", "north")


class Plant:
    """No JSON form."""


@tool
def plant_seed(name, bed: str = DEFAULT_BED) -> Plant:
    """Plant a seed.

    Args:
        name: What to plant.
        depth: How deep; the parameter was removed.
    """
    return Plant()


@tool
def water_bed(bed) -> None:  # toolgen: ignore[TG304]
    """Water a bed."""


@tool
def pull_weeds(bed: str, by: str = "hand") -> None:  # toolgen: ignore[TG304, TG999]
    """Pull the weeds of a bed.

    Args:
        bed: TODO which ones?
        by: TODO
    """


@tool(params={"beds": {"type": "array", "items": {"type": "string"}, "contains": {"const": "herbs"}}})
def water_beds(beds: list[str]) -> None:
    """Water some beds, the herbs among them."""


@tool
def call_back(when: Callable[[], str] | memoryview | str) -> None:
    """Call back at a time, which only code gives as a function."""
