"""Functions that nobody can import, as something else has their name in the end: two tools that are both called `_`."""

from __future__ import annotations

from collections.abc import Iterator

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.functions import FunctionValue
from toolgen.syntax.expressions import parsed
from toolgen.syntax.facts import Assignment, Class, Expression, Function
from toolgen.syntax.nodes import names_in


def shadowing(function: FunctionValue) -> Assignment | Class | Function | None:
    """What has the name of `function` in the end, unless that is itself, or what something makes of it."""
    facts, scope = function.definition.facts, function.definition.site.scopes[-1]
    match last := scope.bound(facts.name) if facts.name in scope.history else None:
        case Assignment(value=Expression(text=text)):
            made_of = parsed(text)
            return None if made_of is None or facts.name in names_in(made_of) else last
        case Class() | Function():
            return None if last.line == facts.line else last
        case _:
            return None


def shadowed(function: FunctionValue) -> Iterator[Diagnostic]:
    """TG239 for the `function` of a tool if it cannot be imported."""
    if (last := shadowing(function)) is not None:
        facts, site = function.definition.facts, function.definition.site
        yield diagnose("TG239", site.name_span(facts), name=facts.name, line=last.line)
