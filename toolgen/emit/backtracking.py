"""Which regular expressions may take a time that grows exponentially with the text they are tried on.

That is so where a loop can read one text in two ways: the states of the automaton of Glushkov are the characters of the
expression, and a state that two different paths lead from and back to, over the same text, doubles the attempts each
time (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991).
"""

from __future__ import annotations

import re
import string
import warnings
from functools import lru_cache
from itertools import pairwise, product
from re import _constants as node  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

_MOST_STATES = 400
_SAMPLE = string.printable + "éßΩж日😀\u2028"
_REPEATS = frozenset({node.MAX_REPEAT, node.MIN_REPEAT})


class _TooLargeError(Exception):
    """The expression has more states than are looked at."""


@lru_cache(maxsize=1024)
def backtracks(pattern: str) -> bool:
    """Whether `pattern`, which is valid, may take exponential time; also where it is too large to tell."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parsed = _parser.parse(pattern)
    if not _has_choice_in_loop(parsed, in_loop=False):
        return False
    automaton = _Automaton(f"{_SAMPLE}{''.join(sorted(set(pattern)))}")
    try:
        automaton.sequence(parsed)
        return automaton.is_ambiguous()
    except _TooLargeError:
        return True


def _has_choice_in_loop(item: Any, in_loop: bool) -> bool:
    """Whether a repetition has a repetition or alternatives inside: without, there is but one way to read a text."""
    if isinstance(item, tuple) and len(item) == 2 and item[0] in _REPEATS:
        least, most, body = item[1]
        is_choice = least != most
        return (in_loop and is_choice) or _has_choice_in_loop(body, in_loop or most is node.MAXREPEAT)
    if isinstance(item, tuple) and len(item) == 2 and item[0] is node.BRANCH and in_loop:
        return True
    children = item if isinstance(item, tuple | list | _parser.SubPattern) else ()
    return any(_has_choice_in_loop(child, in_loop) for child in children)


class _Part(NamedTuple):
    """A part of an expression: the states it can begin and end with, and whether it can be empty."""

    first: frozenset[int]
    last: frozenset[int]
    is_empty: bool


_NOTHING = _Part(frozenset(), frozenset(), True)


class _Automaton:
    """The states of an expression: what each reads of `sample`, and which can follow it."""

    def __init__(self, sample: str) -> None:
        self._sample = sample
        self._reads: list[frozenset[str]] = []
        self._follow: list[set[int]] = []
        self._is_doubled = False

    def sequence(self, items: Any) -> _Part:
        whole = _NOTHING
        for item in items:
            whole = self._joined(whole, self._part(*item))
        return whole

    def is_ambiguous(self) -> bool:
        """Whether two different paths lead from a state and back to it over the same text."""
        return self._is_doubled or any(map(self._forks, self._loops()))

    def _loops(self) -> set[frozenset[int]]:
        """The sets of states of which each can be reached from each."""
        reached = [self._reached(state) for state in range(len(self._reads))]
        return {frozenset(end for end in ends if start in reached[end]) for start, ends in enumerate(reached)}

    def _reached(self, start: int) -> set[int]:
        seen: set[int] = set()
        pending = [start]
        while pending:
            found = self._follow[pending.pop()] - seen
            seen |= found
            pending += found
        return seen

    def _forks(self, loop: frozenset[int]) -> bool:
        """Whether paths in `loop` over the same text part and meet again: from there each leads back to the start."""
        seen: set[tuple[int, int]] = set()
        pending = [(state, state) for state in loop]
        while pending:
            left, right = pending.pop()
            for pair in product(self._follow[left] & loop, self._follow[right] & loop):
                if pair in seen or self._reads[pair[0]].isdisjoint(self._reads[pair[1]]):
                    continue
                if pair[0] != pair[1]:
                    seen.add(pair)
                    pending.append(pair)
                elif left != right:
                    return True
        return False

    def _part(self, kind: Any, value: Any) -> _Part:
        if kind in _REPEATS or kind is node.POSSESSIVE_REPEAT:
            return self._repeated(*value)
        if kind is node.SUBPATTERN:
            return self.sequence(value[-1])
        if kind is node.ATOMIC_GROUP:
            return self.sequence(value)
        if kind is node.BRANCH:
            parts = [self.sequence(branch) for branch in value[1]]
            first = frozenset[int]().union(*(part.first for part in parts))
            last = frozenset[int]().union(*(part.last for part in parts))
            return _Part(first, last, any(part.is_empty for part in parts))
        if kind in {node.LITERAL, node.NOT_LITERAL, node.ANY, node.IN}:
            return self._state(kind, value)
        return _NOTHING

    def _state(self, kind: Any, value: Any) -> _Part:
        if len(self._reads) == _MOST_STATES:
            raise _TooLargeError
        test = re.compile(_written(kind, value), re.DOTALL)
        self._reads.append(frozenset(filter(test.fullmatch, self._sample)))
        self._follow.append(set())
        state = frozenset({len(self._reads) - 1})
        return _Part(state, state, False)

    def _repeated(self, least: int, most: Any, body: Any) -> _Part:
        # x{1,3} is x(x(x)?)?, and x{2,} is xx+: a part is reached from the one before it.
        parts = [self.sequence(body) for _ in range(max(least, 1) if most is node.MAXREPEAT else most)]
        for before, after in pairwise(parts):
            self._follows(before.last, after.first)
        if not parts:
            return _NOTHING
        if most is node.MAXREPEAT:
            self._follows(parts[-1].last, parts[-1].first)
        is_empty = parts[0].is_empty
        ends = parts if is_empty else parts[max(least, 1) - 1 :]
        last = frozenset[int]().union(*(part.last for part in ends))
        return _Part(parts[0].first, last, is_empty or least == 0)

    def _joined(self, left: _Part, right: _Part) -> _Part:
        self._follows(left.last, right.first)
        return _Part(
            left.first | right.first if left.is_empty else left.first,
            left.last | right.last if right.is_empty else right.last,
            left.is_empty and right.is_empty,
        )

    def _follows(self, before: frozenset[int], after: frozenset[int]) -> None:
        for state in before:
            # A loop around a loop: the one and the other lead to the same state.
            self._is_doubled |= not self._follow[state].isdisjoint(after)
            self._follow[state] |= after


def _written(kind: Any, value: Any) -> str:
    """A character or a set of them as an expression of its own."""
    if kind is node.ANY:
        return "."
    if kind in {node.LITERAL, node.NOT_LITERAL}:
        return f"[{'^' if kind is node.NOT_LITERAL else ''}{re.escape(chr(value))}]"
    return f"[{''.join(map(_member, value))}]"


_CATEGORIES = {
    node.CATEGORY_DIGIT: r"\d",
    node.CATEGORY_NOT_DIGIT: r"\D",
    node.CATEGORY_SPACE: r"\s",
    node.CATEGORY_NOT_SPACE: r"\S",
    node.CATEGORY_WORD: r"\w",
    node.CATEGORY_NOT_WORD: r"\W",
}


def _member(item: tuple[Any, Any]) -> str:
    kind, value = item
    if kind is node.NEGATE:
        return "^"
    if kind is node.LITERAL:
        return re.escape(chr(value))
    if kind is node.RANGE:
        return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
    return _CATEGORIES[value]
