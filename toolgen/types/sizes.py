"""How large types may be: what is written once may be named twice, and that again, so that it doubles with each name.

A class has one definition however often it is named; an alias is written where it stands. Generic classes have one for
each of their arguments, of which there is no end where a class names itself with larger ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from toolgen.model.type_parts import children
from toolgen.model.types import TypeExpr
from toolgen.syntax.facts import Binding

MAX_PARTS = 2_000
"""Of how many parts a type may be that names stand for, each counted wherever it is named."""

MAX_LEVELS = 80
"""How many levels of a type may be inside each other."""

_MAX_ALL_PARTS, _PARTS_OF_ONE = 60_000, 50
"""Of how many parts all types of a project may be, and how many more for each of them."""

_MAX_INSIDE = 10
"""How many of a generic class, each with arguments made of those of the last, are read inside each other."""

_PARTS_OF_INSTANCE = 300
"""How many parts one of a generic class counts as that is made of the arguments of another."""


class Sizes:
    """The sizes of the types of one project."""

    def __init__(self) -> None:
        self._left = _MAX_ALL_PARTS
        self._inside = Counter[int]()
        self._endless: set[int] = set()

    def spend(self, type_: TypeExpr) -> str:
        """Why `type_` is too large, or too much beside all that were written before it; empty where it is neither."""
        parts, reason = size(type_)
        self._left += _PARTS_OF_ONE - parts
        return reason or self._said()

    def _said(self) -> str:
        return "the types of this project have too many parts with it" if self._left < 0 else ""

    @contextmanager
    def instance(self, generic: Binding) -> Iterator[str]:
        """One more of a class with arguments made of those of others is read: why that has no end, if so."""
        key = id(generic)
        self._inside[key] += 1
        self._left -= _PARTS_OF_INSTANCE
        if self._inside[key] > _MAX_INSIDE:
            self._endless.add(key)
        try:
            yield "its arguments make ever more of it" if key in self._endless else self._said()
        finally:
            self._inside[key] -= 1


def size(type_: TypeExpr, before: int = 0) -> tuple[int, str]:
    """Of how many parts a type is that has `type_` beside the parts `before`, and why it is too large, if so."""
    if not children(type_) and before < MAX_PARTS:
        return before + 1, ""
    parts, levels = before, 0
    pending = [(type_, 1)]
    while pending and parts <= MAX_PARTS and levels <= MAX_LEVELS:
        current, level = pending.pop()
        parts, levels = parts + 1, max(levels, level)
        pending.extend((part, level + 1) for part in children(current))
    if levels > MAX_LEVELS:
        return parts, f"it has more than {MAX_LEVELS} levels"
    return parts, f"it has more than {MAX_PARTS:,} parts where all names are written out" if parts > MAX_PARTS else ""
