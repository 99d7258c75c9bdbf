"""Tools that belong to an object or ask at run time what there is, from which the tests build a project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolgen import Injected, tool


def branches(context: Mapping[str, Any]) -> list[str]:
    return list(context["branches"])


@tool(params={"branch": {"type": "string", "enum": branches}})
def opening_hours(branch: str, branches: Injected[list[str]]) -> str:
    """Tell when a branch is open."""
    return f"{branch} of {len(branches)}"


class Shelf:
    """Books that can be borrowed."""

    def __init__(self, *titles: str) -> None:
        self.kept = titles

    def titles(self) -> list[str]:
        return list(self.kept)

    @tool(params={"title": {"type": "string", "enum": titles, "description": "One that is there."}})
    def borrow(self, title: str) -> str:
        """Borrow a book."""
        return f"{title} of {len(self.kept)}"
