"""`toolgen stats`: what the tools cost a model, and what would save some of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import click

from toolgen.call_syntax import call_syntax
from toolgen.cli.project import config_option, read
from toolgen.cli.report import exit_code
from toolgen.cli.table import print_table
from toolgen.diagnostics.render import counted
from toolgen.model.canonical import json_bytes
from toolgen.model.json_values import Json
from toolgen.providers import TARGETS
from toolgen.stats.fields import FIELDS, Size
from toolgen.stats.report import Stats, TargetStats, stats
from toolgen.stats.tokens import ENCODING, ERROR, counter

_Table: TypeAlias = "tuple[Sequence[str], Sequence[Sequence[str | int]]]"
"""The head and the rows of a table."""


@click.command("stats")
@click.option("--target", "targets", multiple=True, type=click.Choice(TARGETS), help="Instead of the configured ones.")
@click.option("--top", type=click.IntRange(0), default=10, show_default=True, help="How many tools and fields to list.")
@click.option("--json", "is_json", is_flag=True, help="Print all of it as JSON.")
@config_option
def command(start: Path, targets: Sequence[str], top: int, is_json: bool) -> int:
    """Say what the tools cost a model.

    Prints bytes and tokens by target, field and tool, the largest fields, and what would save tokens. Tokens are
    counted where the extra `tokens` is installed, and else estimated.
    """
    config, analysis, errors = read(start)
    manifest = analysis.manifest
    syntax = call_syntax(**{"name": "json", **manifest.call_syntax}, tools=manifest.tools)
    chosen = {name: config.targets.get(name) for name in targets or config.targets}
    found = stats(manifest.tools, chosen, syntax, counter(), manifest.input_examples)
    if is_json:
        click.echo(json_bytes(_document(found)), nl=False)  # the same bytes on every system
    elif manifest.tools:
        _print(found, counted(len(manifest.tools), "tool"), top)
    else:
        click.echo("no tools were found", err=True)
    return exit_code(errors)


def _document(found: Stats) -> Json:
    return {
        "encoding": ENCODING,
        "is_estimated": not found.is_exact,
        "targets": {one.target: _target(one) for one in found.targets},
        "prompts": {notation: _size(size) for notation, size in found.prompts.items()},
    }


def _target(one: TargetStats) -> Json:
    return {
        **_size(one.size),
        "estimate": one.estimate,
        "fields": {field: _size(size) for field, size in one.fields.items()},
        "tools": {
            name: {**_size(one.of(name)), "fields": {field: _size(size) for field, size in fields.items()}}
            for name, fields in one.tools.items()
        },
        "largest": [{"tool": part.tool, "field": part.place, **_size(part.size)} for part in one.largest],
        "savings": [{"measure": s.measure, "loses": s.loses, **_size(s.size)} for s in one.savings],
        "deferred": {category: _size(size) for category, size in one.deferred.items()},
    }


def _size(size: Size) -> dict[str, int]:
    return {"bytes": size.bytes, "tokens": size.tokens}


def _print(found: Stats, tools: str, top: int) -> None:
    off = f"{100 * abs(found.error):.1f} % too {'high' if found.error > 0 else 'low'}"
    how = f"counted (the estimate is {off})" if found.is_exact else f"estimated ({ERROR})"
    click.echo(f"{tools}; tokens of {ENCODING}, {how}\n")
    print_table([("TARGET", "BYTES", "TOKENS", *map(str.upper, FIELDS)), *map(_row, found.targets)])
    for table in (_tools, _savings, _deferred):
        _print_below(*table(found.targets, top))
    for one in found.targets:
        rows = [(f"{part.tool}: {part.place}", part.size.tokens) for part in one.largest[: top or None]]
        _print_below((f"LARGEST FIELDS, {one.target}", "TOKENS"), rows)
    _print_below(("IN A PROMPT, notation", "TOKENS"), [(name, size.tokens) for name, size in found.prompts.items()])


def _row(one: TargetStats) -> Sequence[str | int]:
    return (one.target, one.size.bytes, one.size.tokens, *(size.tokens for size in one.fields.values()))


def _tools(targets: Sequence[TargetStats], top: int) -> _Table:
    """Tokens by tool and target, the largest first."""
    tokens = {name: [one.of(name).tokens for one in targets] for name in (targets[0].tools if targets else ())}
    largest = sorted(tokens, key=lambda name: (-max(tokens[name]), name))
    return ("TOOL", *(one.target for one in targets)), [(name, *tokens[name]) for name in largest[: top or None]]


def _savings(targets: Sequence[TargetStats], _: int) -> _Table:
    """What each measure saves; one that saves nothing anywhere is not told."""
    rows = [
        (same[0].measure, *(saving.size.tokens for saving in same), f"without {same[0].loses}" if same[0].loses else "")
        for same in zip(*(one.savings for one in targets), strict=True)
        if any(saving.size.tokens for saving in same)
    ]
    return ("WOULD SAVE", *(one.target for one in targets), ""), rows


def _deferred(targets: Sequence[TargetStats], _: int) -> _Table:
    """What deferring the tools of each category saves, where there are several."""
    categories = [*targets[0].deferred] if targets else []
    several = categories if len(categories) > 1 else []
    rows: list[Sequence[str | int]] = [
        (name or "without one", *(one.deferred[name].tokens for one in targets)) for name in several
    ]
    return ("DEFERRED, by category", *(one.target for one in targets)), rows


def _print_below(head: Sequence[str], rows: Sequence[Sequence[str | int]]) -> None:
    """A table below another one; nothing where there are no rows."""
    if rows:
        click.echo()
        print_table([head, *rows])
