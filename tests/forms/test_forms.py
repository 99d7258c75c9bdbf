"""Every form of expression in every position: what toolgen says is what Python gives, or it says that it does not know.

The answer for a position is the same whatever the form, and stands in `support/form_positions.py`; that it is what the
framework makes of each module is checked with the framework itself, and what toolgen says without it. Which cells
toolgen does not read is in `docs/forms.md`: a change that is meant is written by `--update-goldens`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from file_sides import installed
from form_cells import CELLS, Cell, Reading, imported, read, write
from form_positions import Position, Tools
from form_tables import page
from frameworks import FRAMEWORKS

FRAMEWORK = next(framework for framework in FRAMEWORKS if framework.name == "fastmcp 3")

BY_POSITION = pytest.mark.parametrize("position", CELLS, ids=lambda position: f"{position.kind}: {position.name}")


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Mapping[Position, Path]:
    """The cells of each position as a project."""
    found = {position: tmp_path_factory.mktemp("position") for position in CELLS}
    for position, folder in found.items():
        write(folder, CELLS[position])
    return found


@pytest.fixture(scope="session")
def readings(folders: Mapping[Position, Path]) -> Mapping[Cell, Reading]:
    """What toolgen says of every cell."""
    return {cell: said for position, cells in CELLS.items() for cell, said in read(folders[position], cells).items()}


@pytest.fixture(scope="session")
def given(folders: Mapping[Position, Path]) -> Mapping[str, Tools | str]:
    """What the framework makes of every cell, by the name of its module."""
    return imported(installed(FRAMEWORK), folders.values())


def wrong(cell: Cell, reading: Reading) -> str:
    """What is wrong with what toolgen says of `cell`: nothing where Python gives the same, or a code says why not."""
    if reading.crash:
        return reading.crash
    if reading.codes:
        return ""
    if not cell.form.is_knowable:
        return "says nothing of what nobody knows by reading"
    return "" if reading.tools == cell.position.tools else f"says {reading.tools}, Python {cell.position.tools}"


def test_what_toolgen_says_is_what_python_gives_or_is_not_known(
    readings: Mapping[Cell, Reading], repository: Path, request: pytest.FixtureRequest
) -> None:
    """One test, which reads every cell but once: the page says which are not read."""
    assert [f"{cell}: {said}" for cell, reading in readings.items() if (said := wrong(cell, reading))] == []
    file = repository / "docs" / "forms.md"
    if request.config.getoption("--update-goldens"):
        file.write_text(page(readings), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == page(readings)


@pytest.mark.network
@BY_POSITION
def test_python_gives_what_the_table_says(position: Position, given: Mapping[str, Tools | str]) -> None:
    found = [(cell, given[cell.name]) for cell in CELLS[position]]
    assert [f"{cell}: {said}" for cell, said in found if said != position.tools] == []
