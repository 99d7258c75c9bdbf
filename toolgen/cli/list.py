"""`toolgen list`: the tools of the project."""

from __future__ import annotations

from pathlib import Path

import click

from toolgen.cli.project import config_option
from toolgen.cli.report import exit_code, report
from toolgen.cli.table import first_line, print_table
from toolgen.config.reading import load
from toolgen.pipeline import analyse


@click.command("list")
@config_option
def command(start: Path) -> int:
    """List the tools of the project.

    Each name comes with the first line of the description. Of what is to be said only errors are: `toolgen build` and
    `toolgen check` have the rest.
    """
    config = load(start)
    analysis = analyse(config)
    report(errors := [found for found in analysis.diagnostics if found.severity == "error"], config.root)
    print_table((tool.name, first_line(tool.description)) for tool in analysis.manifest.tools)
    return exit_code(errors)
