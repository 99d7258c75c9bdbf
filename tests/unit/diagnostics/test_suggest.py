"""What is said of a name that is not known."""

from __future__ import annotations

import pytest

from toolgen.diagnostics.suggest import suggest


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("pahts", ["output", "paths"], "did you mean `paths`?"),
        ("add_taks", ["add_task", "add_tasks", "list"], "did you mean `add_tasks` or `add_task`?"),
        ("abcx", ["abca", "abcb", "abcc"], "did you mean `abcc`, `abcb` or `abca`?"),
        ("x", ["paths"], "write `paths`"),
        ("x", ["c", "b", "a"], "write `a`, `b` or `c`"),
        ("x", [f"tool_{number}" for number in range(13)], "none has a name like it"),
        ("x", [], "there is none"),
        ("abc", [f"abc{'d' * 1000}", *(f"tool_{number}" for number in range(1000)), "abcd"], "did you mean `abcd`?"),
    ],
)
def test_suggestions(name: str, known: list[str], expected: str) -> None:
    assert suggest(name, known) == expected
