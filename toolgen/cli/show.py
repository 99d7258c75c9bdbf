"""`toolgen show NAME`: one tool, as people and as models see it."""

from __future__ import annotations

import json
from pathlib import Path

import click

from toolgen.cli.project import config_option
from toolgen.cli.report import exit_code, report, shown_from_here
from toolgen.config.reading import load
from toolgen.diagnostics.render import printable
from toolgen.diagnostics.suggest import suggest
from toolgen.model.canonical import dumps
from toolgen.pipeline import analyse
from toolgen.providers import definition_for
from toolgen.views.tool import view


@click.command("show")
@click.argument("name")
@config_option
def command(name: str, start: Path) -> int:
    """Show one tool.

    Prints the signature, place and description of the tool NAME, and its definition for each provider.
    """
    config = load(start)
    analysis = analyse(config)
    tools = {tool.name: tool for tool in analysis.manifest.tools}
    if name not in tools:
        report(analysis.diagnostics, config.root)
        raise click.BadParameter(f"there is no tool `{name}`: {suggest(name, tools)}", param_hint="NAME")
    tool = tools[name]
    origin, place = tool.origin, f"{shown_from_here(config.root)(tool.span.path)}:{tool.span.line}"
    click.echo(printable(view(tool).signature))
    click.echo(printable(f"{origin.dialect} tool {origin.module}:{origin.qualname}, {place}") + "\n")
    click.echo("\n".join(map(printable, tool.description.split("\n"))))
    for target in config.targets:
        click.echo(f"\n{target}:\n{_printable_json(dumps(definition_for(target)(tool)))}", nl=False)
    diagnostics = [found for found in analysis.diagnostics if found.span.path == tool.span.path]
    report(diagnostics, config.root)
    return exit_code(diagnostics)


def _printable_json(text: str) -> str:
    """`text` with JSON's escapes for what a terminal would obey rather than show."""
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)
