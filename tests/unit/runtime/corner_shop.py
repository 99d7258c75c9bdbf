"""Tools of all kinds, from which the tests of the runtime build a project."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from toolgen import Injected, tool


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


@dataclass
class Item:
    name: str
    price: float


@dataclass
class Order:
    number: int
    placed: datetime
    size: Size
    items: list[Item]


@tool(risk_level="low")
def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


@tool
def place_order(names: list[str], size: Size = Size.SMALL) -> Order:
    """Order things."""
    return Order(7, datetime(2026, 1, 2, tzinfo=UTC), size, [Item(name, 2.5) for name in names])


@tool
def fail(reason: str) -> None:
    """Fail."""
    raise RuntimeError(reason)


@tool
async def wait(seconds: float) -> str:
    """Wait in the event loop."""
    await asyncio.sleep(seconds)
    return "waited"


@tool
def block(seconds: float) -> int:
    """Wait in a thread or process, and tell the number of the process."""
    time.sleep(seconds)
    return os.getpid()


@tool(timeout=0.05)
async def hurry(seconds: float) -> str:
    """Wait, but not for long."""
    await asyncio.sleep(seconds)
    return "waited"


@tool(timeout=1)
def hurry_up(seconds: float) -> str:
    """Wait in a thread or process, but not for long."""
    time.sleep(seconds)
    return "waited"


@tool(requires_approval=True, risk_level="high")
def wipe(folder: str) -> str:
    """Delete everything in a folder."""
    return f"wiped {folder}"


@tool
async def count(to: int) -> AsyncIterator[int]:
    """Count."""
    for number in range(to):
        yield number


@tool
def countdown(start: int) -> Iterator[int]:
    """Count downwards."""
    yield from range(start, 0, -1)


@tool
def leave() -> None:
    """End the program as command line tools do."""
    sys.exit(2)


@tool
async def leave_later() -> None:
    """End the program from the event loop."""
    sys.exit("not now")


@tool
def end_process() -> None:
    """End the process that this runs in."""
    os._exit(3)


def as_text(arguments: dict[str, object]) -> dict[str, object]:
    return {name: str(value) for name, value in arguments.items()}


@tool(postprocess=str.upper)
def shout(text: str) -> str:
    """Shout."""
    return text


@tool(preprocess=as_text)
def tidy(text: str) -> str:
    """Take what is no text for text."""
    return text


@tool
def greet(name: str, user: Injected[str]) -> str:
    """Greet somebody in the name of the user."""
    return f"{user} greets {name}"


@tool
def spread(first: int, /, second: int = 2, *rest: int, **named: str) -> list[object]:
    """Take arguments in every way."""
    return [first, second, rest, named]
