"""A diagnostic: one finding, with its code, its place and a way out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolgen.diagnostics.codes import CODES, Severity
from toolgen.model.span import Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `help` says what to write instead; `related` are further places with a word on each."""

    code: str
    span: Span
    message: str
    help: str
    related: tuple[tuple[Span, str], ...] = ()

    @property
    def severity(self) -> Severity:
        return CODES[self.code].severity


def diagnose(code: str, span: Span, **details: object) -> Diagnostic:
    """The diagnostic `code` at `span`, its message and help filled with `details`.

    Raises KeyError for an unknown code or a detail that the code's texts name and `details` lacks.
    """
    entry = CODES[code]
    return Diagnostic(code, span, entry.message.format_map(details), entry.help.format_map(details))


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """`diagnostics` without repetition, by place and then by code."""
    return sorted(set(diagnostics), key=lambda d: (d.span, d.code, d.message))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def has_findings(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether there is anything but notes: what makes the exit code 1."""
    return any(diagnostic.severity != "note" for diagnostic in diagnostics)
