"""A pattern is tried on texts of such a length only that Python's `re` takes no more steps than are allowed."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from re import _compiler, _parser  # type: ignore[attr-defined]
from re import _constants as node  # type: ignore[attr-defined]
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.model.backtracking import SHORTEST, longest_text, walk
from toolgen.model.character_sets import CHARACTERS, PLANES
from toolgen.model.patterns import untried_patterns

LINEAR = [
    "",
    "^a+$",
    "a+",
    r"\d+(?:,\d+)*",
    r"\S",
    "^[a-z]+(-[a-z]+)*$",
    r"^\d{4}-\d{2}-\d{2}$",
    r"^(\d{3}-?)+$",
    "^(a|b)+$",
    "^(ab|ac)*$",
    "^[A-Z][A-Z0-9_]+-\\d+(?:-\\d+)*$",
    r"^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$",
    r"^/(?:[^/]+/)*[^/]*$",
    r"^(\w+,\s*)*\w+$",
    r"^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$",
    r"^(x{0,3}\.)+$",
    "^(?:a?){0,30}b",
    r"^https?://[^\s/$.?#].[^\s]*$",
    r"^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+$",
    r"^(?=.*[a-z])(?=.*\d)(?!.*\s).{8,4096}$",
    r"^(?:(?!--)[\w-])*(?<!-)$",
    r"^(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*))*))?(?:\+[\dA-Z-]+)?$",
    "(?i)^[a-z]+(?:_[a-z]+)*$",
    "^[一-鿿]+(?:、[一-鿿]+)*$",
    "^[^,]{1,300}(?:,[^,]{1,300}){0,300}$",
]
LIMITED = [
    r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
    r"^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$",
    r"^\s*(\d*\.?\d+)\s*(\w+)?",
    "^a*a*$",
    "a*b",
    r"\s+$",
    r"^.*\S.*$",
    r"^(?:(?!.*x).)*$",
    r"^(?:\w(?=\w*!))*",
]
SLOW = [
    # a loop that reads one text in two ways
    "(a+)+$",
    "(a*)*$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "^(ab|.b)*$",
    "(x+x+)+y",
    "^([a-z]+)*$",
    r"^(\w+\s?)*$",
    r"^(\d+|[0-9a-f]+)*$",
    "^(.*,?)*$",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    "^(a?b?)*$",
    "^((ab)*|a|b)*$",
    "^(?:a|b|ab)+$",
    "^(a{1,3})+$",
    "^(?:a{2}|a{3})*$",
    "^(?:(?:a|b)*c?)*$",
    "^(?:a*?)*?$",
    "^(?:(?:a)+?)+?$",
    f"^({'a?' * 200})*$",
    # in another case, in other words for a character, beyond ASCII
    "(?i)^(ab|AB)*$",
    "(?i:^(?:sx|\u017fx)*$)",
    "(?i)^(?:kx|\u212ax)*$",
    "^(?:(?i:a)|A)*$",
    r"^(?:\dx|[٠-٩]x)*$",
    r"^(?:\wx|éx)*$",
    "^(?:[Ā-Ȁɐɑɒɓɔɕɖɗɘəɚɛ]x|[Ő-Œ]x)*$",
    r"^(?:[^\W\d]|[a-z])*$",
    "(?s)^(?:.|\n)*$",
    r"^(?:\sx|\u2028x)*$",
    r"^(?:[^a]|[^b])*$",
    r"^(?a:(?:\Dx|٣x)*)$",
    # in what is looked for
    r"^(?!(\w+)+$)",
    r"^(?=(\w+)+$)",
    r"^(?:(?=(?:a|a?a)*!)a)*$",
    "(?<=ab|cd)(?:d|de|e)*$",
    # what is repeated a known number of times
    "^(a{0,30}){0,30}$",
    "^(?:a?){30}$",
    "a?" * 30 + "a" * 30,
    "a{0,50}" * 5,
    "^(?:(?:a{1,9}){1,9}){1,9}$",
    "^(?:a|[ab]c?){40}$",
    "^(?:(?:a?){30}b){30}$",
    # polynomials
    "^a*a*a*a*b$",
    "^a*a*a*a*$",
    r".*.*.*=.*",
    r"^\s*\s*\s*\s*$",
    r"\w*\w*\w*-$",
    r"^(?:.*a){4}$",
    r"^\d*[0-9]*\w*[\d_]*$",
    r"^.*,.*,.*,.*,.*$",
    # without a character
    "(|){30}^a",
    "((((|){100}){100}){100}){100}",
    "^(?:(?:)|(?:)){40}$",
    r"^(?:\b|\B|){30}a",
    "^(?:(?=a)|(?!b)|){30}$",
    # what is not counted
    r"^(a)\1*$",
    r"^(?P<a>x+)(?P=a)*$",
    r"^(a)?(?(1)b|c)*$",
    # more than is counted
    "a" * 5_000,
    "(?i)" + "[\0-\U0010ffff]" * 300,
    f"^(?:{'|'.join(f'{one:05}x*' for one in range(500))})$",
]


@pytest.mark.parametrize("pattern", LINEAR)
def test_linear(pattern: str) -> None:
    assert longest_text(pattern) == math.inf


@pytest.mark.parametrize("pattern", LIMITED)
def test_limited(pattern: str) -> None:
    assert SHORTEST <= (longest_text(pattern) or 0) < 1000


@pytest.mark.parametrize("pattern", SLOW, ids=lambda pattern: pattern[:40])
def test_slow(pattern: str) -> None:
    assert longest_text(pattern) in range(SHORTEST)


@pytest.mark.parametrize("pattern", ["(", "(?<=a+)b", "a{2,1}", "[[a]", "\\p{L}", ["a"], None])
def test_no_pattern(pattern: object) -> None:
    assert longest_text(pattern) is None


@pytest.mark.parametrize("pattern", ["a*b", "[a-z_]+", ".*_tool"])
def test_a_match_is_tried_from_the_start_alone(pattern: str) -> None:
    assert longest_text(pattern, is_searched=False) == math.inf


def test_patterns_of_a_schema_that_are_not_tried() -> None:
    parts = [
        {"pattern": "(a+)+$"},
        {"pattern": "("},
        {"pattern": "a+"},
        {"patternProperties": {"(b+)+$": {}, "a*b": {}, "^c": True}},
    ]
    properties = {"pattern": {"type": "string"}, "patternProperties": {"anyOf": parts}}
    assert sorted(untried_patterns({"properties": properties, "pattern": 1})) == ["(", "(a+)+$", "(b+)+$", "a*b"]


# -- what is counted is what is done -----------------------------------------------------------------------------

Then = Callable[[int], bool]


class Attempts:
    """A matcher that goes the ways of `re` in its order, and counts the characters that it looks at."""

    def __init__(self, pattern: str, text: str) -> None:
        self._parsed = _parser.parse(pattern)
        self._text = text
        self.count = 0
        self.found = any(self._all([*self._parsed], start, self._end) for start in range(len(text) + 1))

    def _end(self, _: int) -> bool:
        self.count += 1
        return True

    def _all(self, items: list[Any], at: int, then: Then) -> bool:
        return self._one(items[0], at, lambda end: self._all(items[1:], end, then)) if items else then(at)

    def _one(self, item: Any, at: int, then: Then) -> bool:
        kind, value = item
        if kind in {node.MAX_REPEAT, node.MIN_REPEAT}:
            return self._repeat(kind is node.MAX_REPEAT, value, at, then)
        if kind is node.POSSESSIVE_REPEAT:
            return self._first(lambda ends: self._repeat(True, value, at, ends), then)
        if kind is node.ATOMIC_GROUP:
            return self._first(lambda ends: self._all([*value], at, ends), then)
        if kind is node.SUBPATTERN:
            return self._all([*value[-1]], at, then)
        if kind is node.BRANCH:
            return any(self._all([*branch], at, then) for branch in value[1])
        if kind in {node.ASSERT, node.ASSERT_NOT}:
            return self._looks(value, at) == (kind is node.ASSERT) and then(at)
        if kind is node.AT:
            return bool(_compiled(kind, value, self._parsed.state.flags).match(self._text, at)) and then(at)
        if kind is node.FAILURE:
            return False
        self.count += 1
        return bool(_compiled(kind, value, self._parsed.state.flags).match(self._text, at)) and then(at + 1)

    def _first(self, attempt: Callable[[Then], bool], then: Then) -> bool:
        ends: list[int] = []

        def stop(end: int) -> bool:
            ends.append(end)
            return True

        return attempt(stop) and then(ends[0])

    def _looks(self, value: Any, at: int) -> bool:
        direction, body = value
        start = at if direction > 0 else at - body.getwidth()[0]
        return start >= 0 and self._all([*body], start, lambda _: True)

    def _repeat(self, greedy: bool, value: Any, at: int, then: Then) -> bool:
        least, most, body = value

        def again(count: int, last: int, here: int) -> bool:
            if count < least:
                return self._all([*body], here, lambda end: again(count + 1, last, end))
            if not greedy and then(here):
                return True
            may = count < most and here != last
            if may and self._all([*body], here, lambda end: again(count + 1, here, end)):
                return True
            return greedy and then(here)

        return again(0, -1, at)


def _compiled(kind: Any, value: Any, flags: int) -> re.Pattern[str]:
    """A character or a place as an expression of its own."""
    key = kind, str(value), flags
    if key not in _COMPILED:
        state = _parser.State()
        state.flags = flags
        _COMPILED[key] = _compiler.compile(_parser.SubPattern(state, [(kind, value)]))
    return _COMPILED[key]


_COMPILED: dict[tuple[Any, str, int], re.Pattern[str]] = {}

_ATOMS = [
    "a",
    "b",
    "B",
    "[ab]",
    "[^a]",
    ".",
    r"\w",
    r"\d",
    "-",
    "ab",
    "",
    "^",
    "$",
    r"\b",
    r"\A",
    "(?<=a)",
    "(?<!ab)",
    "é",
]
_WRAPPED = [
    "({})",
    "(?:{})*",
    "({})+",
    "(?:{})?",
    "({}){{0,3}}",
    "(?:{}){{2,}}",
    "(?:{}){{2}}",
    "({})*?",
    "({})??",
    "(?:{})*+",
]
_LOOKING = ["(?>{})", "(?={})", "(?!{})", "^{}$", "{}$"]


def _larger(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    wrapped = st.builds(str.format, st.sampled_from([*_WRAPPED, *_LOOKING]), parts)
    return st.one_of(
        wrapped, st.builds("{}{}".format, parts, parts), st.builds("(?:{}|{})".format, parts, parts), wrapped
    )


PATTERNS = st.builds(
    str.__add__,
    st.sampled_from(["", "", "", "(?i)", "(?s)", "(?m)"]),
    st.recursive(st.sampled_from(_ATOMS), _larger, max_leaves=16),
)
_WORDS = st.text("abAB1-é \n", max_size=3)
TEXTS = st.builds(lambda start, word, times, end: start + word * times + end, _WORDS, _WORDS, st.integers(0, 7), _WORDS)


@given(PATTERNS, st.lists(TEXTS, min_size=1, max_size=5))
def test_no_text_takes_more_steps_than_were_counted(pattern: str, texts: list[str]) -> None:
    most = longest_text(pattern)
    assert most is not None
    bound = [further for _, further in islice(walk(_parser.parse(pattern)), 30)] if most else []
    for text in texts if most else ():
        attempts = Attempts(pattern, text)
        assert attempts.found == bool(re.search(pattern, text))
        assert attempts.count <= 2 * sum(bound[: len(text) + 1])


def _everything(*flags: str) -> Iterator[int]:
    """The characters, as bits, that each of some sets of ASCII characters holds."""
    text = "".join(map(chr, range(PLANES)))
    for flag in flags:
        for one in [*"aikszAIKSZ0 _\n", "[a-z]", "[^I]", "[!-~]", ".", *(rf"\{name}" for name in "dDsSwW")]:
            spans = (found.span() for found in re.finditer(f"{flag}{one}+", text))
            yield sum((1 << end) - (1 << start) for start, end in spans)


def test_the_sample_has_characters_of_all_kinds() -> None:
    kinds = [(1 << PLANES) - 1]
    sample = sum(1 << ord(one) for one in CHARACTERS)
    for held in _everything("", "(?i)", "(?a)", "(?ai)", "(?s)"):
        kinds = [part for kind in kinds for part in (kind & held, kind & ~held) if part]
    assert all(kind & sample for kind in kinds)
    assert not re.search(r"[\w\s]", "".join(map(chr, range(PLANES, sys.maxunicode + 1))))
