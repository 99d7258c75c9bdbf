"""What a project keeps of a framework in a package of its own, and may have changed: `app.sdk.agents.function_tool`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.syntax.facts import Function
from toolgen.tools.declarations.declaration import Declaration


def copies(declared: Iterable[Declaration], evaluator: Evaluator) -> Iterator[Diagnostic]:
    """TG236 for each function of the project by which tools are `declared` as by the framework's of that name.

    Not for one of which the configuration says what it does.
    """
    used = {one.marker for one in declared}
    for own, (original, copy) in sorted(evaluator.names.copies.items()):
        is_said = evaluator.calls.effect(original) is not None
        if original in used and isinstance(copy.node, Function) and not is_said:
            yield diagnose("TG236", copy.site.name_span(copy.node), name=own, original=original)
