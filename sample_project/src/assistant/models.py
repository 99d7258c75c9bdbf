"""What the tools take and return."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Literal, TypedDict


class Priority(Enum):
    """How much a task matters."""

    LOW = "low"
    """Whenever there is time."""
    NORMAL = "normal"
    """On the day it is due."""
    HIGH = "high"
    """Before everything else."""


@dataclass(frozen=True)
class Task:
    """Something to be done, with the time of its reminder if it has one."""

    id: int
    text: str
    due: datetime | None
    priority: Priority
    status: Literal["open", "cancelled"]
    created: datetime


class Moment(TypedDict):
    """A point in time as a calendar and a clock on the wall show it."""

    time: datetime
    weekday: str
    week: int
    timezone: str


class Match(TypedDict):
    """A note that a search found. Words that matched stand in [brackets] in the excerpt."""

    note_id: int
    title: str
    excerpt: str
    tags: list[str]
    saved: datetime


@dataclass(frozen=True)
class Page:
    """The readable text of a web page, after redirects."""

    url: str
    content_type: str
    text: str
    truncated: bool


@dataclass(frozen=True)
class Day:
    """The weather of one day."""

    day: date
    summary: str
    low: float
    high: float
    precipitation: float


@dataclass(frozen=True)
class Forecast:
    """The weather of the coming days. Degrees and millimetres or inches are those of `units`."""

    place: str
    country: str
    timezone: str
    units: Literal["metric", "imperial"]
    days: list[Day]
