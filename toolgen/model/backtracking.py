"""How long a text may be for Python's `re` to try a pattern on it: the steps that it may take are counted from above.

`re` follows the paths that read the text through the automaton of Glushkov, whose states are the characters of the
pattern, one after the other. What it leaves out only makes them fewer: that an end, a boundary or what is looked for
ahead is not there, that a group is atomic, that a path matches. The paths to a state are those to the states before it
to which one text leads together. Where two of them come from a state and back to it, each round doubles them; where
loops follow each other, each character adds some (Weber and Seidl, "On the degree of ambiguity of finite automata",
1991); and where neither is, they stay few.
"""

from __future__ import annotations

import itertools
import math
import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from itertools import pairwise
from re import _compiler, _parser  # type: ignore[attr-defined]
from re import _constants as node  # type: ignore[attr-defined]
from typing import Any, NamedTuple, TypeAlias

from toolgen.model.character_sets import CHARACTERS, CharacterSet, letters
from toolgen.model.json_values import Json

MOST_STEPS = 1_000_000
"""What a pattern may take on one text, if that grows faster than the text does: some hundredths of a second."""

SHORTEST = 100
"""The text of what length a pattern must be tried on to be of use."""

_MOST_STEPS_OF_A_CHARACTER = 500
_LONGEST_PATTERN = 4_000
_MOST_STATES = 1000
_MOST_CLASSES = 64
_MOST_EDGES = 60_000
_MOST_PAIRS = 100_000
_WIDEST_RANGES = 4 * sys.maxunicode
_MOST_SUMS = 3_000_000
_ALLOWED = 3_000_000
_WIDEST = (100, 10, 1)
"""Repetitions of more are taken for loops without an end, which have all the paths of these."""

_ONE = frozenset({node.LITERAL, node.NOT_LITERAL, node.ANY, node.IN})
_REPEATS = frozenset({node.MAX_REPEAT, node.MIN_REPEAT, node.POSSESSIVE_REPEAT})
_LOOKS = frozenset({node.ASSERT, node.ASSERT_NOT})


class _UncountedError(Exception):
    """The pattern has what is not counted here, or more of it."""


class _SpentError(Exception):
    """Nothing is left of the work that all patterns together are worth."""


_left: ContextVar[list[float] | None] = ContextVar("left", default=None)


@contextmanager
def counted_together() -> Iterator[None]:
    """Count the patterns that are asked for here with some seconds for all: what comes after these is not known."""
    token = _left.set(_left.get() or [_ALLOWED])
    try:
        yield
    finally:
        _left.reset(token)


def _work(amount: int) -> None:
    if (left := _left.get()) is not None:
        left[0] -= amount
        if left[0] < 0:
            raise _SpentError


def longest_text(pattern: Json, *, is_searched: bool = True) -> float | None:
    """The most characters of a text on which `re.search` takes no more steps than are allowed; 0 where none is known.

    It is infinite where the time grows as the text does, and None where Python has no such pattern, or warns that it
    may have another one. If not `is_searched`, it is for `re.match` and `re.fullmatch`.
    """
    # What is searched for is a schema's; the few others are the configuration's, which nothing may use up.
    token = _left.set(_left.get() if is_searched else None)
    try:
        return _longest_text(pattern, is_searched) if isinstance(pattern, str) else None
    except _SpentError:
        return 0
    finally:
        _left.reset(token)


@lru_cache(maxsize=1 << 14)
def _longest_text(pattern: str, is_searched: bool) -> float | None:
    if len(pattern) > _LONGEST_PATTERN:
        return 0
    with warnings.catch_warnings():
        # Python warns of what it will read in another way, as other languages do today.
        warnings.simplefilter("error")
        try:
            found = _counted(_parser.parse(pattern), is_searched=is_searched)
            if found:
                re.compile(pattern)
        except (re.error, RecursionError, OverflowError, Warning):
            return None
    return found


def _counted(parsed: Any, *, is_searched: bool) -> float:
    longest: float = 0
    for widest in _WIDEST:
        with suppress(_UncountedError):
            longest = max(longest, _within_steps(walk(parsed, widest, is_searched=is_searched)))
        if longest == math.inf:
            break
    return longest


def _within_steps(walk: Iterable[tuple[tuple[int, ...], int]]) -> float:
    """The characters up to which the steps are allowed; infinite where they repeat, and are few for each character."""
    seen: dict[tuple[int, ...], tuple[int, int]] = {}
    length = steps = 0
    for length, (paths, further) in enumerate(walk):
        if paths in seen:
            begin, before = seen[paths]
            since, more = length - begin, steps - before
            is_linear = more <= since * _MOST_STEPS_OF_A_CHARACTER
            return math.inf if is_linear else length - 1 + (MOST_STEPS - steps) // more * since
        seen[paths] = length, steps
        steps += 2 * further  # where one match follows attempts that fail, it takes as many again
        if steps > MOST_STEPS:
            break
    return max(length - 1, 0)


