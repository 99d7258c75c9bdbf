"""A call through the module that is generated for a published package is the call that its framework would make."""

from __future__ import annotations

from pathlib import Path

import pytest
from environments import environment
from measuring import DOCUMENTED, kind_of, measure
from packages import GATE, PACKAGES, Package

CHOSEN = [package for package in PACKAGES if package.requirement in GATE]


@pytest.mark.network
@pytest.mark.parametrize("package", CHOSEN, ids=lambda package: package.requirement)
def test_calls_are_those_of_the_framework(package: Package, tmp_path: Path) -> None:
    name, _, _ = package.requirement.partition("==")
    python = environment(name, (package.requirement, *package.others))
    measured = measure(package, python, tmp_path)
    assert measured.failed == ""
    assert measured.is_usable
    assert measured.undone == {}
    assert measured.different == ()
    assert measured.kinds.keys() <= {"identical", *DOCUMENTED}


OLD = "Input should be a valid string [type=string_type, input_value=['a'], input_type=list]"


@pytest.mark.parametrize(
    ("kind", "argument", "theirs", "expected"),
    [
        ("refused", 1, "[1]", "refused"),
        ("reached", "1", "ValueError", "reached"),
        ("values", 1, "[2]", "values"),
        ("refused", "1", "[1]", "lax"),
        ("reached", '["a"]', OLD, "parsed"),
    ],
)
def test_kinds_of_calls(kind: str, argument: object, theirs: str, expected: str) -> None:
    call = {"kind": kind, "arguments": {"a": argument}, "theirs": theirs}
    assert kind_of(call, {"properties": {"a": {"type": "integer"}}}) == expected


def test_the_gate_is_in_the_table() -> None:
    assert sorted(package.requirement for package in CHOSEN) == sorted(GATE)


def test_the_page_has_the_differences_of_the_table(repository: Path) -> None:
    lines = (repository / "docs" / "fidelity.md").read_text(encoding="utf-8").splitlines()
    told = lines[lines.index("| calls | difference |") + 2 :]
    assert [line.split(" | ", 1)[1] for line in told[: len(DOCUMENTED)]] == [f"{why} |" for why in DOCUMENTED.values()]
    assert told[len(DOCUMENTED)] == ""
