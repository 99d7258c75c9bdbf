"""Rows of text in columns."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import click

from toolgen.cli.report import terminal_width
from toolgen.diagnostics.render import fitting, printable, text_width


def print_table(rows: Iterable[Sequence[str | int]]) -> None:
    """Print `rows` with two spaces between columns, numbers at the right; a terminal's width cuts them."""
    table = [*rows]
    shown = [_aligned(column) for column in zip(*table, strict=True)]
    columns = terminal_width() if sys.stdout.isatty() else None
    for cells in zip(*shown, strict=True):
        click.echo(_cut("  ".join(cells).rstrip(), columns))


def _aligned(column: Sequence[str | int]) -> list[str]:
    texts = [f"{cell:,}" if isinstance(cell, int) else printable(cell) for cell in column]
    widths = [*map(text_width, texts)]
    most = max(widths)
    spaces = [" " * (most - width) for width in widths]
    is_right = any(isinstance(cell, int) for cell in column)
    return [space + text if is_right else text + space for text, space in zip(texts, spaces, strict=True)]


def _cut(line: str, columns: int | None) -> str:
    if columns is None or text_width(line) <= columns:
        return line
    return line[: fitting(line, columns - 1)] + "…"


def first_line(text: str) -> str:
    return text.split("\n", 1)[0]
