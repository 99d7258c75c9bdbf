"""A baseline: what is said of a project now is suppressed where it stands, so that only what is new is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from toolgen.config.config import Config
from toolgen.model.span import Span
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.comments import Suppressing


def baseline(codes: Collection[str]) -> Codemod:
    """The codemod that suppresses all diagnostics of `codes` by comments on their lines."""

    def changes(analysis: Analysis, _: Config) -> Iterator[Change]:
        lines: dict[tuple[str, int], dict[str, None]] = {}
        for found in analysis.diagnostics:
            if found.code in codes and found.span.line and found.span.path in analysis.sources:
                lines.setdefault((found.span.path, found.span.line), {})[found.code] = None
        for (path, line), told in lines.items():
            yield Change(", ".join(told), Span(path, line), "LineEnd", Suppressing(tuple(told)))

    return Codemod(tuple(codes), changes)
