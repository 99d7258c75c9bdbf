"""`toolgen build`: write the generated files."""

from __future__ import annotations

from pathlib import Path

import click

from toolgen.cli.project import config_option, planned, told
from toolgen.cli.report import exit_code, report, shown_from_here, strict_option
from toolgen.config.reading import load
from toolgen.diagnostics.diagnostic import has_errors
from toolgen.diagnostics.render import counted, printable
from toolgen.output.files import Plan
from toolgen.output.writing import apply


@click.command("build")
@click.option("--force", is_flag=True, help="Overwrite generated files that were edited by hand.")
@click.option("--digest", "has_digest", is_flag=True, help="Print the digest of all tools, for `trust=` at run time.")
@strict_option
@config_option
def command(start: Path, force: bool, has_digest: bool, strict: bool) -> int:
    """Write the generated files.

    Files that are no longer generated are removed. With an error nothing is written.
    """
    config = load(start)
    analysis, plan = planned(config, force=force)
    diagnostics = apply(plan)
    report(diagnostics, config.root)
    if has_errors(diagnostics):
        click.echo("nothing was written", err=True)
    else:
        place = shown_from_here(config.root)(config.output)
        click.echo(printable(f"{_done(plan)} in {place}/ ({told(analysis.manifest)})"))
        if has_digest:
            from toolgen.runtime.trust import digest  # few ask for it

            click.echo(f"digest {digest(analysis.manifest.tools)}")
    return exit_code(diagnostics, strict=strict)


def _done(plan: Plan) -> str:
    """`wrote 3 files, 6 unchanged, 1 removed`."""
    done = f"wrote {counted(len(plan.having('created', 'changed')), 'file')}"
    same, removed = len(plan.having("unchanged")), len(plan.having("orphaned"))
    return done + (f", {same:,} unchanged" if same else "") + (f", {removed:,} removed" if removed else "")
