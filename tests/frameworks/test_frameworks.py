"""What toolgen reads in a file is what the newest release of its framework makes of it."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from file_sides import Tools, imported, installed, read
from frameworks import FRAMEWORKS, IMPOSSIBLE, Framework
from rules import FAULTS, compare

NAMES = {framework.name for framework in FRAMEWORKS}
CASES = [(framework, case) for framework in FRAMEWORKS for case in framework.cases]


@functools.cache
def sides(framework: Framework, case: str) -> tuple[Tools, Tools]:
    """What the framework says, and what toolgen says."""
    python = installed(framework)
    return imported(framework)[case], read(framework, case, python)


def identifier(value: object) -> str:
    return value.name if isinstance(value, Framework) else str(value)


@pytest.mark.network
@pytest.mark.parametrize(("framework", "case"), CASES, ids=identifier)
def test_static_is_runtime(framework: Framework, case: str) -> None:
    theirs, ours = sides(framework, case)
    assert sorted(ours) == sorted(theirs)
    assert ours, "a case without tools proves nothing"
    assert [text for name in ours for text in compare(framework.name, theirs[name], ours[name]).differences] == []


@pytest.mark.network
@pytest.mark.parametrize("framework", FRAMEWORKS, ids=identifier)
def test_the_framework_says_something_of_every_file(framework: Framework) -> None:
    said = imported(framework)
    tools = {case: said.get(case) for case in framework.cases}
    assert [case for case, found in tools.items() if not found] == []
    assert [tool.name for found in said.values() for tool in found.values() if "properties" not in tool.input] == []


@pytest.mark.network
@pytest.mark.parametrize("framework", FRAMEWORKS, ids=identifier)
def test_every_fault_in_the_table_is_still_there(framework: Framework) -> None:
    pairs = [sides(framework, case) for case in framework.cases]
    seen = {
        fault
        for theirs, ours in pairs
        for name in ours.keys() & theirs.keys()
        for fault in compare(framework.name, theirs[name], ours[name]).faults
    }
    assert seen == {fault.name for fault in FAULTS if framework.name in fault.frameworks}


def test_tables_name_frameworks_and_files_that_exist() -> None:
    assert {name for fault in FAULTS for name in fault.frameworks} <= NAMES
    assert {name for name, _ in IMPOSSIBLE} <= NAMES
    files = [framework.path / f"{case}.py" for framework in FRAMEWORKS for case in framework.cases]
    assert [file for file in files if not file.is_file()] == []


def test_the_docs_publish_the_faults(repository: Path) -> None:
    rows = [f"| {fault.says} | {', '.join(fault.frameworks)} |" for fault in FAULTS]
    lines = (repository / "docs" / "frameworks.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("| ") and not line.startswith("| what")] == rows
