"""Diagnostics on stderr, and the exit code that they make."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import TextIO

import click

from toolgen.diagnostics.diagnostic import Diagnostic, has_errors, has_warnings
from toolgen.diagnostics.render import TextRenderer, counted, summary
from toolgen.reading import read

CLEAN, FINDINGS, FAILURE = 0, 1, 2
"""Exit codes: no errors; errors or stale files; usage, configuration or internal failure."""

strict_option = click.option("--strict", is_flag=True, help="Warnings make the exit code 1, too.")


def report(diagnostics: Sequence[Diagnostic], root: Path) -> None:
    """Print `diagnostics`, whose paths are relative to `root`, and their number. Nothing is printed for none."""
    if not diagnostics:
        return
    renderer = TextRenderer(_source_lines(root), shown_from_here(root), terminal_width(), in_colour(sys.stderr))
    for diagnostic in diagnostics:
        click.echo(renderer.render(diagnostic), err=True)
    click.echo(summary(diagnostics), err=True)


def exit_code(
    diagnostics: Sequence[Diagnostic], *, strict: bool = False, stale: int = 0, staleness: str = "stale"
) -> int:
    """The exit code, which the last line explains if anything was said; `staleness` is said of `stale` files."""
    code, why = _verdict(diagnostics, strict, stale, staleness)
    if diagnostics or code:
        click.echo(f"exit code {code}: {why}", err=True)
    return code


def _verdict(diagnostics: Sequence[Diagnostic], strict: bool, stale: int, staleness: str) -> tuple[int, str]:
    if any(diagnostic.code.startswith("TG0") for diagnostic in diagnostics):
        return FAILURE, "there is no valid configuration"
    if any(diagnostic.code == "TG412" and diagnostic.severity == "error" for diagnostic in diagnostics):
        return FAILURE, "this is an error in toolgen"
    if has_errors(diagnostics):
        return FINDINGS, "there are errors"
    if stale:
        return FINDINGS, f"{counted(stale, 'file')} {staleness}"
    if not has_warnings(diagnostics):
        return CLEAN, "notes are no errors"
    return (FINDINGS, "there are warnings, and --strict") if strict else (CLEAN, "warnings are no errors")


def shown_from_here(root: Path) -> Callable[[str], str]:
    """A function from paths relative to `root` to paths relative to the current folder, which terminals can open."""
    try:
        prefix = os.path.relpath(root)
    except ValueError:  # another drive of Windows
        prefix = str(root)
    return lambda path: PurePath(prefix, path).as_posix()


def terminal_width() -> int:
    """In columns, and at least 40."""
    import shutil  # loads every compression module: not for a clean run

    return max(40, shutil.get_terminal_size((100, 24)).columns)


def in_colour(stream: TextIO) -> bool:
    """Whether `stream` is a terminal and `NO_COLOR` is not set (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def _source_lines(root: Path) -> Callable[[str], list[str]]:
    @cache
    def lines(path: str) -> list[str]:
        from toolgen.syntax.source import UndecodableError, decode  # a clean run shows none

        try:
            source = read(root / path)
        except OSError:
            return []
        try:
            return decode(source).split("\n")
        except UndecodableError:
            return source.decode("utf-8", "replace").split("\n")

    return lines
