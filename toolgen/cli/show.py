"""`toolgen show NAME`: one tool, as people and as models see it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from toolgen.cli.project import check_known, config_option
from toolgen.cli.report import exit_code, report, shown_from_here
from toolgen.config.reading import load
from toolgen.diagnostics.diagnostic import Diagnostic, errors_in
from toolgen.diagnostics.render import printable
from toolgen.model.canonical import dumps
from toolgen.model.manifest import SkippedTool
from toolgen.pipeline import analyse
from toolgen.providers import projected
from toolgen.runtime.trust import digests
from toolgen.views.tool import view

_INDENT = "  "
"""Stands before what the author of a tool wrote: no line of it looks like one of toolgen's."""


@click.command("show")
@click.argument("name")
@config_option
def command(name: str, start: Path) -> int:
    """Show one tool.

    Prints the signature, place, digest and description of the tool NAME, and its definition for each provider. The
    digest is what `Toolbox.load(…, trust={NAME: …})` pins.
    """
    config = load(start)
    analysis = analyse(config)
    tools = {tool.name: tool for tool in analysis.manifest.tools}
    if name not in tools:
        skipped = {one.name: one for one in analysis.manifest.skipped}
        if name in skipped:
            return _show_skipped(skipped[name], analysis.diagnostics, config.root)
        report(errors_in(analysis.diagnostics), config.root)
        check_known([name], [*tools, *skipped], "NAME")
    tool = tools[name]
    origin, place = tool.origin, f"{shown_from_here(config.root)(tool.span.path)}:{tool.span.line}"
    click.echo(printable(view(tool).signature))
    click.echo(printable(f"{origin.dialect} tool {origin.module}:{origin.qualname}, {place}"))
    click.echo(f"digest {digests([tool])[name]}\n")
    click.echo("\n".join(f"{_INDENT}{printable(line)}".rstrip() for line in tool.description.split("\n")))
    for target, options in config.targets.items():
        projection = projected(target, analysis.manifest.tools, config.input_examples, options)
        click.echo(f"\n{target}:\n{_printable_json(dumps(projection.definitions[name]))}", nl=False)
        for loss in (one for one in projection.losses if one.tool == name):
            click.echo(printable(f"  {loss}"))
    errors = errors_in(found for found in analysis.diagnostics if found.span.path == origin.path)
    report(errors, config.root)
    return exit_code(errors)


def _show_skipped(tool: SkippedTool, diagnostics: Sequence[Diagnostic], root: Path) -> int:
    """Say that `tool` is left out, and why: with the diagnostics of its module, or else all, that have its codes."""
    click.echo(printable(f"{tool.module}:{tool.qualname} is left out: {', '.join(tool.codes)}"))
    path = tool.module.replace(".", "/")
    why = [found for found in diagnostics if found.code in tool.codes]
    here = [found for found in why if any(map(found.span.path.endswith, (f"{path}.py", f"{path}/__init__.py")))]
    report(here or why, root)
    return exit_code(here or why)


def _printable_json(text: str) -> str:
    """`text` with JSON's escapes for what a terminal would obey rather than show."""
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)
