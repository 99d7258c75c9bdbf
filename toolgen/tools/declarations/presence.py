"""Declarations below conditions: which of them are there when the module is imported."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.names.lookup import Site
from toolgen.evaluation.patterns import matched
from toolgen.memoize import memoized_by
from toolgen.syntax.conditions import is_main
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Condition
from toolgen.tools.declarations.declaration import Declaration


class Presence:
    """Judges the conditions of one module, each once: a chain of `elif` has all that are above around what is below."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def judge(
        self, found: list[Declaration], conditions: Sequence[Condition], site: Site
    ) -> tuple[list[Declaration], list[Diagnostic]]:
        """Those of `found` that are there, and a note for each that may be (TG221) or is only in a script (TG222).

        Of their `conditions` they have those that are not known.
        """
        if any(one.holds and is_main(parse_expression(one.test.text)) for one in conditions):
            return [], [_note("TG222", one) for one in found]
        answers = {one: self._holds(one, site) for one in conditions}
        if False in answers.values():
            return [], []
        unknown = tuple(one for one, answer in answers.items() if answer is None)
        return [replace(one, conditions=unknown) for one in found], [_note("TG221", one) for one in found if unknown]

    @memoized_by(lambda condition, site: (condition, id(site.scopes[-1])))
    def _holds(self, condition: Condition, site: Site) -> bool | None:
        """Whether what stands below a condition is there; None where only running tells."""
        test = parse_expression(condition.test.text)
        if is_main(test):
            return True
        try:
            value, environment = self._evaluator.constant(test, site.on(condition.test.line))
        except NotConstantError:
            return None
        known = self._fits(condition.case, value, site) if condition.case else self._evaluator.truth_of(value)
        return None if known is None or environment else known is condition.holds

    def _fits(self, case: str, subject: Value, site: Site) -> bool | None:
        """Whether a `case` of a `match` takes `subject`; None where only running tells."""
        tree = ast.walk(ast.parse(f"match _:\n case {case}: ..."))
        one = next(node for node in tree if isinstance(node, ast.match_case))
        try:
            found = matched(one.pattern, subject, lambda node: self._evaluator.constant(node, site)[0])
        except (NotConstantError, TypeError):
            return None
        return None if found is not None and one.guard else found is not None


def _note(code: str, one: Declaration) -> Diagnostic:
    return diagnose(code, one.site.name_span(one.node), tool=one.node.name)
