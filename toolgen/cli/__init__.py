"""The command line: arguments in, exit code out. One file per command, loaded when it is called."""

from __future__ import annotations

import gc
import io
import os
import sys
from contextlib import suppress

import click

from toolgen import __version__
from toolgen.cli.group import CommandGroup

COMMANDS = (
    *("init", "build", "check", "list", "show", "stats", "scan", "verify", "fix", "migrate"),
    *("fixtures", "templates", "explain", "completion"),
)


@click.group("toolgen", cls=CommandGroup, names=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="toolgen %(version)s")
def cli() -> None:
    """Generate agent tool manifests, schemas, prompt docs and typed dispatch from Python source, without importing it.

    Exit codes: 0 no errors; 1 errors or stale files, with --strict warnings, too; 2 usage, configuration or internal
    failure.
    """


def main() -> None:
    """The entry point of the `toolgen` script and of `python -m toolgen`."""
    # A run is short and keeps nearly all that it allocates: the collector would search it again and again for nothing.
    gc.disable()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a description may not fit the encoding of the terminal
    try:
        cli(prog_name="toolgen")
    except SystemExit as ended:
        _leave(ended)


def _leave(ended: SystemExit) -> None:
    """End the process at once: freeing what a large build allocated, object by object, takes a tenth of its time."""
    if sys.getprofile() or sys.gettrace() or not isinstance(ended.code, int):
        raise ended
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(ended.code)
