"""Published source is mended and migrated, and no promise of it is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.rewritten.attempts import attempts
from tests.rewritten.packages import GATE, PACKAGES
from tests.rewritten.report import page
from tests.rewritten.sources import unpacked


@pytest.mark.network
@pytest.mark.parametrize("name", GATE)
def test_every_step_keeps_its_promises(name: str, tmp_path: Path) -> None:
    made = [*attempts(unpacked(name, tmp_path))]
    assert [fault for one in made for fault in one.faults] == []
    migrated = [one for one in made if one.step != "fix"]
    assert migrated
    assert all(one.done + sum(one.left.values()) == one.tools for one in migrated)


def test_the_page_is_that_of_what_was_measured(repository: Path) -> None:
    kept = json.loads((Path(__file__).parent / "measured.json").read_text(encoding="utf-8"))
    assert (repository / "docs" / "migrations.md").read_text(encoding="utf-8") == page(kept)
    assert {*kept} <= {*PACKAGES}
    assert {*GATE} <= {*kept}
