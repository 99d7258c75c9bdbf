"""What the tools take and return."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any, Literal, TypedDict

from assistant.scheduling.tasks import TaskType


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
    """Something that is done later. `due` is the next time of a task that has a schedule."""

    id: int
    text: str
    type: TaskType
    due: datetime
    schedule: str | None
    priority: Priority
    status: Literal["open", "done", "failed", "cancelled"]
    error: str | None
    created: datetime


class ExecutionData(TypedDict, total=False):
    """What a task needs to know when its time has come."""

    prompt: str
    """The request that the assistant works on."""
    url: str
    """The address of the HTTP request."""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    """GET, unless it is another."""
    body: dict[str, Any]
    """What is sent as JSON."""
    query: str
    """What the web is searched for."""
    limit: int
    """How many results count."""
    summarize: bool
    """Whether the results are told in a summary."""


class Moment(TypedDict):
    """A point in time as a calendar and a clock on the wall show it."""

    time: datetime
    weekday: str
    week: int
    timezone: str


class Match(TypedDict):
    """A note that a search found, or what was said in a conversation: then there is no number of a note, and the title
    is what was asked. Words that matched stand in [brackets] in the excerpt."""

    note_id: int | None
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
class SearchResult:
    """A page that a search found."""

    url: str
    title: str
    excerpt: str


@dataclass(frozen=True)
class Answer:
    """What a server answered to an HTTP request."""

    url: str
    status: int
    content_type: str
    body: str
    truncated: bool


@dataclass(frozen=True)
class Outcome:
    """How a program ended, and what it wrote. `exit_code` is None where it was stopped, which `stderr` says why."""

    exit_code: int | None
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Entry:
    """A file or folder of the workspace."""

    name: str
    is_folder: bool
    bytes: int


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
