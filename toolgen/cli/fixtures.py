"""`toolgen fixtures`: the examples of tools as a model would call them, for tests with a scripted model."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from toolgen.call_syntax import call_syntax
from toolgen.call_syntax.message import ToolCall
from toolgen.call_syntax.syntax import CallSyntax
from toolgen.cli.project import check_known, config_option, read
from toolgen.cli.report import exit_code
from toolgen.diagnostics.render import printable
from toolgen.model.canonical import json_bytes
from toolgen.model.json_values import Json
from toolgen.model.tool import ToolSpec


@click.command("fixtures")
@click.argument("names", metavar="[NAME...]", nargs=-1)
@click.option("--syntax", metavar="NAME", help="How calls are written, unless as configured: `json`, `xml`, `line`, …")
@click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", help="json has each by itself."
)
@config_option
def command(names: Sequence[str], syntax: str | None, format_: str, start: Path) -> int:
    """Print what a scripted model would answer.

    These are the examples of the tools NAME, or of all, as calls. In json each has its name, arguments and text.
    """
    config, analysis, errors = read(start)
    tools = {tool.name: tool for tool in analysis.manifest.tools}
    check_known(names, tools, "NAME")
    chosen = [tools[name] for name in dict.fromkeys(names)] or [*tools.values()]
    fixtures = [*_fixtures(chosen, _syntax({"name": syntax} if syntax else config.syntax, chosen))]
    if not fixtures:
        click.echo("no examples were found: `@tool(examples=[{…}])` declares them", err=True)
    if format_ == "json":
        click.echo(json_bytes(fixtures), nl=False)
    else:
        click.echo("\n\n".join(map(_shown, fixtures)), nl=bool(fixtures))
    return exit_code(errors)


def _syntax(chosen: Mapping[str, str], tools: Sequence[ToolSpec]) -> CallSyntax:
    try:
        return call_syntax(**{"name": "json", **chosen}, tools=tools)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--syntax") from None


def _fixtures(tools: Sequence[ToolSpec], syntax: CallSyntax) -> Iterator[dict[str, Json]]:
    """Each example as a call; what the syntax has no form for is told."""
    for tool in tools:
        for number, example in enumerate(tool.examples, 1):
            try:
                text = syntax.render(ToolCall(tool.name, example))
            except ValueError as error:
                click.echo(printable(f"example {number} of {tool.name} is left out: {error}"), err=True)
            else:
                yield {"name": tool.name, "arguments": example, "text": text}


def _shown(fixture: Mapping[str, Json]) -> str:
    """The text as it is for a parser; safe to look at for a terminal."""
    text: str = fixture["text"]
    return "\n".join(map(printable, text.split("\n"))) if sys.stdout.isatty() else text
