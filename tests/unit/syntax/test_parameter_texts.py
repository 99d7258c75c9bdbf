"""What frameworks read of parameters in docstrings, beside the packages that they read them with."""

from __future__ import annotations

import docstring_parser
import griffe
import pytest

from toolgen.syntax.parameter_texts import ParameterTexts, by_names, first_block, first_lines, indented, parsed

LINE = """Fetch it.

    Args:
        alpha: the name
        of a file
        beta (str): the other
            or none
"""
NAME = "Fetch it.\n\n    Args:\n        alpha:\n        beta: the other\n"
FIELD = "Fetch it.\n\n    :param alpha: the name\n    :param str beta: the other\n\n    More text.\n"
TWICE = "Fetch it.\n\n    Args:\n        alpha: one\n        alpha: two\n\n        - beta: three\n"
DASH = "Fetch it.\n\n    Args:\n        - alpha: the name\n        of a file\n"
TAG = "Fetch it.\n\n    @param alpha the name\n    of a file\n"


@pytest.mark.parametrize("text", [LINE, NAME, FIELD, TWICE, TAG, "", "Fetch it."])
def test_docstring_parser_is_asked(text: str) -> None:
    assert parsed(text) == {one.arg_name: one.description or "" for one in docstring_parser.parse(text).params}


@pytest.mark.parametrize(("text", "style"), [(LINE, "google"), (NAME, "google"), (TWICE, "google"), (FIELD, "sphinx")])
def test_griffe_says_the_same(text: str, style: griffe.Parser) -> None:
    sections = griffe.Docstring(text, parser=style).parse(warnings=False)
    found = {
        one.name: one.description for part in sections if part.kind.value == "parameters" for one in part.value[::-1]
    }
    assert {name: words.split() for name, words in indented(text).items()} == {
        name: words.split() for name, words in found.items()
    }


@pytest.mark.parametrize(
    ("reads", "text", "texts"),
    [
        pytest.param(first_lines, LINE, {"beta": "the other"}, id="llama-index: a name needs its type"),
        pytest.param(first_lines, FIELD, {"alpha": "the name"}, id="llama-index: a field must not have one"),
        pytest.param(first_lines, TAG, {"alpha": "the name"}, id="llama-index: a tag of Javadoc"),
        pytest.param(by_names, LINE, {"alpha": "the name of a file", "beta": "the other or none"}, id="smolagents"),
        pytest.param(by_names, NAME, {"alpha": "beta: the other"}, id="smolagents: the line after a name without text"),
        pytest.param(by_names, FIELD, {}, id="smolagents: other styles"),
        pytest.param(first_block, LINE, {"alpha": "the name of a file", "beta": "the other or none"}, id="langchain"),
        pytest.param(first_block, TWICE, {"alpha": "two"}, id="langchain: up to an empty line"),
        pytest.param(first_block, DASH, {"- alpha": "the name of a file"}, id="langchain: a dash is of the name"),
    ],
)
def test_frameworks_that_read_by_themselves(reads: ParameterTexts, text: str, texts: dict[str, str]) -> None:
    """Each row is what the framework says of it; `tests/frameworks/test_documented.py` asks them."""
    assert reads(text) == texts
