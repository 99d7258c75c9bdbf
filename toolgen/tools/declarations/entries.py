"""Which paths through a root lead through one of its calls, and what they register there."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from toolgen.evaluation.outcomes import Outcome
from toolgen.evaluation.stand_ins import Registration
from toolgen.syntax.facts import Called, Expression


def entered(outcomes: Iterable[Outcome], called: Called) -> list[list[Registration]]:
    """What each of `outcomes` registers through a call."""
    return [
        [one for one in outcome.registered if one.entry is not None and one.entry.within == called.call]
        for outcome in outcomes
    ]


def entered_beside(outcomes: Iterable[Outcome], others: Container[Expression]) -> list[list[Registration]]:
    """What each of `outcomes` registers through calls that are none of `others`."""
    return [
        [one for one in outcome.registered if one.entry is not None and one.entry.within not in others]
        for outcome in outcomes
    ]


def cut_off(outcome: Outcome) -> Registration | None:
    """The last registration on a path that is too long to be followed: there may be more of its kind."""
    is_all = outcome.is_whole and not outcome.has_others
    return None if is_all or not outcome.registered else outcome.registered[-1]


def is_skipped(outcomes: Sequence[Outcome], called: Called) -> bool:
    """Whether a call stands in what none of `outcomes` runs, which are all."""
    place = called.call.line, called.call.column - 1
    is_all = bool(outcomes) and all(one.is_whole and not one.has_others for one in outcomes)
    return is_all and all(any(a <= place <= b for a, b in outcome.skipped) for outcome in outcomes)
