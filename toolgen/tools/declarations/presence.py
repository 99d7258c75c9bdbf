"""Declarations below conditions: which of them are there when the module is imported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.names.lookup import Site
from toolgen.evaluation.names.symbols import Values
from toolgen.syntax.conditions import is_main
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Condition
from toolgen.tools.declarations.declaration import Declaration


def judge(
    found: list[Declaration], conditions: Sequence[Condition], site: Site, values: Values
) -> tuple[list[Declaration], list[Diagnostic]]:
    """Those of `found` that are there, and a note for each that may be (TG221) or is only in a script (TG222).

    Of their `conditions` they have those that are not known.
    """
    if any(one.holds and is_main(parse_expression(one.test.text)) for one in conditions):
        return [], [_note("TG222", one) for one in found]
    answers = {one: values.holds(one, site) for one in conditions}
    if False in answers.values():
        return [], []
    unknown = tuple(one for one, answer in answers.items() if answer is None)
    return [replace(one, conditions=unknown) for one in found], [_note("TG221", one) for one in found if unknown]


def _note(code: str, one: Declaration) -> Diagnostic:
    return diagnose(code, one.site.name_span(one.node), tool=one.node.name)
