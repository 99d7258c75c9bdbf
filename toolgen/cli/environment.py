"""What the committed manifest was made with, and what is not installed where this runs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.json_values import Json
from toolgen.model.span import Span
from toolgen.model.versions import checked
from toolgen.output.files import Plan
from toolgen.pipeline import Analysis


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
