"""Dice."""

from __future__ import annotations

import random

from toolgen import tool


@tool(
    category="games",
    risk_level="low",
    params={"sides": {"minimum": 2, "maximum": 100}, "count": {"minimum": 1, "maximum": 100}},
)
def roll_dice(sides: int = 6, count: int = 1) -> list[int]:
    """Roll dice.

    Args:
        sides: How many sides each of them has.
        count: How many to roll.
    """
    return [random.randint(1, sides) for _ in range(count)]  # noqa: S311 -- nobody's secrets hang on them
