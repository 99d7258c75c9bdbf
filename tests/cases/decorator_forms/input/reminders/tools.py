"""Every way to write the decorator, on every kind of module-level function."""

import functools
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar, cast

import toolgen
from toolgen import tool

from reminders import agent_tool

F = TypeVar("F", bound=Callable[..., object])


def logged(function: F) -> F:
    """A decorator that says nothing to toolgen."""

    @functools.wraps(function)
    def wrapper(*arguments: object, **keywords: object) -> object:
        return function(*arguments, **keywords)

    return cast(F, wrapper)


@tool
def add_reminder(text: str, minutes: int = 30) -> int:
    """Add a reminder and return its number."""
    return len(text) + minutes


@tool()
async def list_reminders(limit: int = 10) -> list[str]:
    """List the reminders, the next one first."""
    return [str(limit)]


@tool("drop_reminder", "Delete a reminder for good.")
def delete(number: int) -> bool:
    """This docstring loses against the decorator."""
    return number > 0


@tool(name="snooze_reminder", description="Move a reminder into the future.")
def snooze(number: int, minutes: float = 5.5) -> None: ...


@tool(title="Count reminders", tags=["reminders"])
def count_reminders() -> int:
    """Say how many reminders there are."""
    return 0


@toolgen.tool
async def watch_reminders(until: str) -> AsyncIterator[str]:
    """Give each reminder when it is due."""
    yield until


@agent_tool
@logged
def export_reminders(*, path: str, compress: bool = False) -> Iterator[str]:
    """Write the reminders to a file, line by line."""
    yield path


@logged
@agent_tool("find_reminders")
def find(query: str, /, limit: int = 5) -> list[int]:
    """Find reminders by their text."""
    return [limit]


def not_a_tool(text: str) -> str:
    """No decorator, no tool."""
    return text
