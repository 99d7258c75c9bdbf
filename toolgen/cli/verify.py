"""`toolgen verify`: import the tools, and compare what they are with what the manifest says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from toolgen.cli.project import check_known, config_option, planned
from toolgen.cli.report import CLEAN, FAILURE, FINDINGS, exit_code, report
from toolgen.config.reading import load
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, has_errors
from toolgen.diagnostics.render import counted, printable
from toolgen.model.span import Span
from toolgen.output.files import Plan, State
from toolgen.verify.objects import verify_objects
from toolgen.verify.process import NoIntrospectionError
from toolgen.verify.verification import Verification, verify

_STALE: Mapping[State, str] = {"created": "there is no manifest", "changed": "the manifest is out of date"}


def _references(_: click.Context, __: click.Parameter, names: Sequence[str]) -> Sequence[str]:
    for name in (one.removesuffix("()") for one in names):
        if not all(part.isidentifier() for side in name.split(":") for part in side.split(".")) or name.count(":") != 1:
            raise click.BadParameter(f"`{name}` is no `module:object`, such as `app.server:mcp` or `app.main:make()`")
    return names


@click.command("verify")
@click.argument("objects", metavar="[MODULE:OBJECT]...", nargs=-1, callback=_references)
@click.option("--tool", "names", metavar="NAME", multiple=True, help="Only this tool; may be given several times.")
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    show_default=True,
    help="How long importing one tool may take.",
)
@click.option(
    "--calls",
    metavar="N",
    type=click.IntRange(0, 1000),
    default=0,
    help="Draw N arguments for each tool, and compare what dispatch decodes with the framework's validation.",
)
@config_option
def command(start: Path, objects: Sequence[str], names: Sequence[str], timeout: float, calls: int) -> int:
    """Import the tools and check the committed manifest against them.

    The one command that runs code of the project: in another process, with the interpreter that `python` in the
    configuration names, it imports each tool, lets pydantic derive its schemas, and reports every difference.

    With servers, toolkits or agents, such as app.server:mcp, it asks their frameworks for the tools that they publish:
    names, descriptions and schemas. A function that makes one is called: 'app.server:create()'.
    """
    if objects and names:
        raise click.UsageError("--tool is for functions: objects are asked for all their tools")
    config = load(start)
    analysis, plan = planned(config)
    if has_errors(faults := [*plan.diagnostics, *_not_committed(plan)]):
        report(faults, config.root)
        click.echo("nothing was imported", err=True)
        return exit_code(faults)
    try:
        if objects:
            found = verify_objects(objects, analysis.manifest, config, timeout, calls)
        else:
            check_known(names, [tool.name for tool in analysis.manifest.tools], "--tool")
            tools = [tool for tool in analysis.manifest.tools if not names or tool.name in names]
            found = verify(tools, config, timeout, calls)
    except NoIntrospectionError as error:
        click.echo(printable(f"toolgen: the tools cannot be introspected: {error}"), err=True)
        return FAILURE
    report(found.diagnostics, config.root)
    click.echo(_summary(found))
    return exit_code(found.diagnostics) or _unmet(found, names)


def _unmet(found: Verification, names: Sequence[str]) -> int:
    """The exit code where nothing is wrong: a tool that is asked for by name, or one at all, has to be verified."""
    if not found.unverified or (found.verified and not names):
        return CLEAN
    click.echo(f"exit code {FINDINGS}: what was to be verified was not compared", err=True)
    return FINDINGS


def _not_committed(plan: Plan) -> Iterator[Diagnostic]:
    """TG406 where the manifest on disk is not the one that the sources make."""
    for file in plan.having(*_STALE):
        if file.name == "manifest.json":
            yield diagnose("TG406", Span(f"{plan.output}/{file.name}"), state=_STALE[file.state])


def _summary(found: Verification) -> str:
    """`12 tools verified, 1 differs, 3 not compared (2 nested in a function, 1 declared by hand)`."""
    calls = f", {counted(found.calls, 'call')} compared" if found.calls else ""
    differ = f", {found.different:,} {'differs' if found.different == 1 else 'differ'}" if found.different else ""
    verified = f"{counted(found.verified, 'tool')} verified{differ}{calls}"
    if not found.unverified:
        return verified
    reasons = ", ".join(f"{number:,} {reason}" for reason, number in sorted(found.unverified.items()))
    return f"{verified}, {found.unverified.total():,} not compared ({reasons})"
