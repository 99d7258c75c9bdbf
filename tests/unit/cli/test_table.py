"""Rows in columns."""

from __future__ import annotations

import pytest

from toolgen.cli.table import first_line, print_table

ROWS = [("NAME", "WHAT"), ("add", "Adds."), ("日本", "x\x1by"), ("", "")]


def test_columns_are_aligned_as_they_are_seen(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(ROWS)
    assert capsys.readouterr().out.split("\n") == ["NAME  WHAT", "add   Adds.", "日本  x\\x1by", "", ""]


def test_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    print_table([])
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("is_terminal", "expected"), [(False, "n  " + "日" * 60), (True, "n  " + "日" * 18 + "…")])
def test_a_line_is_cut_where_the_terminal_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, is_terminal: bool, expected: str
) -> None:
    monkeypatch.setenv("COLUMNS", "41")
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal)
    print_table([("n", "日" * 60)])
    assert capsys.readouterr().out == f"{expected}\n"


@pytest.mark.parametrize(("text", "expected"), [("", ""), ("a", "a"), ("a\nb", "a"), ("\na", "")])
def test_first_line(text: str, expected: str) -> None:
    assert first_line(text) == expected
