"""How much work something is, whatever the machine is and whatever else it does.

A bound in seconds is one on the machine: what takes a second of an idle processor takes three of one that is slow, or
that shares its caches. A slow machine stretches a fixed piece of work just as much, so that is the unit. Bounds are a
few times what is found: they are for work that grows with the square of what is given, or worse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from time import process_time

ATTEMPTS = 3
_TEXT = "Lorem ipsum (dolor) sit 12 amet, <b>consectetur</b> \n" * 195


def unit() -> float:
    """The processor seconds that a bit of what Python programs do takes now: about 0.001 of an idle processor."""
    return min(_seconds(_work) for _ in range(ATTEMPTS))


def effort(run: Callable[[], object], at_most: float) -> float:
    """How many units of processor time `run()` takes: the least of a few attempts, and none after one of `at_most`."""
    found = float("inf")
    for _ in range(ATTEMPTS):
        before, seconds = unit(), _seconds(run)
        found = min(found, 2 * seconds / (before + unit()))
        if found <= at_most:
            break
    return found


def excessive(runs: Mapping[str, Callable[[], object]], at_most: float) -> dict[str, float]:
    """The efforts above `at_most`, by the names of what is run. What is far from it at first sight is not measured."""
    far = at_most * unit() / 2
    near = [name for name, run in runs.items() if _seconds(run) > far]
    return {name: found for name in near if (found := effort(runs[name], at_most)) > at_most}


def _seconds(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


def _work() -> list[str]:
    counts: dict[str, list[int]] = {}
    for found in re.finditer(r"\w+|[^\w\s]", _TEXT):
        counts.setdefault(found[0].lower(), []).append(found.start())
    return sorted(f"{word}: {sum(places) % 97}" for word, places in counts.items())
