"""What a project keeps of a framework in a package of its own, and may have changed: `app.sdk.agents.function_tool`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.lookup import Defined, External
from toolgen.syntax.expressions import function_of
from toolgen.syntax.facts import Function
from toolgen.tools.declarations.declaration import Declaration


def copies(declared: Iterable[Declaration], evaluator: Evaluator) -> Iterator[Diagnostic]:
    """TG236 for functions of the project that declare as a framework's of that name, if not configured."""
    found = {copy.name: (original, copy) for one in declared for original, copy in _copied(one, evaluator)}
    for own, (original, copy) in sorted(found.items()):
        if isinstance(copy.node, Function) and evaluator.calls.effect(original) is None:
            yield diagnose("TG236", copy.site.name_span(copy.node), name=own, original=original)


def _copied(declaration: Declaration, evaluator: Evaluator) -> Iterator[tuple[str, Defined]]:
    """The function of a framework that a tool is declared with, and the project's copy of it that is meant."""
    if declaration.given is not None:
        function = declaration.given.part(function_of(declaration.given.node)).followed(evaluator.names)
        symbol = evaluator.names.evaluate(function.node, function.site)
        if isinstance(symbol, External) and symbol.copy is not None and symbol.name == declaration.marker:
            yield symbol.name, symbol.copy
