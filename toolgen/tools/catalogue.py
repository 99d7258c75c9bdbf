"""All tools of a project → the manifest: valid names, one tool for each name, one order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial
from itertools import chain, product, starmap
from typing import Literal

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.net import Net
from toolgen.diagnostics.suggest import suggest
from toolgen.evaluation.names.standard import is_opaque
from toolgen.frameworks.plugins import in_use
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.iteration import grouped
from toolgen.model.backtracking import longest_text
from toolgen.model.classes import ClassTable
from toolgen.model.json_values import Json
from toolgen.model.manifest import Manifest, SkippedTool
from toolgen.model.manifest_codec import encode_tool
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.providers.projection.extras import joined
from toolgen.providers.projection.target import ProjectedTools
from toolgen.tools.declarations.mounts import Mount, above, prefixes
from toolgen.tools.targets import projections, told, too_many

_OF_CATEGORY = "category:"


def catalogue(
    tools: Iterable[ToolSpec],
    classes: ClassTable,
    config: Config,
    skipped: Iterable[SkippedTool] = (),
    servers: Iterable[str] = (),
    mounts: Sequence[Mount] = (),
) -> tuple[Manifest, list[Diagnostic], dict[str, ProjectedTools]]:
    """The manifest of `tools`, sorted by name, what is wrong with them (TG204, TG205, TG210, TG220, TG226, TG229,
    TG412, TG5), and what each target is told of them.

    `servers` are all that tools are declared with, also what the configuration leaves out, and `mounts` say under which
    names their tools are served. Of tools of two servers that share a name the first server's stays, but for `scan`,
    which lists what there is. Those of one server all stay, by path and line, where the configuration does not choose
    between them: a build with errors writes nothing. Where the configuration skips what has errors, those that are
    wrong are left out like those that were `skipped` before.
    """
    found, not_followed = _served([*tools], mounts, config)
    kept, others, ambiguous = _chosen(found, config)
    diagnostics = [
        *not_followed,
        *_invalid_names(found, config.name_pattern),
        *_not_found(found, {*servers}, config),
        *ambiguous,
    ]
    projection, refused = _told(kept, diagnostics, config)
    diagnostics += refused
    if config.sync_tools == "inline":
        late = (tool for tool in kept if tool.timeout is not None and not tool.is_async)
        diagnostics += [diagnose("TG220", tool.span, tool=tool.name) for tool in late]
    wrong, diagnostics = _skipping(diagnostics) if config.on_error == "skip" else ({}, diagnostics)
    apart = (SkippedTool(one.name, one.origin.module, one.origin.qualname, ("TG229",), one.server) for one in others)
    left_out = (*skipped, *apart)
    manifest = Manifest(tuple(kept), classes, left_out).without(wrong)
    return manifest, [*diagnostics, *too_many(manifest.tools, projection, config)], projection


def _skipping(diagnostics: Sequence[Diagnostic]) -> tuple[Mapping[Span, str], list[Diagnostic]]:
    """Which tools are left out for their errors, by their places, and what is to be said then."""
    wrong = {found.span: found.code for found in diagnostics if found.severity == "error"}
    return wrong, [one if one.code == "TG210" else replace(one, is_tolerated=True) for one in diagnostics]


def _served(
    tools: Sequence[ToolSpec], mounts: Sequence[Mount], config: Config
) -> tuple[list[ToolSpec], list[Diagnostic]]:
    """`tools` as they are served, by path and line, and what is to be said of mounts that are not followed."""
    mounted, not_followed = prefixes(tools, mounts, config.servers)
    over = above({tool.server for tool in tools}, mounts)
    takes_null = partial(_takes_null, config=config)
    placed = (replace(tool, mounted_on=over[tool.server], null_is_default=takes_null(tool)) for tool in tools)
    prefixed = (_prefixed(tool, {**mounted, **config.servers}) for tool in placed)
    with_extras = (_with_extras(tool, config.extras) for tool in prefixed)
    return sorted(with_extras, key=_place), [*not_followed]


def _place(tool: ToolSpec) -> tuple[object, ...]:
    """What tools are sorted by: where one function is given to several servers, those that are known come first.

    One that is read at its decorator and by a call of the function around is what the decorator says.
    """
    is_unknown, is_called = tool.server == tool.origin.dialect, tool.origin.registration != "decorator"
    return tool.span, tool.name, reference(tool), is_unknown, tool.server, is_called


def _chosen(tools: Sequence[ToolSpec], config: Config) -> tuple[list[ToolSpec], list[ToolSpec], list[Diagnostic]]:
    """Those of `tools` that are kept, by name, those of other servers, and what is to be said of both."""
    order = {server: index for index, server in enumerate(dict.fromkeys(tool.server for tool in tools))}
    by_name = grouped((tool.name, tool) for tool in tools)
    of_one_name = (_in_order(by_name[name], order) for name in sorted(by_name))
    kept, others, problems = zip(*(_choose(one, config) for one in of_one_name), strict=True) if tools else ((),) * 3
    return [*chain(*kept)], [*chain(*others)], [*chain(*problems)]


def _in_order(tools: Sequence[ToolSpec], servers: Mapping[str, int]) -> Sequence[ToolSpec]:
    """`tools` of one name by server, place and content, so that nothing hangs on which was found first."""
    if len(tools) == 1:
        return tools
    return sorted(tools, key=lambda tool: (servers[tool.server], _place(tool), repr(encode_tool(tool))))


def _told(
    tools: Sequence[ToolSpec], diagnostics: Iterable[Diagnostic], config: Config
) -> tuple[dict[str, ProjectedTools], list[Diagnostic]]:
    """What each target is told of `tools` but those whose names are no names, and what is to be said of that."""
    net = Net()
    misnamed = {found.span for found in diagnostics if found.code == "TG204"}
    named = [tool for tool in tools if tool.span not in misnamed]
    projection = projections(named, config, net)
    said = [*told(named, projection, config, net)]
    return projection, [*said, *net.found.values()]


def reference(tool: ToolSpec) -> str:
    """How `tools` in the configuration names a tool: `module:qualname`."""
    return f"{tool.origin.module}:{tool.origin.qualname}"


def _takes_null(tool: ToolSpec, config: Config) -> bool:
    """Whether null leaves out what may be left out: in toolgen's own dialect, and where strict tools have to say it."""
    if config.null_is_default is not None:
        return config.null_is_default
    return tool.origin.dialect == TOOLGEN.name or any(options.strict != "off" for options in config.targets.values())


