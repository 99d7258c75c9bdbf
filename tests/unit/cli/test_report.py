"""Diagnostics on stderr: their source lines, their paths, and the exit code that they make."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolgen.cli.report import exit_code, report, shown_from_here
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.model.span import Span


def found(code: str, *place: int) -> Diagnostic:
    return Diagnostic(code, Span("a.py", *place), "message", "help")


@pytest.mark.parametrize(
    ("source", "line", "expected"),
    [
        (b"one\r\ntwo\rthree\n", 3, "three"),
        (b"a\x0cb\nc\x0bd\n", 2, "c\\x0bd"),
        (b"# coding: latin-1\n# \xe9", 2, "# é"),
        (b"# caf\xe9", 1, "# caf\ufffd"),
        (b"# coding: nonsense\nx", 2, "x"),
    ],
)
def test_source_lines_are_as_python_counts_and_decodes_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], source: bytes, line: int, expected: str
) -> None:
    (tmp_path / "a.py").write_bytes(source)
    report([found("TG203", line, 1)], tmp_path)
    assert capsys.readouterr().err.split("\n")[1].strip() == expected


def test_a_file_that_is_gone_has_no_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report([found("TG203", 1, 1)], tmp_path)
    assert capsys.readouterr().err.split("\n")[1:] == ["  help: help", "1 error in 1 file", ""]


def test_nothing_is_printed_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report([], tmp_path)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("root", "expected"), [("x/y", "a/b.py"), ("x", "../a/b.py"), ("x/y/z", "z/a/b.py"), ("w", "../../w/a/b.py")]
)
def test_paths_are_relative_to_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: str, expected: str
) -> None:
    (tmp_path / "x" / "y").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "x" / "y")
    assert shown_from_here(tmp_path / root)("a/b.py") == expected


@pytest.mark.parametrize(
    ("codes", "expected"),
    [([], 0), (["TG305"], 0), (["TG108"], 0), (["TG305", "TG203"], 1), (["TG401"], 1), (["TG203", "TG006"], 2)],
)
def test_the_exit_code(codes: list[str], expected: int) -> None:
    assert exit_code([found(code) for code in codes]) == expected
