"""A unified diff on stdout."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from toolgen.cli.report import in_colour
from toolgen.diagnostics.render import printable
from toolgen.model.unsafe import escaped

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def print_diff(lines: Iterable[str]) -> None:
    """For `patch`, and in colour for a terminal; safe to look at for both, as all that is generated is."""
    is_coloured = in_colour(sys.stdout)
    for line in lines:
        coloured = click.style(printable(line.expandtabs(4)), fg=_COLOURS.get(line[:1]))
        click.echo(coloured if is_coloured else escaped(line))