def _prefixed(tool: ToolSpec, prefixes: Mapping[str, str | Literal[False]]) -> ToolSpec:
    """`tool` with what stands before the names of its server's tools."""
    prefix = prefixes.get(tool.server)
    return replace(tool, name=prefix + tool.name, origin=replace(tool.origin, prefix=prefix)) if prefix else tool


def _with_extras(tool: ToolSpec, extras: Mapping[str, Mapping[str, Mapping[str, Json]]]) -> ToolSpec:
    """`tool` with what the configuration says of it to targets, as far as it does not say it itself."""
    said = [one for pattern, one in extras.items() if _is_of(tool, pattern)]
    return replace(tool, extras=joined(*said, tool.extras)) if said else tool


def _is_of(tool: ToolSpec, pattern: str) -> bool:
    """Whether `pattern` is of the name of `tool`, or behind `category:` of its category."""
    category = pattern.removeprefix(_OF_CATEGORY)
    if category == pattern:
        return fnmatchcase(tool.name, pattern)
    return tool.category is not None and fnmatchcase(tool.category, category)


def _choose(
    tools: Sequence[ToolSpec], config: Config
) -> tuple[Sequence[ToolSpec], Sequence[ToolSpec], list[Diagnostic]]:
    """Those of `tools`, which share a name, that are kept, those of other servers, and what is to be said of both."""
    alike = _alike(tools)
    tools = [one for one, *_ in alike]
    first, *others = tools
    others = [tool for tool in others if not _are_alternatives(first, tool)]
    listed = [tool for tool in tools if reference(tool) in config.tools]
    if config.on_duplicate == "explicit" and len(listed) == 1:
        return listed, [], []
    if not others or config.on_duplicate == "first":
        return [first], [], []
    meeting = {id(found[0]) for found in alike if any(starmap(_is_of_one_server, product(alike[0], found)))}
    duplicates = [tool for tool in others if id(tool) in meeting]
    apart = [tool for tool in others if id(tool) not in meeting]
    said = [diagnose("TG205", tool.span, tool=tool.name) for tool in duplicates]
    if config.output:
        details = {"other": first.server}
        said += [diagnose("TG229", one.span, tool=one.name, server=one.server, **details) for one in apart]
    related = ((first.span, "first defined here"),)
    told = [replace(one, related=related) for one in said]
    return ([first, *duplicates], apart, told) if config.output else ([first, *others], [], told)


