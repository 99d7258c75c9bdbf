"""A place in a source file."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A place in a source file: where something starts, and how wide its first line is.

    `path` is relative to the project and has forward slashes. `line` counts from 1; `column` counts characters
    from 1, as editors and compilers print it. `line` 0 is the file as a whole.
    """

    path: str
    line: int = 0
    column: int = 0
    width: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path
