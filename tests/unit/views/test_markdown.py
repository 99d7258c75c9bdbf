"""Text of others keeps its meaning and stays inside its block."""

from __future__ import annotations

import re
from unicodedata import bidirectional, category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from toolgen.model.unsafe import CHARACTERS
from toolgen.views.markdown import cell, clean, code, fenced, line, prose

PARSER = MarkdownIt("commonmark").enable("table")

# Everything that Markdown gives a meaning, in pieces that combine into constructs.
MARKS = """` `` ``` ~~~ ~~~~ # ## > >>> - * + 1. 1) | \\ --- === *** < <!-- --> <div> </div> <script> <? ![ [ ] ](x)
[a]: [^1]: &lt; :- : {{ }} {% {# a word é 😀 _ __ 1 0 $ ~"""
BLANKS = ["\n", "\n\n", "\r", "\r\n", "\t", " ", "  ", "    ", "\x0b", "\x0c", "\x1f", "\x85", "\u2028", "\ufeff"]
OBEYED = ["\x1b[31m", "\x07", "\x7f", "\x9b1m", "\x90", "\u061c", "\u200e", "\u200f", "\u202e", "\u2066", "\u2069"]
PIECES = st.sampled_from([*MARKS.split(), *BLANKS, *OBEYED, "\x00", "\ud800", "\udfff"])
HOSTILE = st.lists(PIECES, max_size=30).map("".join) | st.text(st.characters(codec=None, categories=None))


@given(HOSTILE | st.sampled_from(OBEYED).map("Plain {} text".format))
def test_nothing_is_left_that_a_terminal_obeys_or_that_shows_text_in_another_order(text: str) -> None:
    for made in (code(text), fenced(text), line(text), prose(text)):
        assert not [
            c for c in made if c != "\n" and (category(c) in ("Cc", "Cs", "Zl", "Zp") or bidirectional(c) in BIDI)
        ]


BIDI = ("LRE", "LRO", "PDF", "RLE", "RLO", "LRI", "RLI", "FSI", "PDI")

# -- code -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("x: int", "`x: int`"),
        ('"a" | "b"', '`"a" | "b"`'),
        ("a`b", "``a`b``"),
        ("a``b`c", "```a``b`c```"),
        ("`a", "`` `a ``"),
        (" a ", "`  a  `"),
        ("a\nb", "`a b`"),
        ("", "`   `"),
        ("\ud800\x00", "`\ufffd\ufffd`"),
    ],
)
def test_code(text: str, markdown: str) -> None:
    assert code(text) == markdown


@given(HOSTILE)
def test_code_is_one_span_with_the_text(text: str) -> None:
    (paragraph,) = [token for token in PARSER.parse(f"a {code(text)} z") if token.type == "inline"]
    before, span, after = paragraph.children or []
    assert (before.content, span.type, after.content) == ("a ", "code_inline", " z")
    assert normal(span.content).split() == normal(text).split()


@given(HOSTILE)
def test_a_fenced_block_is_one_block_with_the_text(text: str) -> None:
    tokens = PARSER.parse(f"before\n\n{fenced(text, 'json')}\n\nafter")
    assert [token.type for token in tokens if token.level == 0] == [
        *("paragraph_open", "paragraph_close", "fence", "paragraph_open", "paragraph_close"),
    ]
    (block,) = [token for token in tokens if token.type == "fence"]
    assert block.info == "json"
    assert normal(block.content).split() == normal(text).split()


# -- a line ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        pytest.param("What to do.", "What to do.", id="plain"),
        pytest.param("5 < 6 & a_b *so* [x](y) C:\\temp", "5 < 6 & a_b *so* [x](y) C:\\temp", id="harmless"),
        pytest.param("one\n  two\n\nthree", "one two three", id="one line"),
        pytest.param("Use `x` or ``y``.", "Use `x` or `y`.", id="code"),
        pytest.param("a ` b", "a \\` b", id="a lone backtick"),
        pytest.param("<b>x</b> <!-- y", "\\<b>x\\</b> \\<!-- y", id="HTML"),
        pytest.param("<https://x.y>", "\\<https://x.y>", id="an autolink"),
        pytest.param("\\* \\", "\\\\* \\\\", id="backslashes that would escape"),
    ],
)
def test_line(text: str, markdown: str) -> None:
    assert line(text) == markdown


@given(HOSTILE)
def test_a_line_stays_in_its_list_item(text: str) -> None:
    tokens = PARSER.parse(f"- first: {line(text)}\n- second\n\n# Heading")
    assert top(tokens) == ["bullet_list_open", "bullet_list_close", "heading_open", "heading_close"]
    assert [token.type for token in tokens].count("list_item_open") == 2
    assert html(tokens) == []


