from __future__ import annotations

from typing import Literal

from depot.registry import RESOURCES, admin, tool


@tool("stock_level", title="Stock level")
def level(article: str, depot: Literal["north", "south"] = "north") -> int:
    """How many pieces of an article a depot has.

    Args:
        article: the number of the article.
        depot: which depot is asked.
    """
    return len(article) + len(depot)


@tool()
async def reserve(article: str, pieces: int) -> bool:
    """Reserve pieces of an article."""
    return pieces > 0


@admin.register
def recount(depot: str) -> None:
    """Count all that a depot has."""


def journal(day: str) -> list[str]:
    """What was moved on a day."""
    return [day]


RESOURCES["read_journal"] = journal
