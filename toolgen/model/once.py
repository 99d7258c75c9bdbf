"""Answers that are kept by the identity of what was asked for: the schemas of many tools have parts in common."""

from __future__ import annotations

from typing import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Subject = TypeVar("Subject")
Found = TypeVar("Found")


class Once(Generic[Subject, Found]):
    """What `find` finds of an object, found out once. The objects must not change."""

    def __init__(self, find: Callable[[Subject], Found]) -> None:
        self._find = find
        self._found: dict[int, tuple[Subject, Found]] = {}

    def __call__(self, subject: Subject) -> Found:
        found = self._found.get(id(subject))
        if found is None:
            # It is kept beside its answer, so that no other one can get its identity.
            found = self._found[id(subject)] = subject, self._find(subject)
        return found[1]
