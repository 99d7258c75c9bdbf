"""Decorators of functions that return the function that is called: `inspect_ai.tool`."""

from __future__ import annotations

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.function_sets import FunctionSet, distinct, function_of
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.outcomes import Outcomes
from toolgen.evaluation.stand_ins import Registration
from toolgen.frameworks import ToolMarker
from toolgen.tools.declarations.declaration import Declaration, Decorator, called, declaration


def made_by(
    factory: FunctionValue, marker: ToolMarker, decorator: Decorator, evaluator: Evaluator, outcomes: Outcomes
) -> tuple[list[Declaration], list[Diagnostic]]:
    """The tool that `factory` returns, under its name; TG211 where that is not one function that can be seen."""
    facts = factory.facts
    results = [outcome.result for outcome in outcomes.of_body(facts, factory.site)]
    found = sum((function_of(result, evaluator) for result in results), FunctionSet())
    functions, arguments = [*distinct(found.functions)], decorator.arguments
    if arguments is None or len(functions) != 1:
        what = f"`{facts.name}`, which returns no function that can be seen"
        return [], [diagnose("TG211", decorator.span, what=what, dialect=marker.dialect.name)]
    registration = Registration(marker, functions[0], arguments)
    made = declaration(registration, functions[0], functions[0], decorator.ref, "decorator")
    return [called(made, facts.name)], []
