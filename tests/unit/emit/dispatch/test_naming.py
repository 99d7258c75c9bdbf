from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.emit.dispatch.naming import module_name, variable
from toolgen.views.naming import Namer, is_identifier, snake_case


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


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *(("a", True), ("é", True), ("match", True), ("_", True), ("_1", True), ("__class__", True)),
        *(("if", False), ("a-b", False), ("", False), ("1", False), ("None", False), ("__debug__", False)),
        *(("\ufb01", False), ("\u00aa", False), ("\u212a", False)),  # Python reads `fi`, `a` and `K`
    ],
)
def test_identifiers(name: str, expected: bool) -> None:
    assert is_identifier(name) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *(("a", "a"), ("match", "match"), ("taken", "taken_"), ("class", "class_"), ("_private", "private_")),
        *(("_1", "field_1"), ("1st-try", "field_1st_try"), ("__class__", "class_"), ("_", "unnamed_")),
        *(("größe", "unnamed_"), ("\ufb01", "unnamed_"), ("", "unnamed_")),
    ],
)
def test_variables(name: str, expected: str) -> None:
    assert variable(name, {"taken"}) == expected


@given(st.lists(st.text(max_size=4) | st.from_regex(r"_*\d?\w*", fullmatch=True)))
def test_variables_of_any_names(names: list[str]) -> None:
    """They can be assigned to, and are as many as there are names."""
    taken = {"a", "b"}
    namer = Namer(taken)
    found = [namer.unique(variable(name, taken)) for name in names]
    assert len({normalize("NFKC", name) for name in [*found, *taken]}) == len(names) + len(taken)
    compile("\n".join(f"{name} = 0" for name in found), "", "exec")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *(("app.tools", "app_tools"), ("App", "app"), ("app.größe", "app_grösse"), ("", "_")),
        *(
            ("class", "class_"),
            ("01_first", "_01_first"),
            ("con", "con_"),
            ("\ufb01", "fi"),
            ("a b", "a_b"),
            ("\u01f0", "\u01f0"),
        ),
    ],
)
def test_names_of_modules(name: str, expected: str) -> None:
    assert module_name(name) == expected
