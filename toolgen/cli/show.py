"""`toolgen show NAME`: one tool, as people and as models see it."""

from __future__ import annotations

from pathlib import Path

import click

from toolgen.cli.project import config_option
from toolgen.cli.report import exit_code, report, shown_from_here
from toolgen.config.reading import load
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
    click.echo(view(tool).signature)
    click.echo(f"{origin.dialect} tool {origin.module}:{origin.qualname}, {place}\n\n{tool.description}")
    for target in config.targets:
        click.echo(f"\n{target}:\n{dumps(definition_for(target)(tool))}", nl=False)
    diagnostics = [found for found in analysis.diagnostics if found.span.path == tool.span.path]
    report(diagnostics, config.root)
    return exit_code(diagnostics)
