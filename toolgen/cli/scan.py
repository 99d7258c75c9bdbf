"""`toolgen scan PATH…`: the tools in any source, without configuration."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from toolgen.cli.report import exit_code, report, shown_from_here, strict_option
from toolgen.cli.table import first_line, print_table
from toolgen.config.config import Config
from toolgen.model.manifest import Manifest
from toolgen.pipeline import analyse


@click.command("scan")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--format", "format_", type=click.Choice(["table", "json"]), default="table", help="json is the manifest."
)
@click.option(
    "--python",
    metavar="EXE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The interpreter in whose environment third-party classes are looked up. It is not run.",
)
@click.option(
    "--search-path",
    metavar="DIR",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder in which third-party classes are looked up first; may be given several times.",
)
@strict_option
def command(paths: Sequence[Path], format_: str, python: Path | None, search_path: Sequence[Path], strict: bool) -> int:
    """List the tools in any source.

    Finds the tools of every known framework in the files and folders PATH. No configuration is read.
    """
    config = _config(paths, python, search_path)
    analysis = analyse(config)
    if format_ == "json":
        from toolgen.model.canonical import json_bytes
        from toolgen.model.manifest_codec import encode

        click.echo(json_bytes(encode(analysis.manifest)), nl=False)  # the same bytes on every system
    else:
        _print_tools(analysis.manifest, config.root)
    report(analysis.diagnostics, config.root)
    return exit_code(analysis.diagnostics, strict=strict)


def _config(paths: Sequence[Path], python: Path | None, search_path: Sequence[Path]) -> Config:
    """The defaults, with nothing written: paths are relative to the current folder, or to the nearest one above all."""
    sources, here = [path.resolve() for path in paths], Path.cwd().resolve()
    root = here
    if not all(source.is_relative_to(here) for source in sources):
        root = Path(os.path.commonpath([source if source.is_dir() else source.parent for source in sources]))
    return Config(
        root,
        paths=tuple(source.relative_to(root).as_posix() for source in sources),
        output="",
        targets={},
        python=str(python.absolute()) if python else None,
        search_path=tuple(str(folder.resolve()) for folder in search_path),
    )


def _print_tools(manifest: Manifest, root: Path) -> None:
    if not manifest.tools:
        click.echo("no tools were found", err=True)
        return
    shown = shown_from_here(root)
    rows = (
        (tool.name, tool.origin.dialect, f"{shown(tool.span.path)}:{tool.span.line}", first_line(tool.description))
        for tool in manifest.tools
    )
    print_table([("NAME", "DIALECT", "PLACE", "DESCRIPTION"), *rows])
