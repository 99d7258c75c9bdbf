"""What comes of a decorator: what it makes of a function on each way through it, and which tools it registers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from toolgen.evaluation.decorating.calls import Knowledge, Registration
from toolgen.evaluation.decorating.interpreter import Interpreter
from toolgen.evaluation.decorating.values import Arguments, FunctionValue, Unknown, Value
from toolgen.evaluation.decorating.ways import MAX_STEPS, AbandonedError, TooLongError, Way
from toolgen.evaluation.names.lookup import Site
from toolgen.frameworks import Dialect
from toolgen.syntax.facts import Expression

MAX_WAYS = 12
"""How many ways through one decorator are followed."""


Values: TypeAlias = Mapping[str, Value]
"""What names are worth."""

_NO_NAMES: Values = {}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of one way: `result` is what stands for the function afterwards.

    `marked` are the dialects whose decorators or registrars were called on the way.
    """

    result: Value
    registered: tuple[Registration, ...]
    marked: tuple[Dialect, ...]


class Outcomes:
    """Follows decorators through the source of one project."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known

    def of(
        self, decorator: Expression, site: Site, function: FunctionValue | None, names: Values = _NO_NAMES
    ) -> list[Outcome]:
        """What becomes of `function` below `@decorator`; without a function, of the expression alone.

        `names` are names in it whose values are known.
        Ways that end in an exception are left out. One that is too long to be followed is the last, and Unknown.
        """
        found: list[Outcome] = []
        pending: list[tuple[bool, ...]] = [()]
        steps = MAX_STEPS
        while pending and len(found) < MAX_WAYS:
            way = Way(pending.pop(0), steps)
            found += self._follow(decorator, site, function, names, way)
            pending += way.others
            steps = way.steps
        return found

    def turns(self, target: str, items: Expression, site: Site, names: Values) -> list[Values] | None:
        """What names are worth on each turn of `for target in items`; None where that is not known."""
        interpreter = Interpreter(self._known, Way((), MAX_STEPS))
        try:
            return interpreter.turns(target, items, site, names)
        except (AbandonedError, TooLongError, RecursionError):
            return None

    def _follow(
        self, decorator: Expression, site: Site, function: FunctionValue | None, names: Values, way: Way
    ) -> Iterator[Outcome]:
        interpreter = Interpreter(self._known, way)
        calls = interpreter.calls
        try:
            result = interpreter.evaluate_with(decorator, site, names)
            if function is not None:
                result = calls.apply(result, Arguments((function.copy(),))) or Unknown("")
        except AbandonedError:
            return
        except (TooLongError, RecursionError):
            result = Unknown("")
        yield Outcome(result, tuple(calls.registered), tuple(calls.marked))
