"""Diagnostics as text for a terminal: the message, the source line with carets, and the way out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width

from toolgen.diagnostics.codes import CODES, Severity
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.model.span import Span

_COLOURS: dict[Severity, str] = {"error": "31", "warning": "33", "note": "36"}
"""ECMA-48 parameters: red, yellow, cyan."""
_INDENT = "    "
_TAB = "    "


@dataclass(frozen=True, slots=True)
class TextRenderer:
    """What a rendering depends on beside the diagnostic.

    `lines` gives the lines of a file by its path in the project, none where it cannot be read. `show` turns that path
    into the one to print. `width` is that of the terminal, in columns: a source line is cut to it, around the carets.
    """

    lines: Callable[[str], Sequence[str]]
    show: Callable[[str], str] = str
    width: int = 100
    colour: bool = False

    def render(self, diagnostic: Diagnostic) -> str:
        """`path:line:column: TGnnn message`, the source line with carets, related places alike, help and fix."""
        code = self._paint(diagnostic.code, f"1;{_COLOURS[diagnostic.severity]}")
        rows = [self._head(diagnostic.span, f"{code} {printable(diagnostic.message)}"), *self._excerpt(diagnostic.span)]
        for span, message in diagnostic.related:
            rows += ["  " + self._head(span, printable(message)), *self._excerpt(span)]
        rows.append(f"  help: {printable(diagnostic.help)}")
        if fix := CODES[diagnostic.code].fix:
            rows.append(f"  fix: `toolgen fix` {fix}")
        return "\n".join(rows)

    def _head(self, span: Span, text: str) -> str:
        place = f":{span.line}:{span.column}" if span.line else ""
        return self._paint(printable(self.show(span.path)) + place, "1") + f": {text}"

    def _excerpt(self, span: Span) -> Iterator[str]:
        lines = self.lines(span.path) if span.line else ()
        if 0 < span.line <= len(lines):
            source, carets = excerpt(lines[span.line - 1], span.column - 1, span.width, self.width - len(_INDENT))
            yield _INDENT + source
            yield _INDENT + self._paint(carets, "32")

    def _paint(self, text: str, parameters: str) -> str:
        return f"\x1b[{parameters}m{text}\x1b[0m" if self.colour else text


def excerpt(line: str, start: int, length: int, width: int) -> tuple[str, str]:
    """A source line, cut to `width` around it, and carets below `length` of its characters from `start` on."""
    line = line.rstrip()
    start = min(start, len(line))
    first, last = 0, len(line)
    if last > width or text_width(_visible(line)) > width:
        first = start - fitting(line[:start][::-1], width // 3)
        last = first + fitting(line[first:], width - 2)
    before = ("…" if first else "") + _visible(line[first:start])
    marked = _visible(line[start : min(start + length, last)])
    after = _visible(line[start + length : last]) + ("…" if last < len(line) else "")
    return before + marked + after, " " * text_width(before) + "^" * max(1, text_width(marked))


def fitting(text: str, columns: int) -> int:
    """How many of the first characters of `text` fit in `columns`."""
    for count, character in enumerate(text):
        columns -= text_width(_visible(character))
        if columns < 0:
            return count
    return len(text)


def _visible(text: str) -> str:
    return printable(text.replace("\t", _TAB))


def printable(text: str) -> str:
    """`text` with escapes for line breaks and for all that a terminal would obey rather than show."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def text_width(text: str) -> int:
    """The columns that `text` takes in a terminal: two for wide characters (UAX 11), none for combining ones."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning in 3 files`; empty where there are none."""
    diagnostics = list(diagnostics)
    severities = Counter(diagnostic.severity for diagnostic in diagnostics)
    files = len({diagnostic.span.path for diagnostic in diagnostics})
    counts = ", ".join(counted(severities[kind], kind) for kind in _COLOURS if severities[kind])
    return f"{counts} in {counted(files, 'file')}" if counts else ""


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`, `12,000 files`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
