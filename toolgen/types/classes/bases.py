"""Base classes that cannot be followed: what they add to a class is not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.names.lookup import Defined, External
from toolgen.evaluation.names.symbols import Arguments
from toolgen.syntax.expressions import whole_span
from toolgen.syntax.facts import Class, Expression

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

T = TypeVar("T")

Known: TypeAlias = dict[tuple[str, Arguments], T]
"""What is known of classes, by their names and the arguments of each."""


def once(symbol: Defined, known: Known[T], make: Callable[[], T]) -> T:
    """What `make` gives for `symbol`, a class to which several may lead from below."""
    key = (symbol.name, symbol.site.arguments)
    if key not in known:
        known[key] = make()
    return known[key]


def report_unknown_bases(symbol: Defined, reader: AnnotationReader) -> None:
    """What may add fields that nobody can tell: unbound bases (TG301), absent packages (TG302), others (TG303)."""
    for body in class_bodies(symbol, reader.names):
        for base in body.node.bases:
            _report(base, body, reader)


def _report(base: Expression, body: ClassBody, reader: AnnotationReader) -> None:
    outer = body.outside
    symbol = reader.names.base(base, body.node, outer)
    code, details = "TG303", {"name": base.text}
    match symbol:
        case None if base.text.isidentifier():
            code = "TG301"
        case External(name=name) if reader.names.is_tabled(name):
            return
        case External(name=name) if (absence := reader.names.absences.of(name, outer)) is not None:
            code, details = absence[0], {"name": base.text, **absence[1]}
        case Defined(node=Class()):
            return
    span = whole_span(base, body.site.module.path)
    reader.diagnostics.report(code, span, **details)