# -- a cell ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markdown", "escaped"),
    [
        ("a", "a"),
        ("a | b", "a \\| b"),
        ("`a | b`", "`a \\| b`"),
        ("\\\\|", "\\\\\\|"),
        ("`\\|`", "`\\\\\\|`"),
    ],
)
def test_cell(markdown: str, escaped: str) -> None:
    assert cell(markdown) == escaped


@given(HOSTILE, HOSTILE)
def test_a_row_keeps_its_cells(left: str, right: str) -> None:
    row = f"| {cell(code(left))} | {cell(line(right))} | end |"
    tokens = PARSER.parse(f"| A | B | C |\n| --- | --- | --- |\n{row}\n\nafter")
    assert top(tokens) == ["table_open", "table_close", "paragraph_open", "paragraph_close"]
    cells = [token for token in tokens if token.type == "inline"][3:-1]
    assert len(cells) == 3
    assert [child.type for child in cells[0].children or []] == ["code_inline"]
    assert cells[2].content == "end"
    assert html(tokens) == []
    assert separators(row) == 4


def separators(row: str) -> int:
    """The pipes that end a cell as `cmark-gfm` reads them, which pairs backslashes from the left."""
    count, index = 0, 0
    while index < len(row):
        count += row[index] == "|"
        index += 2 if row[index] == "\\" else 1
    return count


# -- prose ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "One line.",
        "Two\nlines.",
        "Two\n\nparagraphs.",
        "A list:\n- one\n- two\n  wrapped\n  - nested\n\n1. first\n2. second",
        "- [ ] open\n- [x] done",
        "*Emphasis*, **more**, [a link](https://x.y), `code`, 3 < 4, a|b, snake_case.",
        "Étude 日本語 😀.",
    ],
)
def test_prose_that_is_safe_is_kept(text: str) -> None:
    assert prose(text) == text


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        pytest.param("# Title\ntext", "\\# Title\ntext", id="a heading"),
        pytest.param("#hash", "#hash", id="a hash that is none"),
        pytest.param("Title\n===", "Title\n\\===", id="an underlined heading"),
        pytest.param("Title\n-", "Title\n\\-", id="underlined once"),
        pytest.param("a\n\n***\n\n- - -", "a\n\n\\***\n\n- - \\-", id="rules"),
        pytest.param("> quote", "\\> quote", id="a quote"),
        pytest.param("- # Title\n- > quote", "- \\# Title\n- \\> quote", id="inside a list"),
        pytest.param("a | b\n- | -\n1 | 2", "a | b\n- \\| -\n1 | 2", id="a table"),
        pytest.param("|a|\n|-|", "|a|\n\\|-|", id="another table"),
        pytest.param("[a]: /x\n[^1]: y", "\\[a]: /x\n\\[^1]: y", id="definitions"),
        pytest.param("<details>\nx", "\\<details>\nx", id="HTML"),
        pytest.param("see ``x`` and `y", "see `x` and \\`y", id="code"),
        pytest.param("a  \n\n\n\nb  ", "a\n\nb", id="white space"),
        pytest.param("a\r\nb\rc", "a\nb\nc", id="line breaks"),
        pytest.param("```py\nx = '# y'\n```\nend", "```py\nx = '# y'\n```\nend", id="a fence"),
        pytest.param("~~~\n```\n~~~", "````\n```\n````", id="a fence of tildes"),
        pytest.param("```sh rm -rf\nx", "```sh\nx\n```", id="a fence that is left open"),
        pytest.param("- ```\n  x", "- \\`\\`\\`\n  x", id="a fence in a list"),
        pytest.param("Example:\n    # one\n      two\n\nend", "Example:\n```\n# one\n  two\n```\nend", id="indented"),
        pytest.param("    # one\n\n    two", "```\n# one\n\ntwo\n```", id="indented from the start"),
        pytest.param("- a\n    - b\n      c", "- a\n    - b\n      c", id="a nested list is no code"),
        pytest.param("A.\n\nNote:\n    # B\n    c.\n\nD", "A.\n\nNote:\n\\# B\nc.\n\nD", id="a section of Google's"),
        pytest.param(
            "A.\n\nNote:\n    b\n\nHint:\n    c\n\nD", "A.\n\nNote:\nb\n\nHint:\nc\n\nD", id="sections below each other"
        ),
        pytest.param("Note: a.\n  b\nc", "Note: a.\nb\nc", id="a section on its line"),
        pytest.param("Notes\n-----\na.\n\nb", "Notes:\na.\n\nb", id="a section of NumPy's"),
        pytest.param("Examples\n--------\n>>> f()\n", "Examples:\n```\n>>> f()\n```", id="examples of NumPy's"),
        pytest.param("A.\n\n.. note:: a\n   b", "A.\n\nNote: a\nb", id="a directive"),
        pytest.param(
            "A.\n\nArgs:\n    x (int): B\n      b.\n    y: C", "A.\n\nArgs:\n- x (int): B\n  b.\n- y: C", id="arguments"
        ),
        pytest.param("A.\n\nReturns:\n    # B\n    c: d", "A.\n\nReturns:\n\\# B\nc: d", id="a result"),
        pytest.param('Returns:\n    {"a": 1}', 'Returns:\n```\n{"a": 1}\n```', id="code in a section"),
        pytest.param(
            "Parameters\n----------\nx : int\n    B.", "Parameters:\nx : int\n    B.", id="parameters of NumPy's"
        ),
        pytest.param(
            "A.\n\n    B:\n        c\n    ", "A.\n\nB:\n```\nc\n```", id="a docstring as it stands in the source"
        ),
        pytest.param("\n    A.\n\n    B.\n", "A.\n\nB.", id="a docstring below its quotes"),
        pytest.param("A:\n    - b\n    - c\n    ", "A:\n- b\n- c", id="a docstring whose first line ends in a colon"),
        pytest.param("- a\n  b", "- a\n  b", id="an item is indented below"),
        pytest.param("```\nnotes:\n    - a\n```", "```\nnotes:\n    - a\n```", id="a section in a fence"),
        pytest.param(">>> f('<b>')\n'# x'\n\nend", "```\n>>> f('<b>')\n'# x'\n```\nend", id="a doctest"),
    ],
)
def test_prose(text: str, markdown: str) -> None:
    assert prose(text) == markdown


