"""What measures save, of tools for several targets at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from toolgen.call_syntax import call_syntax
from toolgen.model.contract import Contract
from toolgen.providers import TARGETS
from toolgen.providers.options import PLAIN, SHORTER, Options, Shorter
from toolgen.providers.projection.measures import shortened
from toolgen.runtime import Toolbox
from toolgen.stats import report
from toolgen.stats.report import Stats, stats
from toolgen.stats.tokens import Counter

CASE = Path(__file__).parents[2] / "cases/targets/expected/manifest.json"
TOOLS = [*Toolbox.load(CASE)]


def measured(*shorten: Shorter, has_examples: bool = True) -> Stats:
    """All targets, with tokens that are characters."""
    options: dict[str, Options | None] = {name: replace(PLAIN, shorten=shorten) for name in TARGETS}
    return stats(TOOLS, options, call_syntax("json"), Counter(len, is_exact=True), has_examples)


def test_a_saving_is_what_the_setting_saves() -> None:
    before = measured()
    after = [*(measured(name) for name in SHORTER), measured(has_examples=False)]
    assert [saving.size for target in before.targets for saving in target.savings[: len(after)]] == [
        target.size - changed.targets[index].size for index, target in enumerate(before.targets) for changed in after
    ]


def test_measures_are_taken_once_for_all_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[str, tuple[Shorter, ...]]] = []

    def counted(tool: Contract, shorten: tuple[Shorter, ...]) -> object:
        taken.append((tool.name, shorten))
        return shortened(tool, shorten)

    monkeypatch.setattr(report, "shortened", counted)
    measured()
    assert len(taken) == len({*taken}) == len(TOOLS) * (1 + len(SHORTER))
