"""Which tools of a toolbox: by what was declared of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TypeAlias

from toolgen.model.backtracking import is_slow, longest_text
from toolgen.model.tool import RISK_LEVELS, RiskLevel
from toolgen.runtime.entry import ToolEntry

Predicate: TypeAlias = Callable[[ToolEntry], bool]


def predicate(
    tags: str | Collection[str] | None = None,
    category: str | Collection[str] | None = None,
    name_pattern: str | None = None,
    risk_at_most: RiskLevel | None = None,
    where: Predicate | None = None,
) -> Predicate:
    """Whether a tool is all that is asked for. Raises ValueError for a risk level or a pattern that is none."""
    wanted: list[Predicate] = []
    if tags is not None:
        labels = _several(tags)
        wanted.append(lambda tool: not labels.isdisjoint(tool.tags))
    if category is not None:
        categories = _several(category)
        wanted.append(lambda tool: tool.category in categories)
    if name_pattern is not None:
        pattern, most = _compiled(name_pattern), longest_text(name_pattern) or 0
        wanted.append(lambda tool: len(tool.name) <= most and bool(pattern.search(tool.name)))
    if risk_at_most is not None:
        highest = rank(risk_at_most)
        wanted.append(lambda tool: rank(tool.risk_level) <= highest)
    if where is not None:
        wanted.append(where)
    return lambda tool: all(accepts(tool) for accepts in wanted)


def rank(risk: RiskLevel | None) -> int:
    """The place of a risk level in their order. What was not declared can be anything, and is above them all.

    Raises ValueError for a level that there is not.
    """
    if risk is None:
        return len(RISK_LEVELS)
    if risk not in RISK_LEVELS:
        raise ValueError(f"{risk!r} is not a risk level: {', '.join(RISK_LEVELS)}")
    return RISK_LEVELS.index(risk)


def _several(given: str | Collection[str]) -> frozenset[str]:
    return frozenset([given] if isinstance(given, str) else given)


def _compiled(pattern: str) -> re.Pattern[str]:
    if is_slow(pattern):
        raise ValueError(f"{pattern!r} may take a time without end")
    try:
        return re.compile(pattern)
    except re.error as error:
        raise ValueError(f"{pattern!r} is not a regular expression: {error}") from error
