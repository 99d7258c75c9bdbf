"""Descriptions as docstrings: the text stays, in the layout of the formatter."""

from __future__ import annotations

import ast
import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.emit.dispatch.docstrings import docstring

LONG = "Forecast the weather of a town for today and the days after, as far as anybody can know it now."


@pytest.mark.parametrize(
    ("description", "lines"),
    [
        ("", []),
        (" \n ", []),
        ("Add.", ['"""Add."""']),
        ('Say "no"', ['"""Say "no" """']),
        ('"No" is said', ['""" "No" is said"""']),
        (r"A \\ path", [r'"""A \\\\ path"""']),
        ('Three """', [r'"""Three \"\"\" """']),
        ("A\x07 bell, é", [r'"""A\x07 bell, é"""']),
        ("Half \ud800", [r'"""Half \\ud800"""']),
        (
            LONG,
            [
                '"""Forecast the weather of a town for today and the days after, as far as anybody',
                "can know it now.",
                '"""',
            ],
        ),
        ("One\nsentence.\n\nAnother.", ['"""One sentence.', "", "Another.", '"""']),
        ("One\n      - two:\n        three", ['"""One', "- two:", "  three", '"""']),
        ("Either:\n\n- one\n  of two\n- other", ['"""Either:', "", "- one", "  of two", "- other", '"""']),
    ],
)
def test_docstring(description: str, lines: list[str]) -> None:
    assert docstring("", description) == lines


TEXT = st.lists(st.sampled_from(["a", "word", '"', "\\", " ", "\n", "\n\n", "- ", "é", "\ud800", "\x00", "x" * 50]))


@given(TEXT.map("".join))
def test_the_words_stay(description: str) -> None:
    lines = docstring("    ", description)
    assert all(line == line.rstrip() for line in lines)
    source = "\n".join(["def f():", *lines, "    ..."])
    compile(source, "f.py", "exec")  # which refuses docstrings that parse
    found = inspect.cleandoc(ast.get_docstring(ast.parse(source).body[0], clean=False) or "")  # type: ignore[arg-type]
    assert found.split() == description.replace("\ud800", r"\ud800").split()
