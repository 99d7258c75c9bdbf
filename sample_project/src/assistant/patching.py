"""Changes to a text as a unified diff says them: https://www.gnu.org/software/diffutils/manual/#Detailed-Unified."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_HEAD = re.compile(r"@@ -(?P<start>\d+)(?:,\d+)? \+\d+(?:,\d+)? @@.*")


class PatchError(ValueError):
    """A patch that does not fit, with the hunk that does not."""


@dataclass(frozen=True)
class Hunk:
    """Lines that stand at about the line `start`, counted from one, and those that take their place.

    Where there are none, the others come after that line, which is 0 at the beginning of a file.
    """

    start: int
    old: tuple[str, ...]
    new: tuple[str, ...]


def patched(text: str, patch: str) -> str:
    """`text` with the hunks of `patch` applied, each of them where its old lines stand nearest to what it says.

    Raises PatchError where one fits nowhere. Line numbers may be wrong, lines may not.
    """
    lines = text.split("\n")
    offset = 0
    found = list(hunks(patch))
    if not found:
        raise PatchError("the patch has no hunk: it needs lines such as '@@ -1,2 +1,2 @@'")
    for number, hunk in enumerate(found, 1):
        at = _place(lines, hunk, hunk.start - bool(hunk.old) + offset)
        if at is None:
            raise PatchError(f"hunk {number} does not fit: nowhere are the lines {list(hunk.old)!r}")
        lines[at : at + len(hunk.old)] = hunk.new
        offset += len(hunk.new) - len(hunk.old)
    return "\n".join(lines)


def hunks(patch: str) -> Iterator[Hunk]:
    """The hunks of a unified diff of one file."""
    start, old, new = -1, list[str](), list[str]()
    for line in patch.rstrip("\n").split("\n"):
        if head := _HEAD.match(line):
            if old or new:
                yield Hunk(start, tuple(old), tuple(new))
            start, old, new = int(head["start"]), [], []
        elif start >= 0:
            _sort(line, old, new)
    if old or new:
        yield Hunk(start, tuple(old), tuple(new))


def _sort(line: str, old: list[str], new: list[str]) -> None:
    sign, rest = line[:1], line[1:]
    if sign in ("-", " ", ""):
        old.append(rest)
    if sign in ("+", " ", ""):
        new.append(rest)


def _place(lines: Sequence[str], hunk: Hunk, wanted: int) -> int | None:
    """The place of the hunk's old lines that is nearest to the one that is wanted."""
    size = len(hunk.old)
    places = (at for at in range(len(lines) - size + 1) if tuple(lines[at : at + size]) == hunk.old)
    return min(places, key=lambda at: abs(at - wanted), default=None)
