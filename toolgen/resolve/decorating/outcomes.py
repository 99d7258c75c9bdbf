"""What comes of a decorator: what it makes of a function on each way through it, and which tools it registers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolgen.dialects import Dialect
from toolgen.parse.facts import Expression
from toolgen.resolve.decorating.calls import Knowledge, Registration
from toolgen.resolve.decorating.interpreter import Interpreter
from toolgen.resolve.decorating.values import Arguments, FunctionValue, Unknown, Value
from toolgen.resolve.decorating.ways import MAX_STEPS, AbandonedError, TooLongError, Way
from toolgen.resolve.names import Site

MAX_WAYS = 12
"""How many ways through one decorator are followed."""


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

    def of(self, decorator: Expression, site: Site, function: FunctionValue | None) -> list[Outcome]:
        """What becomes of `function` below `@decorator`; without a function, of the expression alone.

        Ways that end in an exception are left out. One that is too long to be followed is the last, and Unknown.
        """
        found: list[Outcome] = []
        pending: list[tuple[bool, ...]] = [()]
        steps = MAX_STEPS
        while pending and len(found) < MAX_WAYS:
            way = Way(pending.pop(0), steps)
            found += self._follow(decorator, site, function, way)
            pending += way.others
            steps = way.steps
        return found

    def _follow(self, decorator: Expression, site: Site, function: FunctionValue | None, way: Way) -> Iterator[Outcome]:
        interpreter = Interpreter(self._known, way)
        calls = interpreter.calls
        try:
            result = interpreter.evaluate_at(decorator, site)
            if function is not None:
                result = calls.apply(result, Arguments((function.copy(),))) or Unknown("")
        except AbandonedError:
            return
        except (TooLongError, RecursionError):
            result = Unknown("")
        yield Outcome(result, tuple(calls.registered), tuple(calls.marked))
