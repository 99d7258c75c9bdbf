# A licence.
"""Tools."""

from __future__ import annotations

import os  # kept


async def search(query: str, limit: int = 3) -> str:
	"""Search."""
	return os.sep


# Not a tool: it says nothing.
def silent(count: int) -> int: ...


@staticmethod
def add(left: int, right: int) -> int:
    """Add."""
    return left + right


def _private() -> None:
    """Nobody's."""


async  def take(count: int) -> int:
    """Take."""
    return count
