"""Rows of text in columns."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import click

from toolgen.cli.report import terminal_width
from toolgen.diagnostics.render import fitting, printable, text_width


def print_table(rows: Iterable[Sequence[str]]) -> None:
    """Print `rows` with two spaces between columns; on a terminal, a line ends where the terminal does."""
    table = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(text_width, column)) for column in zip(*table, strict=True)]
    columns = terminal_width() if sys.stdout.isatty() else None
    for row in table:
        line = "  ".join(cell + " " * (width - text_width(cell)) for cell, width in zip(row, widths, strict=True))
        click.echo(_cut(line.rstrip(), columns))


def _cut(line: str, columns: int | None) -> str:
    if columns is None or text_width(line) <= columns:
        return line
    return line[: fitting(line, columns - 1)] + "…"


def first_line(text: str) -> str:
    return text.split("\n", 1)[0]
