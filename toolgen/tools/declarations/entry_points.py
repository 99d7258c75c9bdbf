"""Which paths through a slice lead through one of its calls, and what they register there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import TypeAlias

from toolgen.evaluation.outcomes import Outcome
from toolgen.evaluation.stand_ins import Registration
from toolgen.syntax.facts import Called, Expression

ByEntry: TypeAlias = list[dict[Expression, list[Registration]]]
"""What each of some outcomes registers, by the calls through which that leads."""


def by_entry(outcomes: Iterable[Outcome]) -> ByEntry:
    """What each of `outcomes` registers through calls."""
    found = ByEntry()
    for outcome in outcomes:
        found.append(defaultdict(list))
        for one in outcome.registered:
            if one.entry is not None:
                found[-1][one.entry.within].append(one)
    return found


def entered(paths: ByEntry, called: Called) -> list[list[Registration]]:
    """What is registered through a call on each path."""
    return [path.get(called.call, []) for path in paths]


def entered_beside(
    outcomes: Iterable[Outcome], called: Called, others: Container[Expression]
) -> list[list[Registration]]:
    """What each of `outcomes` registers through a call, or through one that is none of `others`."""
    return [
        [
            one
            for one in outcome.registered
            if one.entry is not None and (one.entry.within == called.call or one.entry.within not in others)
        ]
        for outcome in outcomes
    ]


def is_entered_inside(outcomes: Iterable[Outcome], call: Expression) -> bool:
    """Whether something is registered through a call that is a part of `call`: `found.append(mcp.tool()(f))`."""
    entries = (one.entry.within for outcome in outcomes for one in outcome.registered if one.entry is not None)
    return any(_is_part(one, call) for one in entries)


def _is_part(part: Expression, whole: Expression) -> bool:
    last = whole.line + whole.text.count("\n")
    is_behind = (whole.line, whole.column) <= (part.line, part.column)
    return is_behind and part.line <= last and part.text in whole.text


def cut_off(outcome: Outcome) -> Registration | None:
    """The last registration on a path that is too long to be followed: there may be more of its kind."""
    return None if outcome.is_all or not outcome.registered else outcome.registered[-1]


def is_skipped(outcomes: Sequence[Outcome], called: Called) -> bool:
    """Whether a call stands in what none of `outcomes` runs, which are all."""
    place = called.call.line, called.call.column - 1
    is_all = bool(outcomes) and all(one.is_all for one in outcomes)
    return is_all and all(any(a <= place <= b for a, b in outcome.skipped) for outcome in outcomes)
