"""What `itertools` lacks: items by a key of theirs, and all that some lead to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


def grouped(pairs: Iterable[tuple[Key, Item]]) -> dict[Key, list[Item]]:
    """The items of `pairs` by their keys, in their order."""
    found: dict[Key, list[Item]] = {}
    for key, item in pairs:
        found.setdefault(key, []).append(item)
    return found


def reached(first: Iterable[Key], leads: Callable[[Key], Iterable[Key]], seen: set[Key] | None = None) -> Iterator[Key]:
    """`first` and all that it `leads` to, at once or by others, but for what was `seen`, which grows."""
    pending, seen = [*first], set() if seen is None else seen
    while pending:
        if (one := pending.pop()) not in seen:
            seen.add(one)
            yield one
            pending += leads(one)
