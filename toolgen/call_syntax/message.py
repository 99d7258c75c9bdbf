"""What a model wrote: prose, calls, and what was meant as a call and is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolgen.model.json_values import Json

FaultCode = Literal["malformed", "unfinished", "unknown_tool", "invalid_arguments"]

_WIDTH = 100
"""How much of a line is shown around what is wrong in it."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call in a text from `start` to `end`; `remarks` say what was repaired. Equal if it calls the same."""

    name: str
    arguments: Mapping[str, Json]
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)
    remarks: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class CallFault:
    """What was meant as a call, of `name` if that is of no tool, and is none; `excerpt` points at it, for the model."""

    code: FaultCode
    message: str
    start: int
    end: int
    excerpt: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.message}\n{self.excerpt}"


@dataclass(frozen=True, slots=True)
class ParsedMessage:
    """A text without its calls, the calls, and the errors, each in the order in which they stand in it."""

    message: str
    calls: tuple[ToolCall, ...]
    errors: tuple[CallFault, ...]


def excerpt(text: str, start: int, end: int) -> str:
    """The line of `text` in which `start` is, and a line that points at what lies from there to `end`."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    last = len(text) if last < 0 else last
    left, right = max(first, start - _WIDTH // 2), min(last, start + _WIDTH)
    shown = "".join(character if character.isprintable() else " " for character in text[left:right])
    length = max(1, min(end, right) - start)
    return f"{shown}\n{' ' * (start - left)}{'^' * length}"
