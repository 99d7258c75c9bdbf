"""What an iterator gives whose making does something."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any


class DeferredItems:
    """What an iterator would give: what making it does happens as far as it is gone through.

    `effects` are what making each of the `items` does, and what comes after the last of them; `happened` is where they
    go then.
    """

    __slots__ = ("_effects", "_happened", "_items")

    def __init__(self, items: Sequence[Any], effects: Iterable[Sequence[Any]], happened: list[Any]) -> None:
        self._items = items
        self._effects = deque(effects)
        self._happened = happened

    def __iter__(self) -> Iterator[Any]:
        for index, item in enumerate(self._items, 1):
            self._reach(index)
            yield item
        self._reach(len(self._items) + 1)

    def _reach(self, count: int) -> None:
        """All that is done until item `count` is there, from 1, has happened."""
        while self._effects and len(self._items) + 1 - len(self._effects) < count:
            self._happened += self._effects.popleft()

    @property
    def is_open(self) -> bool:
        """Whether something has not happened yet."""
        return any(self._effects)
