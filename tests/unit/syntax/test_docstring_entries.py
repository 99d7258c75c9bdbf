"""The cleaning of docstrings, and the joining of lines into descriptions."""

from __future__ import annotations

import inspect
from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.syntax.docstring_entries import paragraph
from toolgen.syntax.indentation import clean

WORDS = st.lists(st.text("abcdefgh.,é😀", min_size=1, max_size=8), min_size=1, max_size=30)


@given(st.text(" \n\tab:"))
def test_cleaning_is_that_of_inspect(text: str) -> None:
    assert clean(text) == inspect.cleandoc(text)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        pytest.param("a\n    b\n\f\n    c", "a\n    b\n\f\n    c", id="a form feed is text and has no indentation"),
        pytest.param("a\n    b\n\r\n    c", "a\n    b\n\r\n    c", id="so is a carriage return"),
        pytest.param("\xa0a\n\xa0b", "\xa0a\n\xa0b", id="a no-break space is no indentation"),
    ],
)
def test_unusual_white_space_is_treated_as_in_python_3_13(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@pytest.mark.parametrize(
    ("text", "description"),
    [
        pytest.param("The words.", "The words.", id="one line"),
        pytest.param("  The words.  ", "The words.", id="space around it"),
        pytest.param("The words\n        to search for.", "The words to search for.", id="wrapped"),
        pytest.param("The words \t\n        to search for.", "The words to search for.", id="trailing space"),
        pytest.param("\n        The words\n        to search for.", "The words to search for.", id="begins below"),
        pytest.param("Two  spaces\n    here.", "Two  spaces here.", id="spaces inside a line"),
        pytest.param("One.\n\n    Two\n    lines.", "One.\n\nTwo\nlines.", id="paragraphs"),
        pytest.param("One of:\n    - a\n    - b", "One of:\n- a\n- b", id="bullets"),
        pytest.param("One of:\n    1. a\n    2. b", "One of:\n1. a\n2. b", id="numbers"),
        pytest.param("One of:\n    a: x\n    'b': y", "One of:\na: x\n'b': y", id="names"),
        pytest.param("One of:\n    a\n      deeper\n    b", "One of:\na\n  deeper\nb", id="indentation"),
        pytest.param("As in\n    >>> f(1)\n    2", "As in\n>>> f(1)\n2", id="doctest"),
        pytest.param("As in\n    ```\n    f(1)\n    ```", "As in\n```\nf(1)\n```", id="fence"),
        pytest.param("As in\n    | a | b |", "As in\n| a | b |", id="table"),
        pytest.param("At most 5 -\n    or 6.", "At most 5 - or 6.", id="a dash at the end of a line is no bullet"),
        pytest.param("See\n    https://example.com/a.", "See https://example.com/a.", id="an address is no name"),
    ],
)
def test_lines_of_one_paragraph_are_joined_and_others_are_kept(text: str, description: str) -> None:
    assert paragraph(text) == description


@given(WORDS, st.integers(10, 60))
def test_where_a_paragraph_is_wrapped_does_not_matter(words: list[str], width: int) -> None:
    wrapped = wrap(" ".join(words), width, break_long_words=False, break_on_hyphens=False)
    assert paragraph("\n        ".join(wrapped)) == " ".join(words)
