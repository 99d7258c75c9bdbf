"""`toolgen migrate`: turn other declarations of tools into toolgen's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from toolgen.cli.project import config_option
from toolgen.cli.rewriting import carry_out, diff_option, planned
from toolgen.config.config import Config
from toolgen.config.reading import load
from toolgen.diagnostics.render import counted
from toolgen.diagnostics.suggest import suggest
from toolgen.frameworks.plugins import in_use
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.pipeline import Analysis
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.migrations.counterparts import target_of
from toolgen.rewrite.migrations.declarations import migrating
from toolgen.rewrite.migrations.decorate import decorating, fits_any
from toolgen.rewrite.migrations.frameworks import declaring
from toolgen.rewrite.migrations.hand_written.steps import BUILT, LAST, hand_written
from toolgen.rewrite.migrations.sources import SOURCES

_FROM = f"Make `@tool` of its declarations: mcp, langchain, …; or one of {', '.join(SOURCES)}."


@click.command("migrate")
@click.option("--from", "source", metavar="FRAMEWORK", help=_FROM)
@click.option("--to", "target", metavar="FRAMEWORK", help="Declare what has `@tool` to a framework: mcp, langchain, …")
@click.option("--server", metavar="MODULE:NAME", default="", help="With --to: the object whose method declares tools.")
@click.option("--decorate", metavar="PATTERN", help="Put `@tool` on the public functions that match, as 'app.tools.*'.")
@click.option("--step", type=click.IntRange(1, LAST), help="With `--from hand-written`: go no further than this step.")
@diff_option
@config_option
def command(
    start: Path,
    source: str | None,
    target: str | None,
    server: str,
    decorate: str | None,
    step: int | None,
    is_shown: bool,
) -> int:
    """Declare tools in another way.

    Makes `@tool` of what a framework declares, or the other way.

    Shows a diff, and writes nothing without --write. The exit code of a diff is 1 where there is something to change.
    """
    if sum(one is not None for one in (source, target, decorate)) != 1:
        raise click.UsageError("give one of `--from`, `--to` and `--decorate`")
    if server and target is None:
        raise click.UsageError("`--server` goes with `--to`")
    if step is not None and source != "hand-written":
        raise click.UsageError("`--step` is of `--from hand-written`")
    config = load(start)
    if target is not None:
        codemod = declaring(_known("--to", target, config), server)
    else:
        codemod = decorating(decorate) if decorate else _from(source or "", step, config)
    made = planned(config, [codemod])
    if decorate is not None and not made.files:
        _check_fits(made.analysis, config, decorate)
    if not (made.files or made.diagnostics):
        click.echo(f"nothing to change: {_unfound(made.analysis, source, target)}", err=True)
    code = carry_out(made, config, is_shown=is_shown)
    if not (is_shown or code or BUILT.isdisjoint(done for file in made.files for done in file.codes)):
        click.echo("run `toolgen build` next: it writes what the program calls from step 3 on", err=True)
    return code


def _check_fits(analysis: Analysis, config: Config, pattern: str) -> None:
    if not fits_any(pattern, analysis, config):
        what = "`app.tools.*` are the functions of the module `app.tools`, and `app.**.*` those of all modules in `app`"
        raise click.BadParameter(f"no public function fits `{pattern}`: {what}", param_hint="--decorate")


def _unfound(analysis: Analysis, source: str | None, target: str | None) -> str:
    """What an option looks for, of which nothing is left, or nothing was there."""
    if source is None:
        return f"it looks for {'functions without `@tool`' if target is None else 'tools with `@tool`'}"
    if source in SOURCES:
        return f"it looks for {SOURCES[source].sought}"
    declared = Counter(tool.origin.dialect for tool in analysis.manifest.tools if tool.origin.dialect != TOOLGEN.name)
    others = ", ".join(f"{counted(declared[one], 'tool')} by {one}" for one in sorted(declared))
    return f"no tool is declared by {source}" + (f", but {others}: name that with `--from`" if others else "")


def _from(source: str, step: int | None, config: Config) -> Codemod:
    """What migrates from `source`, which is a framework or another way to declare tools."""
    if step is not None:
        return hand_written(step)
    return SOURCES[source].codemod() if source in SOURCES else migrating(_known("--from", source, config))


def _known(option: str, framework: str, config: Config) -> str:
    """The name of a framework whose declarations are known, or to which decorators declare; click says which are."""
    dialects = [one for one in in_use(config, []).known if one.name != TOOLGEN.name]
    known = [one.name for one in dialects if option == "--from" or target_of(one) is not None]
    known += SOURCES if option == "--from" else []
    if framework not in known:
        what = "no framework" if option == "--from" else "no framework with a decorator for functions"
        said = f"`{framework}` is {what}: {suggest(framework, known)}; there are {', '.join(sorted(known))}"
        raise click.BadParameter(said, param_hint=option)
    return framework
