"""`toolgen completion SHELL`: the script that makes a shell complete toolgen's commands."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from toolgen.cli.report import CLEAN


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> int:
    """Print a shell's completion script.

    \b
    Enable it in the start-up file of the shell:
      bash, zsh:  eval "$(toolgen completion bash)"
      fish:       toolgen completion fish | source
    """
    completion = get_completion_class(shell)
    assert completion is not None  # noqa: S101 - click knows these three
    script = completion(ctx.find_root().command, {}, "toolgen", "_TOOLGEN_COMPLETE")
    click.echo(ShellComplete.source(script))  # that of bash starts a process, to ask for its version
    return CLEAN
