"""`toolgen templates export`: toolgen's own templates, for a project to change."""

from __future__ import annotations

import os
from pathlib import Path

import click

from toolgen.cli.project import config_option
from toolgen.cli.report import CLEAN, shown_from_here
from toolgen.config.document import check_inside
from toolgen.config.reading import load
from toolgen.emit.templates import NAMES, PARTS, own_templates
from toolgen.reading import read


@click.group("templates", no_args_is_help=False)
def command() -> None:
    """Take over the templates of the generated files."""


@command.command("export")
@click.argument("folder", metavar="[DIR]", type=click.Path(file_okay=False, path_type=Path), required=False)
@click.option("--force", is_flag=True, help="Overwrite templates that are there and differ.")
@config_option
def export(folder: Path | None, start: Path, force: bool) -> int:
    """Write toolgen's own templates into DIR.

    That is a folder of the project: by default the configured one, or `templates`. Keep those that you change, and
    name the folder in the configuration: `templates = "DIR"`.
    """
    config = load(start)
    folder = Path(os.path.normpath(folder.absolute())) if folder else config.root / (config.templates or "templates")
    _stay_inside(config.root, folder)
    texts = {folder.relative_to(config.root) / name: text.encode() for name, text in own_templates().items()}
    there = ((path, config.root / path, text) for path, text in texts.items())
    differing = [path for path, place, text in there if place.exists() and read(place) != text]
    shown = shown_from_here(config.root)
    if differing and not force:
        names = ", ".join(shown(path.as_posix()) for path in differing)
        raise click.UsageError(f"{names}: there is another file already; --force overwrites it")
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        (config.root / path).write_bytes(text)
        click.echo(shown(path.as_posix()))
    return CLEAN


def _stay_inside(root: Path, folder: Path) -> None:
    """Raises BadParameter for a folder outside of `root`, ConfigError with TG010 where links lead out of it."""
    if not folder.is_relative_to(root):
        raise click.BadParameter("it is outside the project", param_hint="DIR")
    check_inside(root, [folder, *(folder / name for name in (*NAMES, *PARTS))])
