"""All tools of a project → the manifest: valid names, one tool for each name, one order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.suggest import suggest
from toolgen.model.manifest import Manifest, SkippedTool, encode_tool, used_classes
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.model.types import ClassTable
from toolgen.providers.limits import MOST_TOOLS, refusals


def catalogue(
    tools: Iterable[ToolSpec], classes: ClassTable, config: Config, skipped: Iterable[SkippedTool] = ()
) -> tuple[Manifest, list[Diagnostic]]:
    """The manifest of `tools`, sorted by name, and what is wrong with them (TG204, TG205, TG210, TG220, TG223,
    TG410).

    Tools that share a name all stay, by path and line, where the configuration does not choose between them: a build
    with errors writes nothing, and `scan` lists what there is. Where the configuration skips what has errors, those
    that are wrong are left out like those that were `skipped` before.
    """
    found = sorted(tools, key=lambda tool: (tool.span, tool.name, reference(tool)))
    diagnostics = [*_invalid_names(found, config.name_pattern), *_not_found(found, config)]
    by_name: dict[str, list[ToolSpec]] = {}
    for tool in found:
        by_name.setdefault(tool.name, []).append(tool)
    kept: list[ToolSpec] = []
    for name in sorted(by_name):
        several, problems = _choose(by_name[name], config)
        kept += several
        diagnostics += problems
    diagnostics += [*_refused(kept, config.targets)]
    if config.sync_tools == "inline":
        diagnostics += [diagnose("TG220", tool.span, tool=tool.name) for tool in kept if _is_late(tool)]
    left_out = [*skipped]
    if config.on_error == "skip":
        wrong = {found.span: found.code for found in diagnostics if found.severity == "error"}
        left_out += [
            SkippedTool(tool.name, tool.origin.module, tool.origin.qualname, (wrong[tool.span],))
            for tool in kept
            if tool.span in wrong
        ]
        kept = [tool for tool in kept if tool.span not in wrong]
        diagnostics = [found if found.code == "TG210" else replace(found, is_tolerated=True) for found in diagnostics]
    chosen = tuple(kept)
    diagnostics += _too_many(len(chosen), config)
    return Manifest(chosen, used_classes(chosen, classes), tuple(sorted(left_out))), diagnostics


def reference(tool: ToolSpec) -> str:
    """How `tools` in the configuration names a tool: `module:qualname`."""
    return f"{tool.origin.module}:{tool.origin.qualname}"


def _choose(tools: Sequence[ToolSpec], config: Config) -> tuple[Sequence[ToolSpec], list[Diagnostic]]:
    """Those of `tools`, which share a name, that are kept, and a diagnostic for each that the rules do not settle."""
    tools = _distinct(tools)
    first, *others = tools
    others = [tool for tool in others if not _are_alternatives(first, tool)]
    listed = [tool for tool in tools if reference(tool) in config.tools]
    if config.on_duplicate == "explicit" and len(listed) == 1:
        return listed, []
    if not others or config.on_duplicate == "first":
        return [first], []
    return [first, *others], [_twice(first, tool) for tool in others]


def _twice(first: ToolSpec, tool: ToolSpec) -> Diagnostic:
    servers, way_out = "", "rename one of them"
    if first.server and tool.server and first.server != tool.server:
        servers = f", for the servers `{first.server}` and `{tool.server}`"
        way_out = f'leave one server out with `exclude = ["{tool.origin.path}"]`'
    found = diagnose("TG205", tool.span, tool=tool.name, servers=servers, way_out=way_out)
    return replace(found, related=((first.span, "first defined here"),))


def _are_alternatives(one: ToolSpec, other: ToolSpec) -> bool:
    """Whether the tools stand in two branches of one `if`, so that there is only one of them (TG221 tells both)."""
    opposite = {(line, not holds) for line, holds in other.branches}
    return one.origin.path == other.origin.path and not opposite.isdisjoint(one.branches)


def _distinct(tools: Sequence[ToolSpec]) -> Sequence[ToolSpec]:
    """`tools`, without those that say the same of the same function: two servers may be given one."""
    if len(tools) == 1:
        return tools
    return list({(tool.span, encode_tool(tool)["digest"]): tool for tool in reversed(tools)}.values())[::-1]


def _is_late(tool: ToolSpec) -> bool:
    """Whether nothing ends the wait for `tool` at its time, where it runs in the thread that waits."""
    return tool.timeout is not None and not tool.is_async


def _invalid_names(tools: Sequence[ToolSpec], pattern: str) -> Iterable[Diagnostic]:
    is_valid = re.compile(pattern).fullmatch
    return [diagnose("TG204", t.span, tool=t.name, pattern=pattern) for t in tools if not is_valid(t.name)]


def _refused(tools: Sequence[ToolSpec], targets: Iterable[str]) -> Iterable[Diagnostic]:
    for target in targets:
        for tool in tools:
            for reason in refusals(tool, target):
                yield diagnose("TG223", tool.span, target=target, tool=tool.name, reason=reason)


def _too_many(count: int, config: Config) -> Iterable[Diagnostic]:
    for target in config.targets:
        if count > (most := MOST_TOOLS.get(target, count)):
            yield diagnose("TG410", Span(config.file or "."), target=target, most=most, count=count)


def _not_found(tools: Sequence[ToolSpec], config: Config) -> Iterable[Diagnostic]:
    known = {reference(tool) for tool in tools}
    for name in config.tools:
        if name not in known:
            yield diagnose("TG210", Span(config.file or "."), tool=name, suggestion=suggest(name, known))
