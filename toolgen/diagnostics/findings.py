"""What readers find on their way: kept in the order in which it was found, or given to whoever asks for it first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, Self, TypeVar

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.span import Span

Finding = TypeVar("Finding")


class Findings(Generic[Finding]):
    """Findings that are only ever added. What is found while somebody captures them is theirs, to add or to leave."""

    def __init__(self) -> None:
        self._levels: list[list[Finding]] = [[]]

    def append(self, finding: Finding) -> None:
        self._levels[-1].append(finding)

    def __iadd__(self, findings: Iterable[Finding]) -> Self:
        self._levels[-1] += findings
        return self

    def __iter__(self) -> Iterator[Finding]:
        """Those that nobody captured."""
        return iter(self._levels[0])

    def captured(self) -> Self:
        """`with findings.captured() as found:` what is found inside the block, in place of these findings."""
        return self

    def __enter__(self) -> list[Finding]:
        self._levels.append([])
        return self._levels[-1]

    def __exit__(self, *_: object) -> None:
        self._levels.pop()


class Diagnostics(Findings[Diagnostic]):
    """What is to be said of source, as it is found."""

    def report(self, code: str, span: Span, **details: object) -> None:
        """Say `code`, with the `details` of its texts, at `span`."""
        self.append(diagnose(code, span, **details))
