"""Unified diffs that stay quick and readable whatever the size of the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

CONTEXT = 3
WINDOW = 1_000
"""Changed lines of each file that are compared at most: lines that repeat themselves take quadratic time."""
LIMIT = 120
"""Lines of a diff that are shown at most."""
LONGEST = 300
"""Characters of a line that are shown at most: a style sheet or a schema may stand on one."""

_Lines: TypeAlias = Sequence[str]
_Hunk: TypeAlias = list[tuple[str, int, int, int, int]]
"""Edits as `difflib` names them: what to do with `before[i1:i2]` to make it `after[j1:j2]`."""


def unified_diff(path: str, old: str | None, new: str | None, *, is_whole: bool = False) -> list[str]:
    """The lines of a diff from `old` to `new`, without newlines, as `git diff` writes and `patch -p1` reads them.

    None is a file that is not there. Where lines are left out, a last line says how many; a line that is cut says how
    long it is. In one that `is_whole` neither is.
    """
    before, after = _lines(old or ""), _lines(new or "")
    hunks, left_out = _hunks(before, after, len(before) + len(after) if is_whole else WINDOW)
    if not hunks:
        return []
    rows = [f"--- {'/dev/null' if old is None else f'a/{path}'}", f"+++ {'/dev/null' if new is None else f'b/{path}'}"]
    rows += "\n".join(row for hunk in hunks for row in _rows(hunk, before, after)).split("\n")
    if is_whole:
        return rows
    left_out += max(0, len(rows) - LIMIT)
    return [*map(_cut, rows[:LIMIT]), *([f"… {left_out:,} more lines"] if left_out else [])]


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}… ({len(line) - 1:,} characters)"


def _lines(text: str) -> list[str]:
    """The lines of `text`; what `diff` says of a missing last newline is part of the last one."""
    *lines, last = text.split("\n")
    return [*lines, f"{last}\n\\ No newline at end of file"] if last else lines


def _hunks(before: _Lines, after: _Lines, window: int) -> tuple[list[_Hunk], int]:
    """The edits in groups with their context, and how many changed lines were not compared."""
    from toolgen.output.matching import LineMatcher  # not for a run without differences

    above = _common(before, after)
    below = _common(before[above:][::-1], after[above:][::-1])
    old, new = before[above : len(before) - below], after[above : len(after) - below]
    left_out = max(0, len(old) - window) + max(0, len(new) - window)
    hunks: list[_Hunk] = [
        [(tag, i1 + above, i2 + above, j1 + above, j2 + above) for tag, i1, i2, j1, j2 in group]
        for group in LineMatcher(old[:window], new[:window]).get_grouped_opcodes(CONTEXT)
    ]
    if hunks:
        start = above - min(above, CONTEXT)
        hunks[0].insert(0, ("equal", start, above, start, above))
        if not left_out:
            i, j, context = len(before) - below, len(after) - below, min(below, CONTEXT)
            hunks[-1].append(("equal", i, i + context, j, j + context))
    return hunks, left_out


def _common(before: _Lines, after: _Lines) -> int:
    """How many lines are the same from the start."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((index for index, (old, new) in pairs if old != new), min(len(before), len(after)))


def _rows(hunk: _Hunk, before: _Lines, after: _Lines) -> Iterator[str]:
    _, i1, _, j1, _ = hunk[0]
    _, _, i2, _, j2 = hunk[-1]
    yield f"@@ -{_range(i1, i2)} +{_range(j1, j2)} @@"
    for tag, i1, i2, j1, j2 in hunk:
        if tag == "equal":
            yield from (f" {line}" for line in before[i1:i2])
        else:
            yield from (f"-{line}" for line in before[i1:i2])
            yield from (f"+{line}" for line in after[j1:j2])


def _range(start: int, stop: int) -> str:
    """Lines as POSIX `diff -u` counts them: from 1, an empty range by the line before it, a length of 1 left out."""
    length = stop - start
    return f"{start + 1}" if length == 1 else f"{start + 1 if length else start},{length}"
