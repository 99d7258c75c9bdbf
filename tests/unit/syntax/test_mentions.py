"""A file that is not parsed changes nothing: what the text says is never less than what the tree says."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.syntax.changes import touched_in
from toolgen.syntax.mentions import may_change

NOT_PARSED = (
    "x = ALL",
    "x = ALL.name",
    "x = ALL.name  # one of them",
    "x = ALL['key'].name",
    "x = ALL.get('key', [1, 2]) == ALL(1)",
    "f(ALL.name, x=1)",
    "if ALL.name == 1: pass",
    "x = {ALL.name: 1}",
    "'append to ALL. Then'",
)


@pytest.mark.parametrize("source", NOT_PARSED)
def test_what_only_reads_need_not_be_parsed(source: str) -> None:
    assert not may_change(source.encode(), b"ALL")


BLANKS = st.sampled_from(["", " ", "\n", "  # note, (\n", "\\\n"])
STEPS = st.sampled_from(
    [
        ".name",
        ".größe",
        "[0]",
        "['a)']",
        '["]"]',
        "[keys[0]]",
        "[f(g(h[1]))]",
        "()",
        "(1, [2])",
        "('''(''')",
        "(a\n, b)",
    ]
)
CHANGES = st.sampled_from(
    [".append(1)", ". update (a=1)", ".x = 1", "[0] = 1", ".x += 1", "['='] //= 2", ".x: int = 1"]
)


@given(st.lists(st.tuples(BLANKS, STEPS), max_size=4), BLANKS, CHANGES, st.sampled_from(["{}", "del {}", "({})"]))
def test_what_changes_is_parsed(steps: list[tuple[str, str]], blank: str, change: str, form: str) -> None:
    value = "ALL" + "".join(before + step for before, step in steps) + blank
    body = form.format(f"({value}){change}")
    source = f"def f():\n    {body}\n"
    try:
        (function,) = ast.parse(source).body
    except SyntaxError:
        return
    assert isinstance(function, ast.FunctionDef)
    if "ALL" in touched_in(function):
        assert may_change(source.encode(), b"ALL")


def test_a_function_that_sets_attributes_is_parsed() -> None:
    assert may_change(b"def f(name):\n    setattr(ALL, name, 1)\n", b"ALL")
