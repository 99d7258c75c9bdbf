"""`toolgen list`: the tools of the project."""

from __future__ import annotations

from pathlib import Path

import click

from toolgen.cli.project import config_option, read
from toolgen.cli.report import exit_code
from toolgen.cli.table import first_line, print_table


@click.command("list")
@config_option
def command(start: Path) -> int:
    """List the tools of the project.

    Each name comes with the first line of the description. Of what is to be said only errors are: `toolgen build` and
    `toolgen check` have the rest.
    """
    _, analysis, errors = read(start)
    print_table((tool.name, first_line(tool.description)) for tool in analysis.manifest.tools)
    return exit_code(errors)
