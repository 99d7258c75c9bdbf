"""What people see of a diagnostic. In the tables, `|` marks the left edge of the terminal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.diagnostics.render import TextRenderer, counted, excerpt, printable, summary, text_width
from toolgen.model.span import Span


def render(source: str, *spans: Span, width: int = 60, colour: bool = False) -> str:
    """A diagnostic at the first of `spans` in the file `source`, related to the others."""
    related = tuple((span, "the other") for span in spans[1:])
    renderer = TextRenderer(lambda _: source.split("\n"), str, width, colour)
    return renderer.render(Diagnostic("TG203", spans[0], "no description", "write one", related))


def framed(text: str) -> list[str]:
    """The lines of a triple-quoted string after their `|`."""
    return [line.partition("|")[2] for line in text.strip().split("\n")]


@pytest.mark.parametrize(
    ("source", "span", "expected"),
    [
        ("", Span("a.py"), """
            |a.py: TG203 no description
            |  help: write one
        """),
        ("def f(): ...", Span("a.py", 1, 1), """
            |a.py:1:1: TG203 no description
            |    def f(): ...
            |    ^
            |  help: write one
        """),
        ("x = 1\ndef func(): ...", Span("a.py", 2, 5, 4), """
            |a.py:2:5: TG203 no description
            |    def func(): ...
            |        ^^^^
            |  help: write one
        """),
        ("\tdef f():\t...", Span("a.py", 1, 6), """
            |a.py:1:6: TG203 no description
            |        def f():    ...
            |            ^
            |  help: write one
        """),
        ('x = "日本語", y', Span("a.py", 1, 12, 1), """
            |a.py:1:12: TG203 no description
            |    x = "日本語", y
            |                  ^
            |  help: write one
        """),
        ('x = "日本語"', Span("a.py", 1, 5, 5), """
            |a.py:1:5: TG203 no description
            |    x = "日本語"
            |        ^^^^^^^^
            |  help: write one
        """),
        ("e\u0301 = y", Span("a.py", 1, 6), """
            |a.py:1:6: TG203 no description
            |    e\u0301 = y
            |        ^
            |  help: write one
        """),
        ("a\x1b[31mb", Span("a.py", 1, 7), r"""
            |a.py:1:7: TG203 no description
            |    a\x1b[31mb
            |             ^
            |  help: write one
        """),
        # A place behind the end of the line is its end, and a width beyond it is cut.
        ("(", Span("a.py", 1, 9, 9), """
            |a.py:1:9: TG203 no description
            |    (
            |     ^
            |  help: write one
        """),
        ("ab = (", Span("a.py", 1, 6, 40), """
            |a.py:1:6: TG203 no description
            |    ab = (
            |         ^
            |  help: write one
        """),
        # A line that the file no longer has.
        ("pass", Span("a.py", 7, 1), """
            |a.py:7:1: TG203 no description
            |  help: write one
        """),
    ],
)  # fmt: skip
def test_the_text_of_a_diagnostic(source: str, span: Span, expected: str) -> None:
    assert render(source, span).split("\n") == framed(expected)


def test_related_places_are_shown_the_same_way() -> None:
    shown = render("def f(): ...\ndef g(): ...", Span("a.py", 2, 5), Span("b.py", 1, 5), Span("c.py"))
    assert shown.split("\n") == framed("""
        |a.py:2:5: TG203 no description
        |    def g(): ...
        |        ^
        |  b.py:1:5: the other
        |    def f(): ...
        |        ^
        |  c.py: the other
        |  help: write one
    """)


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (0, ["BAD01234567890…", "^^^"]),
        (10, ["…56789BAD012345…", "      ^^^"]),
        (500, ["…56789BAD012345…", "      ^^^"]),
        (990, ["…56789BAD", "      ^^^"]),
    ],
)
def test_a_long_line_is_cut_to_a_window_around_the_carets(start: int, expected: Sequence[str]) -> None:
    line = "0123456789" * (start // 10) + "BAD" + "0123456789" * ((990 - start) // 10)
    assert excerpt(line, start, 3, 16) == tuple(expected)


def test_a_long_mark_is_cut_with_the_line() -> None:
    assert excerpt("x" * 100, 10, 50, 16) == ("…xxxxxxxxxxxxxx…", "      ^^^^^^^^^")


@given(st.text("aé日\t\x1b\u0301"), st.integers(0, 80), st.integers(1, 80), st.integers(40, 60))
def test_an_excerpt_fits_and_its_carets_are_below_it(line: str, start: int, length: int, width: int) -> None:
    source, carets = excerpt(line, start, length, width)
    assert text_width(source) <= width
    assert carets.strip(" ").strip("^") == ""
    assert "^" in carets
    assert len(carets) <= text_width(source) + 1


def test_carets_stand_below_what_they_mark() -> None:
    line = "日\t日" * 40 + "X" + "日\t" * 40
    source, carets = excerpt(line, line.index("X"), 1, 50)
    assert text_width(source[: source.index("X")]) == carets.index("^")


def test_messages_are_one_line_and_cannot_steer_the_terminal() -> None:
    renderer = TextRenderer(lambda _: [])
    shown = renderer.render(Diagnostic("TG203", Span("a\n.py"), "a\nb\x1b[2J", "\u202e", ()))
    assert shown == "a\\n.py: TG203 a\\nb\\x1b[2J\n  help: \\u202e"


def test_what_can_be_fixed_says_so() -> None:
    shown = TextRenderer(lambda _: []).render(Diagnostic("TG208", Span("a.py"), "x", "y", ()))
    said = "  fix: `toolgen fix` removes the entry, or gives it the name that is meant"
    assert shown.split("\n")[1:] == ["  help: y", said]


def test_paths_are_shown_as_the_caller_wants() -> None:
    renderer = TextRenderer(lambda path: [f"line of {path}"], lambda path: f"../{path}")
    shown = renderer.render(Diagnostic("TG203", Span("a.py", 1, 1), "x", "y", ()))
    assert shown.split("\n")[:2] == ["../a.py:1:1: TG203 x", "    line of a.py"]


@pytest.mark.parametrize(("code", "colour"), [("TG203", 31), ("TG304", 33), ("TG305", 36)])
def test_colours_add_nothing_but_escapes(code: str, colour: int) -> None:
    diagnostic = Diagnostic(code, Span("a.py", 1, 1), "x", "y", ())
    shown = TextRenderer(lambda _: ["code"], colour=True).render(diagnostic)
    assert shown.split("\n") == [
        f"\x1b[1ma.py:1:1\x1b[0m: \x1b[1;{colour}m{code}\x1b[0m x",
        "    code",
        "    \x1b[32m^\x1b[0m",
        "  help: y",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", ""), ("aé日 x", "aé日 x"), ("a\tb", "a\\tb"), ("\r\n", "\\r\\n"), ("\ud800", "\\ud800"), ("\xa0", "\\xa0")],
)
def test_printable(text: str, expected: str) -> None:
    assert printable(text) == expected


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([], ""),
        ([("TG203", "a.py")], "1 error in 1 file"),
        ([("TG203", "a.py"), ("TG204", "a.py")], "2 errors in 1 file"),
        ([("TG305", "a.py"), ("TG108", "b.py"), ("TG203", "c.py")], "1 error, 1 warning, 1 note in 3 files"),
    ],
)
def test_the_summary(places: list[tuple[str, str]], expected: str) -> None:
    assert summary(Diagnostic(code, Span(path), "", "") for code, path in places) == expected


def test_counted() -> None:
    assert [counted(n, "file") for n in (0, 1, 2, 12_000)] == ["0 files", "1 file", "2 files", "12,000 files"]
