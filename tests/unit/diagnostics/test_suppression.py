"""`# toolgen: ignore[…]`: what it silences, and what is said of it when there is nothing to silence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.suppression import apply_suppressions, suppressions
from toolgen.model.span import Span


def found(code: str, line: int, path: str = "a.py") -> Diagnostic:
    return Diagnostic(code, Span(path, line, 1), "", "")


def unused(line: int, column: int, width: int, codes: str) -> Diagnostic:
    return diagnose("TG108", Span("a.py", line, column, width), codes=codes)


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"pass # toolgen ignore[TG203]",
        b"pass # ignore[TG203]",
        b's = "# toolgen: ignore[TG203]"',
        b'"""\n# toolgen: ignore[TG203]\n"""',
        b"pass # toolgen: ignored",
        b'f"{x} # toolgen: ignore[TG203]"',
        b"\xff\xfe # toolgen: ignore[TG203]",
        b"# coding: nonsense\n# toolgen: ignore[TG203]",
        b"((( \n 'toolgen:",
    ],
)
def test_no_suppression(source: bytes) -> None:
    assert suppressions(source) == ()


@pytest.mark.parametrize(
    ("source", "place", "codes", "lines"),
    [
        ("pass # toolgen: ignore[TG203]", (1, 6, 24), ["TG203"], [1]),
        ("pass #toolgen:ignore[TG203]", (1, 6, 22), ["TG203"], [1]),
        ("pass # toolgen: ignore[TG203, TG208]", (1, 6, 31), ["TG203", "TG208"], [1]),
        ("pass # toolgen: ignore[ TG203,TG208 ,]", (1, 6, 33), ["TG203", "TG208"], [1]),
        ("pass # toolgen: ignore", (1, 6, 17), [], [1]),
        ("pass # noqa: E1 # toolgen: ignore[TG203] - why", (1, 17, 24), ["TG203"], [1]),
        ("é = 1 # toolgen: ignore[TG203]", (1, 7, 24), ["TG203"], [1]),
        ("\ufeffpass # toolgen: ignore[TG203]", (1, 6, 24), ["TG203"], [1]),
        ("pass\r\npass # toolgen: ignore[TG203]\r\n", (2, 6, 24), ["TG203"], [2]),
        # On a line of its own: the first line of code below.
        ("# toolgen: ignore[TG203]\npass", (1, 1, 24), ["TG203"], [2]),
        ("def f():\n    # toolgen: ignore[TG203]\n    # why\n\n    pass", (2, 5, 24), ["TG203"], [5]),
        ("f(\n  # toolgen: ignore[TG203]\n  1,\n  2)", (2, 3, 24), ["TG203"], [3]),
        ("# toolgen: ignore[TG203]\nx = '''\n\n'''", (1, 1, 24), ["TG203"], [2]),
        # At the end of a string of several lines: all of it.
        ('def f():\n    """a\n\n    b\n    """  # toolgen: ignore[TG208]', (5, 10, 24), ["TG208"], [2, 3, 4, 5]),
        ("x = '''\n''' + '''\n'''  # toolgen: ignore[TG208]", (3, 6, 24), ["TG208"], [1, 2, 3]),
        ("f(1,\n  2)  # toolgen: ignore[TG203]", (2, 7, 24), ["TG203"], [2]),
        # Up to the place where the file stops being Python.
        ("pass # toolgen: ignore[TG203]\nx = (", (1, 6, 24), ["TG203"], [1]),
    ],
)
def test_what_a_comment_speaks_of(source: str, place: tuple[int, int, int], codes: list[str], lines: list[int]) -> None:
    (comment,) = suppressions(source.encode())
    assert (comment.line, comment.column, comment.width) == place
    assert (list(comment.codes), list(comment.lines)) == (codes, lines)


def test_several_comments_on_several_lines() -> None:
    source = b"# toolgen: ignore[A]\n# toolgen: ignore[B]\nx = 1 # toolgen: ignore[C]\ny = 2\n# toolgen: ignore[D]\n"
    assert [(c.codes, list(c.lines)) for c in suppressions(source)] == [
        (("A",), [3]),
        (("B",), [3]),
        (("C",), [3]),
        (("D",), [6]),
    ]


@given(st.text("a#:'\"\\\n ()[]{}fé\t") | st.binary().map(lambda data: data.decode("latin-1")))
def test_no_file_makes_it_fail(text: str) -> None:
    suppressions(b"# toolgen: ignore[A]\n" + text.encode())


SOURCE = b"a = 1  # toolgen: ignore[TG203, TG204]\nb = 2\n"


@pytest.mark.parametrize(
    ("source", "before", "after"),
    [
        (b"pass", [], []),
        (b"pass", [found("TG203", 1)], [found("TG203", 1)]),
        # Silenced: the codes named, on the line, in the file.
        (SOURCE, [found("TG203", 1), found("TG204", 1)], []),
        (SOURCE, [found("TG203", 1), found("TG203", 1), found("TG204", 1)], []),
        (SOURCE, [found("TG203", 1), found("TG204", 1), found("TG205", 1)], [found("TG205", 1)]),
        (SOURCE, [found("TG203", 1), found("TG204", 1), found("TG204", 2)], [found("TG204", 2)]),
        (SOURCE, [found("TG203", 1), found("TG204", 1), found("TG203", 1, "b.py")], [found("TG203", 1, "b.py")]),
        (SOURCE, [found("TG203", 1), found("TG204", 1), found("TG203", 0)], [found("TG203", 0)]),
        # What silences nothing is said.
        (SOURCE, [], [unused(1, 8, 31, "TG203, TG204")]),
        (SOURCE, [found("TG203", 1)], [unused(1, 8, 31, "TG204")]),
        (b"pass # toolgen: ignore", [], [unused(1, 6, 17, "")]),
        (b"pass # toolgen: ignore", [found("TG203", 1)], [found("TG203", 1), unused(1, 6, 17, "")]),
        (b"pass # toolgen: ignore[TG999]", [], [unused(1, 6, 24, "TG999")]),
        # Not in a file that could not be read to its end.
        (SOURCE, [found("TG101", 2)], [found("TG101", 2)]),
    ],
)
def test_applying_suppressions(source: bytes, before: list[Diagnostic], after: list[Diagnostic]) -> None:
    assert apply_suppressions(before, {"a.py": suppressions(source)}) == after


def test_diagnostics_come_in_order_and_once() -> None:
    late, early = found("TG203", 2, "b.py"), found("TG203", 9, "a.py")
    assert apply_suppressions([late, early, late], {}) == [early, late]
