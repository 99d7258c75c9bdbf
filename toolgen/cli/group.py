"""The group of commands: loads a command when it is called, and turns its result or failure into an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from toolgen.cli.report import FAILURE, exit_code, report
from toolgen.config.document import ConfigError
from toolgen.diagnostics.net import reason
from toolgen.diagnostics.render import printable
from toolgen.diagnostics.suggest import suggest

INTERRUPTED = 130
"""128 + SIGINT, as shells report a program that Ctrl-C ended."""
BROKEN_PIPE = 141
"""128 + SIGPIPE: the reader of the output has seen enough, as in `toolgen list | head -1`."""


class CommandGroup(click.Group):
    """The commands `names`: each is `command` in the module of its name in `toolgen.cli`, and returns its exit code."""

    def __init__(self, *arguments: Any, names: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._names = names

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        return list(self._names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self._names:
            return None
        command: click.Command = import_module(f"toolgen.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not ctx.resilient_parsing and name not in self._names and not name.startswith("-"):
            ctx.fail(f"there is no command `{name}`: {suggest(name, self._names)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> None:
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except click.exceptions.Exit:
            raise
        except click.ClickException as error:
            error.message = printable(error.message)  # type: ignore[misc]
            raise
        except KeyboardInterrupt:
            click.echo("toolgen: interrupted", err=True)
            code = INTERRUPTED
        except BrokenPipeError:
            # What is still buffered must not fail once more when the process ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = BROKEN_PIPE
        except Exception as error:
            code = _failed(error)
        ctx.exit(code)


def _failed(error: Exception) -> int:
    """Say in one line why there is no result. `TOOLGEN_DEBUG=1` shows the traceback of what is not foreseen."""
    if isinstance(error, ConfigError):
        report(error.diagnostics, error.root)
        return exit_code(error.diagnostics)
    if os.environ.get("TOOLGEN_DEBUG"):
        traceback.print_exception(error)
    if isinstance(error, OSError):
        click.echo(printable(f"toolgen: {error}"), err=True)
        return FAILURE
    why = printable(reason(error))
    click.echo(f"toolgen: internal error: {why}; please report it with what TOOLGEN_DEBUG=1 shows", err=True)
    return FAILURE
