"""What the commands that change source share: a plan is shown, or carried out."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from toolgen.cli.diff import print_diff
from toolgen.cli.report import exit_code, report, shown_from_here
from toolgen.config.config import Config
from toolgen.diagnostics.render import counted, printable
from toolgen.output.sources import remove_leftovers, replace_all
from toolgen.output.unified_diff import unified_diff
from toolgen.project.search import Search
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.planning import RewritePlan, plan
from toolgen.syntax.source import decode

diff_option = click.option(
    "--diff/--write", "is_shown", default=True, help="Show the changes, which is the default, or make them."
)


def planned(config: Config, codemods: Sequence[Codemod]) -> RewritePlan:
    """The plan of `codemods`; how far it is stands in the last line of a terminal until it is made."""
    if not sys.stderr.isatty():
        return plan(config, codemods)
    try:
        return plan(config, codemods, _tell)
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


def _tell(what: str, done: int, of: int) -> None:
    click.echo(f"\r\x1b[K{what}{f': {done} of {of}' if of else ''}…", nl=False, err=True)


def carry_out(plan: RewritePlan, config: Config, *, is_shown: bool) -> int:
    """Show the diffs of `plan`, or write its files; the exit code is 1 for errors, and where a diff was shown."""
    return _shown(plan) if is_shown else _written(plan, config)


def _shown(plan: RewritePlan) -> int:
    for file in plan.files:
        print_diff(unified_diff(file.path, decode(file.old), decode(file.new), is_whole=True))
    report(plan.diagnostics, plan.root)
    if plan.files:
        click.echo(f"{counted(len(plan.files), 'file')} to change: run it again with `--write`", err=True)
    return exit_code(plan.diagnostics, stale=len(plan.files), staleness="to change")


def _written(plan: RewritePlan, config: Config) -> int:
    report(plan.diagnostics, plan.root)  # which shows the lines as they were
    remove_leftovers(plan.root, Search(config).paths)
    files = {file.path: (file.old, file.new) for file in plan.files}
    refused = replace_all(plan.root, files, config.max_file_size)
    report(refused, plan.root)
    shown = shown_from_here(plan.root)
    for file in () if refused else plan.files:
        click.echo(printable(f"{shown(file.path)}: {', '.join(file.codes)}"))
    changed = 0 if refused else len(plan.files)
    click.echo(f"{counted(changed, 'file')} changed")
    return exit_code([*plan.diagnostics, *refused])
