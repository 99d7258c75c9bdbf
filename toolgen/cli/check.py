"""`toolgen check`: say which generated files are stale, and write nothing."""

from __future__ import annotations

from pathlib import Path

import click

from toolgen.cli.diff import print_diff
from toolgen.cli.project import config_option, planned, told
from toolgen.cli.report import exit_code, report, shown_from_here, strict_option
from toolgen.config.reading import load
from toolgen.diagnostics.diagnostic import has_errors
from toolgen.diagnostics.render import counted, printable
from toolgen.output.files import OF_FILES, State

_STALE: dict[State, str] = {
    "created": "is missing",
    "changed": "is out of date",
    "orphaned": "is no longer generated",
    "edited": "was edited by hand",
}


@click.command("check")
@strict_option
@config_option
def command(start: Path, strict: bool) -> int:
    """Fail if the generated files are stale.

    Shows what a build would change, and writes nothing.
    """
    config = load(start)
    analysis, plan = planned(config)
    report(plan.diagnostics, config.root)
    if has_errors(found for found in plan.diagnostics if found.code not in OF_FILES):
        click.echo("the generated files were not compared", err=True)
        return exit_code(plan.diagnostics, strict=strict)
    shown = shown_from_here(config.root)
    stale = plan.having(*_STALE)
    for file in stale:
        click.echo(printable(f"{shown(f'{config.output}/{file.name}')} {_STALE[file.state]}"))
        print_diff(plan.diff(file))
    if stale:
        build = "toolgen build --force" if plan.having("edited") else "toolgen build"
        click.echo(f"{counted(len(stale), 'file')} to bring up to date: run `{build}`")
    elif not has_errors(plan.diagnostics):
        click.echo(printable(f"{shown(config.output)}/ is up to date ({told(analysis.manifest)})"))
    return exit_code(plan.diagnostics, strict=strict, stale=len(stale))
