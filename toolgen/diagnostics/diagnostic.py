"""A diagnostic: one finding, with its code, its place and a way out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from toolgen.diagnostics.codes import CODES, Severity
from toolgen.model.span import Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `help` says what to write instead; `related` are further places with a word on each.

    One that `is_tolerated` is a warning where it would be an error: what it is about is left out. `details` are what
    the texts are made of, for whoever mends it.
    """

    code: str
    span: Span
    message: str
    help: str
    related: tuple[tuple[Span, str], ...] = ()
    is_tolerated: bool = False
    details: tuple[tuple[str, str], ...] = field(default=(), compare=False, repr=False)

    @property
    def severity(self) -> Severity:
        severity = CODES[self.code].severity
        return "warning" if self.is_tolerated and severity == "error" else severity


def diagnose(code: str, span: Span, **details: object) -> Diagnostic:
    """The diagnostic `code` at `span`, its message and help filled with `details`.

    Raises KeyError for an unknown code or a detail that the code's texts name and `details` lacks.
    """
    entry = CODES[code]
    said = tuple((name, str(value)) for name, value in details.items())
    return Diagnostic(code, span, entry.message.format_map(details), entry.help.format_map(details), details=said)


def tolerated(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """`diagnostics` of which none is an error, because what has errors is left out."""
    return [replace(one, is_tolerated=True) for one in diagnostics]


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """`diagnostics` without repetition, by place and then by code."""
    return sorted(set(diagnostics), key=lambda d: (d.span, d.code, d.message))


def errors_in(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return bool(errors_in(diagnostics))


def has_warnings(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == "warning" for diagnostic in diagnostics)