def _is_of_one_server(one: ToolSpec, other: ToolSpec) -> bool:
    """Whether the tools may meet in one server: within a framework an unknown one may be any."""
    is_unknown = one.origin.dialect in (one.server, other.server)
    return one.origin.dialect == other.origin.dialect and (is_unknown or one.server == other.server)


def _are_alternatives(one: ToolSpec, other: ToolSpec) -> bool:
    """Whether there is only one of the tools: they stand in two branches of one `if` (TG221 tells both), or are two
    functions of one name, of which a call is given the one that is bound.
    """
    opposite = {(line, not holds) for line, holds in other.branches}
    is_named_alike = one.origin == other.origin and one.declared == other.declared and one.span != other.span
    return one.origin.path == other.origin.path and (not opposite.isdisjoint(one.branches) or is_named_alike)


def _alike(tools: Sequence[ToolSpec]) -> Sequence[Sequence[ToolSpec]]:
    """`tools`, those together that say the same of the same function: two servers may be given one.

    A function of which it is known from one of its callers which server it is given to is on no unknown one as well.
    One with toolgen's own decorator is what that says, also where a call gives it to a framework under its name.
    """
    if len(tools) == 1:
        return [tools]
    own = {
        tool.span for tool in tools if tool.origin.dialect == TOOLGEN.name and tool.origin.registration == "decorator"
    }
    tools = [tool for tool in tools if tool.span not in own or tool.origin.registration == "decorator"]
    placed = {tool.span for tool in tools if tool.server != tool.origin.dialect}
    tools = [tool for tool in tools if tool.server != tool.origin.dialect or tool.span not in placed]
    return [*grouped(((tool.span, encode_tool(tool)["digest"]), tool) for tool in tools).values()]


def _invalid_names(tools: Sequence[ToolSpec], pattern: str) -> Iterable[Diagnostic]:
    is_valid, most = re.compile(pattern).fullmatch, longest_text(pattern, is_searched=False) or 0
    wrong = [tool for tool in tools if len(tool.name) > most or not is_valid(tool.name)]
    return [diagnose("TG204", tool.span, tool=tool.name, pattern=pattern) for tool in wrong]


def _not_found(tools: Sequence[ToolSpec], servers: Set[str], config: Config) -> Iterable[Diagnostic]:
    numbers = {name: str(number) for number, name in enumerate(config.tools)}
    prefixed, patterns = ({name: name for name in names} for names in (config.servers, config.extras))
    listed = {
        "tools": ("tool in the configured paths", numbers, {reference(tool) for tool in tools}),
        "servers": ("server in the configured paths", prefixed, servers),
        "extras": ("tool or category in the configured paths", patterns, _matched(tools, config.extras)),
        "bare_names": ("name that a framework has", *_meant(config)),
    }
    for key, (what, names, known) in listed.items():
        for name, entry in names.items():
            if name not in known:
                details = {"key": key, "what": what, "name": name, "suggestion": suggest(name, known)}
                yield diagnose("TG210", config.span(key, entry), **details)


def _meant(config: Config) -> tuple[Mapping[str, str], Set[str]]:
    """What `bare_names` takes names for, but for those that tables know, and the names of which something is said."""
    meant = {name: entry for entry, name in config.bare_names.items() if not is_opaque(name)}
    others = {*(mapped.name for mapped in config.type_map), *config.signature_decorators}
    return meant, in_use(config, []).known_names | others if meant else others


def _matched(tools: Sequence[ToolSpec], patterns: Iterable[str]) -> set[str]:
    """Those of `patterns` that are of some tool, and the names and categories of all."""
    found = (pattern for pattern in patterns if any(_is_of(tool, pattern) for tool in tools))
    categories = (f"{_OF_CATEGORY}{tool.category}" for tool in tools if tool.category)
    return {*(tool.name for tool in tools), *categories, *found}
