"""What readers find on their way: kept in the order in which it was found, or given to whoever asks for it first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, Self, TypeVar

Finding = TypeVar("Finding")


class Findings(Generic[Finding]):
    """Findings that are only ever added. What is found while somebody captures them is theirs, to add or to leave."""

    def __init__(self) -> None:
        self._kept: list[Finding] = []
        self._current = self._kept

    def append(self, finding: Finding) -> None:
        self._current.append(finding)

    def __iadd__(self, findings: Iterable[Finding]) -> Self:
        self._current += findings
        return self

    def __iter__(self) -> Iterator[Finding]:
        """Those that nobody captured."""
        return iter(self._kept)

    @contextmanager
    def captured(self) -> Iterator[list[Finding]]:
        """What is found inside the block, in place of these findings."""
        outer, caught = self._current, list[Finding]()
        self._current = caught
        try:
            yield caught
        finally:
            self._current = outer
