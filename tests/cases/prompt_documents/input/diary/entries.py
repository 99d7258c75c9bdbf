"""What is written into the diary, and found in it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from toolgen import tool


class Mood(StrEnum):
    """How the day was."""

    GOOD = "good"
    """Worth remembering."""
    BAD = "bad"
    """Better forgotten."""


@dataclass
class Place:
    """Where something happened."""

    city: str
    country: str = "Portugal"


def topics() -> list[str]:
    """The topics that there are now."""
    return ["travel", "work"]


@tool(
    examples=[
        {"text": "Sun.\nSea.", "day": "2026-03-02", "mood": "good", "places": [{"city": "Lisboa"}]},
        {"text": "Rain."},
    ],
    multiline=["text"],
)
def add_entry(
    text: str,
    day: date | None = None,
    mood: Mood = Mood.GOOD,
    places: list[Place] | None = None,
) -> int:
    """Write an entry.

    Note:
        One entry a day is enough, and what it says stays in the diary.

    Args:
        text: What happened.
        day: Today if it is not said.
        mood: How it was.
        places: Where it was.

    Example:
        >>> add_entry("Rain.")
        1
    """
    return len(text)


@tool(params={"topic": {"type": "string", "enum": topics}})
def find_entries(
    topic: str,
    since: datetime | None = None,
    within: timedelta | None = None,
    point: tuple[float, float] | None = None,
    counts: dict[str, int] | None = None,
) -> list[str]:
    """Find entries on a topic."""
    return [topic]
