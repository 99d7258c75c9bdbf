"""`# toolgen: ignore[TG203]`: a comment that silences diagnostics of its line, and is reported if there are none."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, in_order
from toolgen.iteration import grouped
from toolgen.model.span import Span

COMMENT = re.compile(r"#\s*toolgen:\s*ignore\b(?:\[(?P<codes>[^\]]*)\])?")
_LAYOUT = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: its place (`line`, `column`, `width` as in `Span`), its codes, and the lines that it speaks of."""

    line: int
    column: int
    width: int
    codes: tuple[str, ...]
    lines: range

    def covers(self, diagnostic: Diagnostic) -> bool:
        return diagnostic.span.line in self.lines and diagnostic.code in self.codes


def suppressions(source: bytes) -> tuple[Suppression, ...]:
    """The suppressions in a Python file, up to the place where it stops being valid Python.

    A comment behind code speaks of its line, and of the whole string where one of several lines ends there, so that a
    docstring can be followed by one. A comment on a line of its own speaks of the first line below it that holds code.
    """
    return tuple(_scan(source)) if b"toolgen:" in source else ()


def _scan(source: bytes) -> Iterator[Suppression]:
    waiting: list[tokenize.TokenInfo] = []
    lines = range(0)
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.COMMENT:
                if token.start[0] in lines:
                    yield from _suppression(token, lines)
                else:
                    waiting.append(token)
            elif token.type not in _LAYOUT:
                first, last = token.start[0], token.end[0]
                lines = range(lines.start if first in lines else first, last + 1)
                for comment in waiting:
                    yield from _suppression(comment, lines)
                waiting.clear()
    except (tokenize.TokenError, SyntaxError, UnicodeError, LookupError):
        return


def _suppression(comment: tokenize.TokenInfo, lines: range) -> Iterator[Suppression]:
    if match := COMMENT.search(comment.string):
        yield Suppression(comment.start[0], comment.start[1] + match.start() + 1, len(match[0]), codes_in(match), lines)


def codes_in(comment: re.Match[str]) -> tuple[str, ...]:
    """The codes that a comment which COMMENT found suppresses."""
    return tuple(filter(None, re.split(r"[\s,]+", comment["codes"] or "")))


def is_suppressed(diagnostic: Diagnostic, by_path: Mapping[str, Sequence[Suppression]]) -> bool:
    """Whether a comment silences `diagnostic`."""
    return any(comment.covers(diagnostic) for comment in by_path.get(diagnostic.span.path, ()))


def apply_suppressions(
    diagnostics: Iterable[Diagnostic], by_path: Mapping[str, Sequence[Suppression]]
) -> list[Diagnostic]:
    """`diagnostics` in order, but suppressed ones; TG108 for unused codes of files that could be read."""
    found = grouped((one.span.path, one) for one in diagnostics)
    kept = [one for there in found.values() for one in there if not is_suppressed(one, by_path)]
    for path, comments in by_path.items():
        there = found.get(path, [])
        if not any(one.code.startswith("TG1") for one in there):
            kept += [unused for comment in comments for unused in _unused(comment, path, there)]
    return in_order(kept)


def _unused(suppression: Suppression, path: str, diagnostics: list[Diagnostic]) -> Iterator[Diagnostic]:
    used = {diagnostic.code for diagnostic in diagnostics if suppression.covers(diagnostic)}
    unused = [code for code in suppression.codes if code not in used]
    if unused or not suppression.codes:
        span = Span(path, suppression.line, suppression.column, suppression.width)
        yield diagnose("TG108", span, codes=", ".join(unused))
