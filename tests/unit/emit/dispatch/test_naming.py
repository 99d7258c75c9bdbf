from __future__ import annotations

import pytest

from toolgen.emit.dispatch.naming import Namer, camel_case, is_identifier, snake_case


@pytest.mark.parametrize(
    ("name", "snake", "camel"),
    [
        ("task", "task", "Task"),
        ("add_reminder", "add_reminder", "AddReminder"),
        ("add-reminder", "add_reminder", "AddReminder"),
        ("addReminder", "add_reminder", "AddReminder"),
        ("AddReminder", "add_reminder", "AddReminder"),
        ("HTTPServer", "http_server", "HTTPServer"),
        ("app.models.Task[str]", "app_models_task_str", "AppModelsTaskStr"),
        ("_private", "private", "Private"),
        ("2fa", "2fa", "Tool2fa"),
        ("日本", "unnamed", "Tool"),
        ("", "unnamed", "Tool"),
        ("x" * 100, "x" * 60, "X" + "x" * 59),
    ],
)
def test_styles(name: str, snake: str, camel: str) -> None:
    assert (snake_case(name), camel_case(name)) == (snake, camel)
    assert f"_read_{snake}".isidentifier()
    assert camel.isidentifier()


def test_names_are_handed_out_once() -> None:
    namer = Namer(["taken"])
    assert [namer.unique(name) for name in ("a", "a", "a", "taken", "a_2")] == ["a", "a_2", "a_3", "taken_2", "a_2_2"]


@pytest.mark.parametrize(("name", "expected"), [("a", True), ("é", True), ("if", False), ("a-b", False), ("", False)])
def test_identifiers(name: str, expected: bool) -> None:
    assert is_identifier(name) is expected
