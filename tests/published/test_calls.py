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


@pytest.mark.parametrize(
    ("kind", "arguments", "expected"),
    [
        ("refused", {"a": "1"}, "lax"),
        ("refused", {"a": 1}, "refused"),
        ("reached", {"a": "1"}, "reached"),
        ("values", {"a": 1}, "values"),
    ],
)
def test_what_a_published_schema_refuses_is_documented(kind: str, arguments: object, expected: str) -> None:
    schema = {"properties": {"a": {"type": "integer"}}}
    assert kind_of({"kind": kind, "arguments": arguments}, schema) == expected


def test_the_gate_is_in_the_table() -> None:
    assert sorted(package.requirement for package in CHOSEN) == sorted(GATE)
