"""Where a call ends: a scanner is given a text in pieces, looks at every character once, and keeps next to none."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

MOST_NESTED = 1_000
"""How deep brackets may be inside each other in a call."""

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_LONGEST_STOP = 200
"""How many characters at the beginning of a line decide whether a call ends."""


class Scanner(ABC):
    """What looks for the end of one call."""

    @abstractmethod
    def feed(self, text: str, start: int) -> int | None:
        """Where the call, begun where the last ended, ends that goes on at `start`; None where it does not end."""


class Until(Scanner):
    """A call ends with one of these texts."""

    def __init__(self, *ends: str) -> None:
        self._pattern = re.compile("|".join(map(re.escape, ends)))
        self._kept = max(map(len, ends)) - 1
        self._tail = ""

    def feed(self, text: str, start: int) -> int | None:
        seam = self._tail + text[start : start + self._kept]
        if found := self._pattern.search(seam):
            return start + found.end() - len(self._tail)
        if found := self._pattern.search(text, start):
            return found.end()
        self._tail = (seam if len(text) - start <= self._kept else text[start:])[-self._kept :]
        return None


class Brackets(Scanner):
    """A call ends with the bracket that closes its first; what is in quotes is no bracket."""

    def __init__(self) -> None:
        self._pattern = re.compile(r"""["\\()\[\]{}]""")
        self._quotes: tuple[str, ...] = ('"',)
        self._open: list[str] = []
        self._quote = ""
        self._is_escaped = False

    def feed(self, text: str, start: int) -> int | None:
        if start < len(text) and self._is_escaped:  # by a backslash at the end of the last text
            start, self._is_escaped = start + 1, False
        while (found := self._pattern.search(text, start)) and not self._is_undecided(found):
            start = found.end()
            if found[0] == "\\":
                self._is_escaped = bool(self._quote) and start == len(text)
                start += bool(self._quote)
            elif self._closes(found[0]):
                return start
        return None

    def _is_undecided(self, found: re.Match[str]) -> bool:  # noqa: ARG002
        """Whether what was `found` may be part of something else with more text."""
        return False

    def _closes(self, character: str) -> bool:
        """Whether the first bracket is closed by `character`, or there are too many."""
        if self._quote:
            # Three quotes behind a text with one of them are its end, and an empty text.
            self._quote = "" if character.startswith(self._quote) else self._quote
        elif character in self._quotes:
            self._quote = character
        elif character in _CLOSING:
            self._open.append(character)
        elif self._open:
            self._open.pop()
        return not (self._open or self._quote) or len(self._open) > MOST_NESTED

    @property
    def missing(self) -> str | None:
        """The brackets that would close what is open; None inside of quotes."""
        return None if self._quote else "".join(_CLOSING[one] for one in reversed(self._open))


class PythonBrackets(Brackets):
    """The same for Python: also what is in triple quotes or a comment is no bracket."""

    def __init__(self) -> None:
        super().__init__()
        self._quotes = ("'''", '"""', "'", '"')
        self._pattern = re.compile(r"""'{3}|"{3}|['"\\()\[\]{}#\n]""")
        self._tail, self._undecided = "", 0

    def feed(self, text: str, start: int) -> int | None:
        before, rest, self._undecided = len(self._tail), self._tail + text[start:], 0
        found = super().feed(rest, 0)
        self._tail = rest[len(rest) - self._undecided :]
        return None if found is None else start - before + found

    def _is_undecided(self, found: re.Match[str]) -> bool:
        """One or two quotes at the end of a text may be those of a triple one."""
        left = len(found.string) - found.start()
        if left < len("'''") and found[0] in {"'", '"'} and found.string[found.start() :] == found[0] * left:
            self._undecided = left
        return bool(self._undecided)

    def _closes(self, character: str) -> bool:
        if self._quote == "#":
            self._quote = "" if character == "\n" else "#"
        elif character == "#":
            self._quote = self._quote or "#"
        elif character != "\n":
            return super()._closes(character)
        return False


class Lines(Scanner):
    """A call ends with its line or, where there is a `last` line, with that or before the next that is a `stop`."""

    def __init__(self, last: re.Pattern[str] | None = None, stop: re.Pattern[str] | None = None) -> None:
        self._last, self._stop = last, stop
        self._line, self._length = "", 0
        self._is_first = True

    def feed(self, text: str, start: int) -> int | None:
        while (end := text.find("\n", start)) >= 0:
            self._add(text[start:end])
            if (found := self._ended(end + 1)) is not None:
                return found
            start, self._line, self._length, self._is_first = end + 1, "", 0, False
        self._add(text[start:])
        return None

    def _ended(self, after: int) -> int | None:
        """Where the call ends if the line does that ends before `after`."""
        if self._last is None or (not self._is_first and self._last.match(self._line)):
            return after
        is_stop = not self._is_first and self._stop and self._stop.match(self._line)
        return after - 1 - self._length if is_stop else None

    def _add(self, part: str) -> None:
        self._line += part[: _LONGEST_STOP - len(self._line)] if len(self._line) < _LONGEST_STOP else ""
        self._length += len(part)
