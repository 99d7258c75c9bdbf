"""What the commands on a configured project share, and what of it is not installed where they run."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import click

from toolgen.cli.report import report
from toolgen.config.config import Config
from toolgen.config.reading import load
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, errors_in, in_order
from toolgen.diagnostics.render import counted
from toolgen.diagnostics.suggest import suggest
from toolgen.emit.templates import TemplateFailure
from toolgen.model.backtracking import counted_together
from toolgen.model.json_values import Json
from toolgen.model.manifest import Manifest
from toolgen.model.span import Span
from toolgen.model.versions import checked
from toolgen.output import files as output
from toolgen.output.files import Plan
from toolgen.pipeline import Analysis, analyse, generate
from toolgen.providers import ProjectionError

config_option = click.option(
    "--config",
    "start",
    metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    default=".",
    help="The configuration file, or the folder from which on the nearest one upwards is taken.",
)


def read(start: Path) -> tuple[Config, Analysis, list[Diagnostic]]:
    """The configuration at `start`, what there is of tools, and the errors, which are told: a build tells the rest."""
    config = load(start)
    analysis = analyse(config)
    report(errors := errors_in(analysis.diagnostics), config.root)
    return config, analysis, errors


def check_known(names: Iterable[str], tools: Collection[str], option: str) -> None:
    """Raises BadParameter where one of `names`, which `option` gives, is none of `tools`."""
    for name in names:
        if name not in tools:
            raise click.BadParameter(f"there is no tool `{name}`: {suggest(name, tools)}", param_hint=option)


def told(manifest: Manifest) -> str:
    """`52 tools`, `52 tools; left out: search (TG301), send (TG203, TG302)`."""
    left_out = f"; left out: {', '.join(map(str, manifest.skipped))}" if manifest.skipped else ""
    return counted(len(manifest.tools), "tool") + left_out


@counted_together()
def planned(config: Config, *, force: bool = False) -> tuple[Analysis, Plan]:
    """The tools, and what a build would do; the plan has the diagnostics of all stages, so that all come in one run."""
    analysis = analyse(config, generates=True)
    plan, faults = _planned(analysis, config, force)
    while config.on_error == "skip" and (rest := analysis.without(faults)).manifest != analysis.manifest:
        analysis = rest
        plan, faults = _planned(analysis, config, force)
    return analysis, replace(plan, diagnostics=tuple(in_order([*plan.diagnostics, *faults])))


def _planned(analysis: Analysis, config: Config, force: bool) -> tuple[Plan, list[Diagnostic]]:
    """What a build would do, and the tools of which no files can be made, or none that can be read (TG412)."""
    from toolgen.emit.verified import faulty, verified  # `list` emits nothing

    diagnostics, artifacts, faults = list(analysis.diagnostics), dict[str, bytes](), list[Diagnostic]()
    try:
        artifacts = generate(analysis, config)
    except TemplateFailure as failure:
        diagnostics += failure.diagnostics
    except ProjectionError:
        pass  # TG503 says it at the tool
    except OSError:
        raise
    except Exception:
        if not (faults := faulty(analysis.manifest, config)):
            raise
    if any(options.max_tokens for options in config.targets.values()):
        from toolgen.stats.limits import exceeded  # few ask for it

        diagnostics += exceeded(analysis.manifest, config, analysis.projections)
    plan = output.plan(artifacts, config.root, config.output, force=force)
    diagnostics += plan.diagnostics if force else (*of_other_environment(analysis, plan), *plan.diagnostics)
    written = {file.name: file.new for file in plan.having("created", "changed") if file.new is not None}
    faults += verified(written, analysis.manifest, config)
    return replace(plan, diagnostics=tuple(diagnostics)), faults


def of_other_environment(analysis: Analysis, plan: Plan) -> Iterator[Diagnostic]:
    """TG409 for what the committed manifest knows, whose module is not found here: the files would be others."""
    manifest = next((file for file in plan.having("changed") if file.name == "manifest.json"), None)
    if manifest is None or manifest.old is None or not analysis.absent:
        return
    try:
        committed = checked(json.loads(manifest.old))
        absent = [*_classes(analysis, committed), *_tools(analysis, committed)]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return  # it is no manifest, although the record lists it
    for what, module in absent:
        yield diagnose("TG409", Span(f"{plan.output}/{manifest.name}"), what=what, module=module)


def _classes(analysis: Analysis, committed: Json) -> Iterator[tuple[str, str]]:
    """Each class with the module that was not found: the source may take the class from where it is exported again."""
    absent = {name.rpartition(".")[2]: module for name, module in analysis.absent.items()}
    for spec in committed.get("types", {}).values():
        module = absent.get(spec["qualname"].rpartition(".")[2])
        if module and f"{spec['module']}.".startswith(f"{module}."):
            yield f"class `{spec['module']}.{spec['qualname']}`", module


def _tools(analysis: Analysis, committed: Json) -> Iterator[tuple[str, str]]:
    """Each tool that is left out because something of it was not found, with the modules that were not."""
    known = {tool["name"] for tool in committed["tools"]}
    for skipped in analysis.manifest.skipped:
        if "TG302" in skipped.codes and skipped.name in known:
            yield f"tool `{skipped.name}`", "`, `".join(sorted({*analysis.absent.values()}))
