"""The benchmark of calls runs, and each contender refuses what fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from dispatch import BUDGETS, CONTENDERS, measured, prepare

ALL = [pytest.param(name, marks=[pytest.mark.network] if framework else []) for name, framework in CONTENDERS.items()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calls") / "contenders"
    prepare(folder)
    return folder


@pytest.mark.parametrize("contender", ALL)
def test_each_contender_runs_both_tools(folder: Path, contender: str) -> None:
    rows = measured(contender, folder, rounds=1)
    assert rows.keys() == BUDGETS.keys()
    assert all(value > 0 for row in rows.values() for value in row.values())