class _Part(NamedTuple):
    """A part of a pattern: the states it can begin and end with, and in how many ways it can do so and be empty."""

    first: Counter[int]
    last: Counter[int]
    empty: int


_NOTHING = _Part(Counter(), Counter(), 1)


class _Automaton:
    """The states of a pattern, of which the first reads nothing: what they read, and in how many ways others follow."""

    def __init__(self, parsed: Any, widest: int, *, is_searched: bool) -> None:
        self._widest = widest
        self._flags = parsed.state.flags
        self._is_late = False
        self._left = _MOST_EDGES
        self.classes: list[CharacterSet | None] = []
        self.follow: list[Counter[int]] = []
        start = self._state(None)
        self._joined([start, self._whole(parsed), self._state(None)])
        if is_searched:
            later = self._state(CharacterSet(node.ANY, (None,), self._flags | re.DOTALL))
            self._follows(later.last, later.first)
            self._is_late = True
            self._joined([start, later, self._whole(_needed([*parsed])), self._state(None)])

    def _whole(self, items: Iterable[Any]) -> _Part:
        return self._joined([self._part(*item) for item in items])

    def _part(self, kind: Any, value: Any) -> _Part:
        self._spend(10)
        if kind in _ONE:
            members = tuple(value) if kind is node.IN else (value,)
            return self._state(CharacterSet(kind, members, self._flags))
        if kind in _REPEATS:
            return self._repeated(*value)
        if kind is node.SUBPATTERN:
            return self._group(*value)
        if kind is node.ATOMIC_GROUP:
            return self._whole(value)
        if kind is node.BRANCH:
            return _either([self._whole(branch) for branch in value[1]])
        if kind in _LOOKS:
            return self._look(*value)
        if kind is node.AT:
            return self._at(value)
        if kind is node.FAILURE:
            return _NOTHING
        raise _UncountedError

    def _state(self, reads: CharacterSet | None) -> _Part:
        if len(self.follow) == _MOST_STATES:
            raise _UncountedError
        self.classes.append(reads)
        self.follow.append(Counter())
        state = Counter({len(self.follow) - 1: 1})
        return _Part(state, state, 0)

    def _spend(self, amount: int) -> None:
        _work(amount)
        self._left -= amount
        if self._left < 0:
            raise _UncountedError

    def _group(self, _: int | None, added: int, removed: int, items: Any) -> _Part:
        outside, self._flags = self._flags, _compiler._combine_flags(self._flags, added, removed)
        found = self._whole(items)
        self._flags = outside
        return found

    def _repeated(self, least: int, most: int, body: Any) -> _Part:
        is_open = most > self._widest
        if least > self._widest:
            if body.getwidth()[0] == 0:
                raise _UncountedError
            least = 1
        needed = [self._whole(body) for _ in range(least)]
        others = [self._whole(body) for _ in range(1 if is_open else most - least)]
        for before, after in pairwise([*others, *others] if is_open else others):
            self._follows(before.last, after.first)
        return self._joined([*needed, _optional(others)])

    def _look(self, direction: int, body: Any) -> _Part:
        """What is looked for ahead is a path of its own. Behind, there is no choice in what is counted."""
        if direction > 0:
            return _Part(self._joined([self._whole(body), self._state(None)]).first, Counter(), 1)
        if len({*body.getwidth()}) > 1:
            raise re.error("what is looked for behind has no fixed length")
        if any(kind not in _ONE for kind, _ in body):
            raise _UncountedError
        return _Part(_times(self._state(None).first, len(body)), Counter(), 1)

    def _at(self, place: Any) -> _Part:
        is_start = place is node.AT_BEGINNING_STRING or (place is node.AT_BEGINNING and not self._flags & re.MULTILINE)
        return _Part(self._state(None).first, Counter(), 0) if is_start and self._is_late else _NOTHING

    def _joined(self, parts: Iterable[_Part]) -> _Part:
        whole = _NOTHING
        for part in parts:
            self._follows(whole.last, part.first)
            first = whole.first + _times(part.first, whole.empty)
            last = part.last + _times(whole.last, part.empty)
            whole = _Part(first, last, _few(whole.empty * part.empty))
        return whole

    def _follows(self, before: Counter[int], after: Counter[int]) -> None:
        self._spend(len(before) * len(after))
        for state, ways in before.items():
            self.follow[state].update(_times(after, ways))