@given(HOSTILE)
@example("- ~~~\n  a")
@example("1. - # a")
@example("a\n    - - -")
@example("`a\nb` <div> `c`")
def test_prose_stays_between_its_blank_lines(text: str) -> None:
    """Nothing in it is a heading, a table, a quote or HTML, and what follows is read as it is meant."""
    tokens = PARSER.parse(f"# Before\n\n{prose(text)}\n\nArguments:\n- `x`: y\n\n# After")
    kinds = [token.type for token in tokens]
    assert kinds.count("heading_open") == 2
    assert top(tokens)[:2] == ["heading_open", "heading_close"]
    assert top(tokens)[-6:] == [
        *("paragraph_open", "paragraph_close", "bullet_list_open", "bullet_list_close"),
        *("heading_open", "heading_close"),
    ]
    assert not {"table_open", "blockquote_open", "hr"} & set(kinds)
    assert html(tokens) == []


@given(HOSTILE)
def test_words_of_prose_are_all_there(text: str) -> None:
    words = "".join(character for character in text if character.isalnum())
    shown = "".join(character for character in prose(text) if character.isalnum())
    assert shown == words or "```" in text or "~~~" in text  # the info string of a fence is cut to its first word


@pytest.mark.parametrize(
    "piece", ["`", "\\", " ", "- ", "# ", "\n", "`` ` ", "    ", "|", "~", "[", "1. ", ">>> ", "note:\n ", "note\n---"]
)
def test_time_is_linear(piece: str) -> None:
    """A text of 200 kB takes a moment; with a quadratic step it would take minutes."""
    text = piece * (200_000 // len(piece))
    assert prose(text).count("\n") <= 2 * text.count("\n") + 2
    assert line(text) is not None
    assert cell(text + "|").endswith("|")
    assert code(text).startswith("`")


def normal(text: str) -> str:
    """`text` without what is no text, hides some, or shows it in another order."""
    return re.sub(f"[\ufffd{CHARACTERS}]", "", text.replace("\r", "\n"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        (
            "\U0001f469\u200d\U0001f467 \u2764\ufe0f\u200d\U0001f525",
            "\U0001f469\u200d\U0001f467 \u2764\ufe0f\u200d\U0001f525",
        ),
        ("ig\u200dnore", "ig\ufffdnore"),
        ("\u00e9\u200c\u200d\u00e9", "\u00e9\ufffd\ufffd\u00e9"),
        ("a\u200bb\u2028c\U000e0041", "a\ufffdb\ufffdc\ufffd"),
    ],
)
def test_joiners_stay_in_the_words_and_emoji_that_they_are_part_of(text: str, shown: str) -> None:
    assert clean(text) == shown


def top(tokens: list[Token]) -> list[str]:
    return [token.type for token in tokens if token.level == 0 and token.type != "inline"]


def html(tokens: list[Token]) -> list[str]:
    every = [*tokens, *(child for token in tokens for child in token.children or [])]
    return [token.content for token in every if token.type.startswith("html")]
