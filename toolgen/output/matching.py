"""The lines that two texts have in common, found piece by piece: `difflib` alone takes quadratic time."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher
from itertools import pairwise
from typing import TypeAlias

Lines: TypeAlias = Sequence[str]
_Chain: TypeAlias = "tuple[int, int, _Chain | None]"
"""A place in both texts, and those before it."""


class LineMatcher(SequenceMatcher[str]):
    """`difflib` between the lines that stand once in each text, in the longest order that both have (patience diff)."""

    def __init__(self, old: Lines, new: Lines) -> None:
        super().__init__(None, old, new)
        self._old, self._new = old, new

    def get_matching_blocks(self) -> list[Match]:
        blocks = [Match(0, 0, 0)]
        for a, b, size in self._found():
            last = blocks[-1]
            if (a, b) == (last.a + last.size, last.b + last.size):
                blocks[-1] = last._replace(size=last.size + size)
            else:
                blocks.append(Match(a, b, size))
        return [*(one for one in blocks if one.size), Match(len(self._old), len(self._new), 0)]

    def _found(self) -> Iterator[Match]:
        cuts = [(0, 0), *_cuts(self._old, self._new), (len(self._old), len(self._new))]
        for (i, j), (next_i, next_j) in pairwise(cuts):
            for one in SequenceMatcher(None, self._old[i:next_i], self._new[j:next_j]).get_matching_blocks():
                yield Match(one.a + i, one.b + j, one.size)


def _cuts(old: Lines, new: Lines) -> list[tuple[int, int]]:
    """Where lines begin that stand once in each text and in one order; those right below such a line are left out."""
    found = _in_order(_once(old, new))
    following = {(i + 1, j + 1) for i, j in found}
    return [place for place in found if place not in following]


def _once(old: Lines, new: Lines) -> Iterator[tuple[int, int]]:
    """The places of lines that stand once in each text, in the order of the new one."""
    of_old, of_new = Counter(old), Counter(new)
    at = {line: index for index, line in enumerate(old) if of_old[line] == 1}
    return ((at[line], index) for index, line in enumerate(new) if line in at and of_new[line] == 1)


def _in_order(places: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most of `places` that are in order in the old text, too: a longest increasing subsequence."""
    ends: list[int] = []
    chains: list[_Chain] = []
    for i, j in places:
        length = bisect_left(ends, i)
        ends[length : length + 1] = [i]
        chains[length : length + 1] = [(i, j, chains[length - 1] if length else None)]
    found, chain = [], chains[-1] if chains else None
    while chain is not None:
        i, j, chain = chain
        found.append((i, j))
    return found[::-1]
