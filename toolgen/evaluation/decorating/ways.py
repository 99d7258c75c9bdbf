"""One way through a decorator: which turn it takes at open conditions, and how far it may go."""

from __future__ import annotations

MAX_STEPS = 2000
"""How many statements and calls of one decorator are followed, all ways taken together: loops end here."""

MAX_DEPTH = 25
"""How many calls are followed into each other: recursion ends here."""


class AbandonedError(Exception):
    """The way ends in an exception: nothing comes of it."""


class TooLongError(Exception):
    """The way is too long to be followed."""


class Way:
    """The decisions at the open conditions: those that are given first, then True. `steps` are those that are left."""

    def __init__(self, given: tuple[bool, ...], steps: int) -> None:
        self._given = given
        self.made: list[bool] = []
        self.steps = steps
        self.depth = 0

    def choose(self) -> bool:
        """Which turn to take."""
        self.made.append(self._given[len(self.made)] if len(self.made) < len(self._given) else True)
        return self.made[-1]

    def step(self) -> None:
        """Count one step. Raises TooLongError."""
        self.steps -= 1
        if self.steps < 0 or self.depth > MAX_DEPTH:
            raise TooLongError

    @property
    def others(self) -> list[tuple[bool, ...]]:
        """The decisions of the ways that turn off from this one."""
        return [(*self.made[:index], False) for index in range(len(self._given), len(self.made))]
