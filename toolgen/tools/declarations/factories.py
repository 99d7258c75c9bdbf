"""Decorators of functions that return the function that is called: `inspect_ai.tool`."""

from __future__ import annotations

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.function_sets import FunctionSet, distinct, function_of
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.outcomes import Outcomes
from toolgen.evaluation.stand_ins import Registration
from toolgen.frameworks import ToolMarker
from toolgen.syntax.expressions import parse_expression, whole_span
from toolgen.syntax.facts import Expression
from toolgen.tools.declarations.declaration import Declaration, called, declaration


class Factories:
    """Finds what such functions return."""

    def __init__(self, evaluator: Evaluator, outcomes: Outcomes) -> None:
        self._evaluator = evaluator
        self._outcomes = outcomes

    def declared(
        self, marker: ToolMarker, factory: FunctionValue, decorator: Expression, arguments: Arguments | None
    ) -> tuple[list[Declaration], list[Diagnostic]]:
        """The tool that `factory` returns, under its name; TG211 where that is not one function that can be seen."""
        facts, site = factory.facts, factory.site
        results = [outcome.result for outcome in self._outcomes.of_body(facts, site)]
        found = sum((function_of(result, self._evaluator) for result in results), FunctionSet())
        functions = [*distinct(found.functions)]
        if arguments is None or len(functions) != 1:
            what = f"`{facts.name}`, which returns no function that can be seen"
            return [], [
                diagnose("TG211", whole_span(decorator, site.module.path), what=what, dialect=marker.dialect.name)
            ]
        given = ExpressionRef(parse_expression(decorator.text), decorator, site)
        registration = Registration(marker, functions[0], arguments)
        return [called(declaration(registration, functions[0], functions[0], given, "decorator"), facts.name)], []
