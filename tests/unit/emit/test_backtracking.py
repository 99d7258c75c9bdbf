"""Regular expressions that may take exponential time are told from those that do not."""

from __future__ import annotations

import pytest

from toolgen.emit.backtracking import backtracks
from toolgen.emit.enforcement import endless_patterns, unenforced

HARMLESS = [
    "",
    "^a+$",
    "^[a-z]+(-[a-z]+)*$",
    r"^\d{4}-\d{2}-\d{2}$",
    r"^(\d{3}-?)+$",
    r"^[\w.]+@[\w.]+\.\w+$",
    "^(a|b)+$",
    "^(ab|ac)*$",
    r"^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$",
    r"^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$",
    r"^\s*(\d*\.?\d+)\s*(\w+)?",
    r"^/(?:[^/]+/)*[^/]*$",
    r"^(?P<a>x)(?P=a)*$",
    r"^(\w+,\s*)*\w+$",
    r"^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$",
    r"^(x{0,3}\.)+$",
    r"^https?://[^\s/$.?#].[^\s]*$",
]
ENDLESS = [
    "(a+)+$",
    "(a*)*$",
    "^(a|aa)+$",
    "^(ab|.b)*$",
    "(x+x+)+y",
    "^([a-z]+)*$",
    r"^(\w+\s?)*$",
    r"^(\d+|[0-9a-f]+)*$",
    "^(.*,?)*$",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    "^(a?b?)*$",
    r"^(é+\w?)+$",
    "^((ab)*|a|b)*$",
    f"^({'a?' * 200})*$",
]


@pytest.mark.parametrize("pattern", HARMLESS)
def test_harmless(pattern: str) -> None:
    assert not backtracks(pattern)


@pytest.mark.parametrize("pattern", ENDLESS)
def test_endless(pattern: str) -> None:
    assert backtracks(pattern)


def test_what_may_backtrack_without_end_is_not_enforced_and_told() -> None:
    found = unenforced({"properties": {"a": {"pattern": "^(a+)+$"}}, "patternProperties": {"(b*)*c": {}, "d": {}}})
    assert [*found] == ["/properties/a/pattern", "/patternProperties"]
    assert endless_patterns(found) == ["^(a+)+$", "(b*)*c"]
    assert endless_patterns(unenforced({"properties": {"pattern": {"contains": {}}, "a": {"pattern": "("}}})) == []
