"""`toolgen explain CODE`: the long form of a diagnostic."""

from __future__ import annotations

from string import Formatter

import click

from toolgen.cli.report import CLEAN
from toolgen.diagnostics.codes import CODES
from toolgen.diagnostics.suggest import suggest


@click.command("explain")
@click.argument("code")
def command(code: str) -> int:
    """Explain a diagnostic.

    Prints what CODE, such as TG203, means, how to mend it, and how to suppress it.
    """
    entry = CODES.get(code.upper())
    if entry is None:
        raise click.BadParameter(f"there is no `{code}`: {suggest(code.upper(), CODES)}", param_hint="CODE")
    click.echo(f"{entry.id}: {entry.title} ({entry.severity})\n\n{entry.explanation}\n")
    click.echo(f"Message:  {_shown(entry.message)}\nHelp:     {_shown(entry.help)}")
    if entry.fix:
        click.echo(f"Fix:      `toolgen fix --select {entry.id}` {entry.fix}")
    # What is wrong with the configuration, generated files, a target or a change is as wrong with a comment.
    if not entry.id.startswith(("TG0", "TG4", "TG5", "TG6")):
        click.echo(f"Suppress: # toolgen: ignore[{entry.id}] on the line, or on a line of its own above it")
    return CLEAN


def _shown(template: str) -> str:
    """`template` with capitals for what a message has in its place: `the tool TOOL`."""
    return "".join(text + (name or "").upper() for text, name, _, _ in Formatter().parse(template))