def _needed(items: Sequence[Any]) -> Sequence[Any]:
    """`items` without the repetitions at their end that a match does not need: what gets there has found one."""
    if not items or items[-1][0] not in _REPEATS:
        return items
    kind, (least, _, body) = items[-1]
    return [*items[:-1], (kind, (least, least, body))] if least else _needed(items[:-1])


def _optional(chain: Sequence[_Part]) -> _Part:
    """Repetitions that may be left out: one that reads nothing is the last of them."""
    if not chain:
        return _NOTHING
    ways = 1 + chain[0].empty
    return _Part(chain[0].first, _sum(_times(part.last, ways) for part in chain), ways)


def _either(parts: Sequence[_Part]) -> _Part:
    empty = _few(sum(part.empty for part in parts))
    return _Part(_sum(part.first for part in parts), _sum(part.last for part in parts), empty)


def _sum(parts: Iterable[Counter[int]]) -> Counter[int]:
    return sum(parts, Counter[int]())


def _times(states: Counter[int], ways: int) -> Counter[int]:
    return Counter({state: _few(found * ways) for state, found in states.items()}) if ways else Counter()


def _few(ways: int) -> int:
    return min(ways, MOST_STEPS)


def _overlaps(classes: Sequence[CharacterSet | None]) -> list[int]:
    """The states that read a character which each state reads, as bits."""
    ranges = [span for one in classes if one is not None for span in one.ranges()]
    if sum(high - low for low, high in ranges) > _WIDEST_RANGES:
        raise _UncountedError
    ends = sorted({min(end + by, sys.maxunicode) for low, high in ranges for end in (low, high) for by in (0, 1)})
    sample = CHARACTERS if max(ends, default=0) <= 128 else letters() + "".join(map(chr, ends))
    if sample != CHARACTERS and len({*classes}) > _MOST_CLASSES:
        raise _UncountedError
    _work(len(sample) * len({*classes}) // 50)
    reads = {one: 0 if one is None else one.read_in(sample) for one in {*classes}}
    by_class = {one: _bits(at for at, other in enumerate(classes) if reads[one] & reads[other]) for one in reads}
    return [by_class[one] for one in classes]


def walk(parsed: Any, widest: int = _WIDEST[0], *, is_searched: bool = True) -> Iterator[tuple[tuple[int, ...], int]]:
    """The most paths to each state after each number of characters, and the most steps that they take from there."""
    automaton = _Automaton(parsed, widest, is_searched=is_searched)
    together = _together([_bits(ways) for ways in automaton.follow], _overlaps(automaton.classes))
    reached = [state for state, others in enumerate(together) if others]
    before: list[dict[int, int]] = [{} for _ in together]
    for state in reached:
        for other, ways in automaton.follow[state].items():
            before[other][state] = ways
    into = [_sets(ways, together) if together[state] else [] for state, ways in enumerate(before)]
    tried = _sets({state: sum(automaton.follow[state].values()) for state in reached}, together)
    paths = (1, *[0] * (len(together) - 1))
    sums = sum(map(len, itertools.chain(tried, *into)))
    for _ in range(_MOST_SUMS // sums):
        _work(sums)
        yield paths, _most(tried, paths)
        paths = tuple(_most(ways, paths) for ways in into)


def _together(follow: Sequence[int], overlaps: Sequence[int]) -> list[int]:
    """The states to which the text that leads to a state can lead, too, as bits."""
    found = [1, *[0] * (len(follow) - 1)]
    pending = [(0, 0)]
    steps = 0
    while pending:
        left, right = pending.pop()
        before = steps
        for state in _states(follow[left]):
            for other in _states(follow[right] & overlaps[state] & ~found[state]):
                found[state] |= 1 << other
                found[other] |= 1 << state
                pending.append((state, other))
            steps += 1
            if steps > _MOST_PAIRS:
                raise _UncountedError
        _work(steps - before)
    return found


_Sets: TypeAlias = Sequence[Sequence[tuple[int, int]]]


def _sets(ways: Mapping[int, int], together: Sequence[int]) -> _Sets:
    """The states in `ways` to which one text can lead, and their ways, for each of them."""
    rows = {_bits(ways) & together[state] for state in ways}
    return [[(state, ways[state]) for state in _states(row)] for row in rows]


def _most(sets: _Sets, paths: Sequence[int]) -> int:
    return max((sum(paths[state] * ways for state, ways in one) for one in sets), default=0)


def _bits(states: Iterable[int]) -> int:
    found = 0
    for state in states:
        found |= 1 << state
    return found


def _states(bits: int) -> list[int]:
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
