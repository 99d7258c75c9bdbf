"""The fuzzers, bounded: the same seeds everywhere, so that a change fails by what it does and not by chance.

`tests/fuzz/README.md` says how to look for more.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="builds are watched in forked processes, which this system has not")

sys.path.insert(0, str(Path(__file__).parent))

from calls import Called
from fuzz import call_findings, findings, good_files, rewriting_findings, rewritings
from generating import MAKING

THOROUGH = bool(os.environ.get("TOOLGEN_THOROUGH"))
BUILDS, AT_ONCE = 90 if THOROUGH else 20, 10
"""How many builds there are of each kind, and in each test."""

CALLS = 2000


@pytest.mark.parametrize("first", range(0, BUILDS, AT_ONCE))
@pytest.mark.parametrize("kind", MAKING)
def test_builds(kind: str, first: int) -> None:
    found = findings(kind, iter(range(first, first + AT_ONCE)), good_files())
    assert [str(one) for one in found if one is not None] == []


@pytest.mark.parametrize(("number", "kind"), [*enumerate(MAKING)])
def test_rewriting(number: int, kind: str) -> None:
    """Sources are changed, or left as they are: nothing else is written, and what is written parses.

    Every third source is tried, so that each is by one or two of the four kinds.
    """
    seeds = range(len(rewritings())) if THOROUGH else range(number % 3, len(rewritings()), 3)
    found = rewriting_findings(kind, iter(seeds))
    assert [str(one) for one in found if one is not None] == []


def test_calls() -> None:
    """What a model sends is decoded, or refused with a ToolError whose message can be sent to it."""
    called = Called.generated()
    assert [str(one) for one in call_findings(iter(range(CALLS)), called) if one is not None] == []
    refused = sum(called.refusal(seed) is not None for seed in range(CALLS))
    assert 0 < refused < CALLS
