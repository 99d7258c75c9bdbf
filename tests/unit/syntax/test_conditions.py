"""Which conditions are known without running anything, and for which target."""

from __future__ import annotations

import ast

import pytest

from toolgen.syntax.conditions import Target, decide

WINDOWS = Target((3, 13), "win32")


def decided(condition: str, target: Target = Target()) -> bool | None:  # noqa: B008 (frozen)
    test = ast.parse(condition, mode="eval").body
    return decide(test, target, lambda name: {"s": "sys"}.get(name, name), checking=False)


@pytest.mark.parametrize(
    ("condition", "linux", "windows"),
    [
        ("sys.version_info >= (3, 12)", False, True),
        ("s.version_info >= (3, 12)", False, True),
        ("sys.version_info < (3, 12)", True, False),
        ("sys.version_info > (3, 11)", True, True),
        ("sys.version_info == (3, 11)", False, False),
        ("sys.version_info[:2] == (3, 13)", False, True),
        ("sys.version_info[1:2] == (13,)", False, True),
        ("sys.version_info[1] != 13", True, False),
        ("sys.version_info.minor in (13, 14)", False, True),
        ("(3, 12) <= sys.version_info", False, True),
        ("sys.platform == 'win32'", False, True),
        ("sys.platform.startswith('win')", False, True),
        ("sys.platform not in {'win32', 'cygwin'}", True, False),
        ("os.name == 'nt'", False, True),
        ("sys.platform == 'win32' or sys.version_info < (3, 12)", True, True),
        ("not (sys.platform == 'win32' and unknown)", True, None),
        ("sys.platform == 'win32' and unknown", False, None),
        ("unknown and sys.platform == 'win32'", False, None),
        ("unknown or sys.platform == 'win32'", None, True),
        ("True", True, True),
        ("0", False, False),
        ("TYPE_CHECKING", False, False),
        ("typing.TYPE_CHECKING or s.platform == 'win32'", False, True),
    ],
)
def test_what_is_known(condition: str, linux: bool | None, windows: bool | None) -> None:
    assert (decided(condition), decided(condition, WINDOWS)) == (linux, windows)


@pytest.mark.parametrize(
    "condition",
    [
        "unknown",
        "unknown.platform == 'linux'",
        "sys.version_info >= (3, 11, 4)",
        "sys.version_info[2] > 3",
        "sys.version_info >= 3",
        "sys.version_info[9]",
        "sys.version_info[::2] == (3,)",
        "sys.version_info >= unknown",
        "(3, 8) <= sys.version_info < (3, 12)",
        "sys.platform.endswith('x')",
        "sys.platform.startswith(1)",
        "sys.implementation.name == 'cpython'",
        "f().platform",
        "1 + 1",
        "1 in 1",
    ],
)
def test_what_is_not(condition: str) -> None:
    assert decided(condition) is None
