"""Conditions around statements: whether what stands below them is there when the module is imported."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.names.lookup import Site
from toolgen.evaluation.patterns import matched
from toolgen.memoize import memoized_by
from toolgen.syntax.conditions import is_main
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Condition

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator


class Conditions:
    """Judges each condition once: a chain of `elif` has all that are above around what is below."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    @memoized_by(lambda condition, site: (condition, id(site.scopes[-1])), meanwhile=None)
    def holds(self, condition: Condition, site: Site) -> bool | None:
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
