from __future__ import annotations

import collections
import datetime
import decimal
import pathlib
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence, Set
from typing import Annotated, Any, Literal

from pydantic import Field
from toolgen import Injected, Tool, tool

from desk.models import AVeryLongNameOfAClassThatStandsInAnnotations, Outer, Point, Priority, Task

@tool
def add_reminder(text: str, due: datetime.datetime | None = None, priority: Priority = Priority.LOW) -> Task:
    """Add."""
    return Task(text)

@tool
async def list_tasks(
    status: Literal["open", "cancelled", "something that is longer than the others", "and another one"] = "open",
    limit: Annotated[int, Field(ge=1, le=50)] = 20,
    pattern: Annotated[str, Field(pattern=r"^(?:[A-Z]{3}-[0-9]+|[a-z]+(?:-[a-z]+)*(?:\.[a-z]+)*)$")] = "x",
) -> list[AVeryLongNameOfAClassThatStandsInAnnotations] | dict[str, AVeryLongNameOfAClassThatStandsInAnnotations]:
    """List."""
    return []

@tool
async def watch(seconds: Annotated[float, Field(gt=0, multiple_of=0.1)]) -> AsyncIterator[int]:
    """Watch."""
    yield 1

@tool
def everything(
    list: list[list[list[dict[str, datetime.date]]]],
    datetime: dict[int, decimal.Decimal | uuid.UUID],
    tasks: Sequence[Task | Outer.Inner | None],
    point: Point,
    nested: Mapping[str, list[tuple[AVeryLongNameOfAClassThatStandsInAnnotations, pathlib.Path, bytes]]],
    bare: collections.deque,
    words: Set[str] | frozenset[str] | collections.OrderedDict | None = None,
) -> None:
    """All of it."""

@tool
def join(separator: str = ",", /, *parts: str, **labels: datetime.date) -> str:
    """Join."""
    return separator.join(parts)

@tool
def a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits(a: int = 0, *, db: Injected[str]) -> int:
    """Long."""
    return a

@tool(name="with-dashes", params={"if": {"type": "object", "properties": {"a": {"type": "array", "items": {
    "type": "array", "items": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"enum": [1, None]}]}}}}}},
    "one": {"oneOf": [{"type": "integer"}, {"type": "array", "uniqueItems": True}], "not": {"const": [1]}}})
def dashes(one: Any, **more: Any) -> Any:
    """Schemas of one's own."""

class Agent:
    @tool
    def method(self, days: int) -> Iterator[str]:
        """Method."""
        yield "x"

class Search(Tool):
    name = "search"
    description = "Search."

    def execute(self, query: str) -> list[str]:
        return [query]

def make() -> Any:
    @tool
    def inner() -> int:
        """Nested."""
        return 1

    return inner
