"""What the parser has to know of a syntax: how a call begins, where it ends, and what it says."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from toolgen.call_syntax.message import CallFault, FaultCode, ToolCall, excerpt
from toolgen.call_syntax.scanning import Scanner

MOST_TO_OPEN = 200
"""Within how many characters a text shows whether a call begins there."""

VARIATION = "\ufe0f"
"""The selector that gives an emoji its colour, which many leave out."""

Item: TypeAlias = str | ToolCall | CallFault
"""What a part of a message is: prose, a call, or what was meant as one."""


@dataclass(frozen=True, slots=True)
class Block:
    """The text of a call, from `opening` at `start` on; it `is_cut` where the message ended inside of it."""

    text: str
    start: int
    opening: re.Match[str]
    is_cut: bool

    @property
    def inside(self) -> str:
        """What stands behind the opening."""
        return self.text[self.opening.end() - self.opening.start() :]

    def fault(self, code: FaultCode, message: str, start: int = 0, end: int | None = None) -> CallFault:
        """What is wrong with the call between two places, counted from its beginning; in all of it without them."""
        end = len(self.text.rstrip()) if end is None else end
        return CallFault(code, message, self.start + start, self.start + end, excerpt(self.text, start, end))

    def unfinished(self, missing: str = "") -> CallFault:
        """That the message ended where `missing`, which ends a call, was still to come."""
        message = "the text ends inside of a call, which was not made" + (
            f": `{missing}` is missing" if missing else ""
        )
        return self.fault("unfinished", message, len(self.text.rstrip()))


def prefixes(text: str) -> str:
    """A regular expression for every beginning of `text`, the empty one and all of it too."""
    pattern = ""
    for character in reversed(text):
        pattern = f"(?:{re.escape(character)}{'?' if character == VARIATION else ''}{pattern})?"
    return pattern


class Grammar(ABC):
    """How calls are found in a text."""

    name: ClassVar[str]
    fences: ClassVar[frozenset[str]] = frozenset()
    """What a fenced block says that it is where calls may be in it."""

    markup: ClassVar[tuple[str, ...]] = ()
    """What models write around calls and messages, which is no part of what they say."""

    @property
    @abstractmethod
    def opens(self) -> str:
        """A regular expression for the beginning of a call, with flags `m` and `s`.

        What it matches must be decided by that text alone, in at most `MOST_TO_OPEN` characters: it ends with a
        delimiter, for which a line break stands at the end of the message. It has to be one of linear time.
        """

    @property
    @abstractmethod
    def starts(self) -> str:
        """A regular expression for the end of a text in which a call may have begun that `opens` does not match yet."""

    @abstractmethod
    def scanner(self, opening: re.Match[str]) -> tuple[Scanner, int] | None:
        """What looks for the end of the call, and behind how many characters; None where it is no call after all."""

    @abstractmethod
    def read(self, block: Block) -> Iterator[Item]:
        """The calls, faults and prose in what began like a call. Raises nothing."""
