from __future__ import annotations

import pytest

from toolgen.emit.dispatch.naming import Namer, is_identifier, snake_case


@pytest.mark.parametrize(
    ("name", "snake"),
    [
        ("task", "task"),
        ("add_reminder", "add_reminder"),
        ("add-reminder", "add_reminder"),
        ("addReminder", "add_reminder"),
        ("AddReminder", "add_reminder"),
        ("HTTPServer", "http_server"),
        ("app.models.Task[str]", "app_models_task_str"),
        ("_private", "private"),
        ("2fa", "2fa"),
        ("日本", "unnamed"),
        ("", "unnamed"),
        ("x" * 100, "x" * 60),
    ],
)
def test_snake_case(name: str, snake: str) -> None:
    assert snake_case(name) == snake
    assert f"_read_{snake}".isidentifier()


def test_names_are_handed_out_once() -> None:
    namer = Namer(["taken"])
    assert [namer.unique(name) for name in ("a", "a", "a", "taken", "a_2")] == ["a", "a_2", "a_3", "taken_2", "a_2_2"]


@pytest.mark.parametrize(("name", "expected"), [("a", True), ("é", True), ("if", False), ("a-b", False), ("", False)])
def test_identifiers(name: str, expected: bool) -> None:
    assert is_identifier(name) is expected
