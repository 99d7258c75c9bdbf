"""Which tools of a toolbox: by what was declared of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TypeAlias

from toolgen.model.backtracking import SHORTEST, longest_text
from toolgen.model.contract import RISK_LEVELS, RiskLevel
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
        finds = _finder(name_pattern)
        wanted.append(lambda tool: finds(tool.name))
    if risk_at_most is not None:
        highest = rank(risk_at_most)
        wanted.append(lambda tool: rank(tool.risk_level) <= highest)
    if where is not None:
        wanted.append(where)
    return lambda tool: all(accepts(tool) for accepts in wanted)


def rank(risk: RiskLevel | None) -> int:
    """The place of a risk level, above all where none is declared. Raises ValueError for what is no level."""
    if risk is None:
        return len(RISK_LEVELS)
    if risk not in RISK_LEVELS:
        raise ValueError(f"{risk!r} is not a risk level: {', '.join(RISK_LEVELS)}")
    return RISK_LEVELS.index(risk)


def _several(given: str | Collection[str]) -> frozenset[str]:
    return frozenset([given] if isinstance(given, str) else given)


def _finder(pattern: str) -> Callable[[str], bool]:
    most = longest_text(pattern)
    if most is None:
        raise ValueError(f"{pattern!r} is not a regular expression")
    if most < SHORTEST:
        raise ValueError(f"{pattern!r} may take a time without end")
    search = re.compile(pattern).search
    return lambda name: len(name) <= most and search(name) is not None
