"""Answers that are kept by the identity of what was asked for: the schemas of many tools have parts in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

Subject = TypeVar("Subject")
Found = TypeVar("Found")


class Once(ABC, Generic[Subject, Found]):
    """What can be found of an object, found out once. The objects must not change."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Subject, Found]] = {}

    @abstractmethod
    def find(self, subject: Subject) -> Found:
        """What there is to be found."""

    def __call__(self, subject: Subject) -> Found:
        found = self._found.get(id(subject))
        if found is None:
            # It is kept beside its answer, so that no other one can get its identity.
            found = self._found[id(subject)] = subject, self.find(subject)
        return found[1]
