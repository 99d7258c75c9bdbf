"""What is to be said of the tools as each target is told of them: what it refuses, and what it is told otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeAlias

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.net import Net
from toolgen.diagnostics.render import counted
from toolgen.iteration import grouped
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.providers import is_target, projected, target
from toolgen.providers.options import Options
from toolgen.providers.projection.limits import refusals
from toolgen.providers.projection.names import clashes
from toolgen.providers.projection.plan import excess
from toolgen.providers.projection.target import ProjectedTools

LOST = ("described", "dropped")
"""What the target does not have. What is left out was asked for."""
MOST_NAMED = 5
"""So many tools are named in a message."""

_ANOTHER = "write it in another way"
_ALONE = f'{_ANOTHER}, set `names = "sanitise"` where it is a name'
_EXTENDED = "take what is refused, such as `cache_control`, out of its `extras`"
"""The ways out of TG501."""


class _Finding(NamedTuple):
    """What one target is said of in a diagnostic: several of which the same is said have one together."""

    code: str
    span: Span
    details: tuple[tuple[str, object], ...]


_Findings: TypeAlias = Iterator[_Finding]


def projections(tools: Sequence[ToolSpec], config: Config, net: Net) -> dict[str, ProjectedTools]:
    """What each of the targets is told of the tools."""
    return {name: _projected(name, tools, options, net) for name, options in config.targets.items()}


def told(
    tools: Sequence[ToolSpec], projections: Mapping[str, ProjectedTools], config: Config, net: Net
) -> Iterator[Diagnostic]:
    """TG501 to TG508 and TG510: what is the same for several targets is told once."""
    found = ((name, _found(name, tools, projections[name], config, net)) for name in config.targets)
    for finding, names in grouped((finding, name) for name, findings in found for finding in findings).items():
        yield diagnose(finding.code, finding.span, target=", ".join(names), **dict(finding.details))
    if config.output and config.file:
        yield from _unwritten(tools, config)


def _found(name: str, tools: Sequence[ToolSpec], projection: ProjectedTools, config: Config, net: Net) -> _Findings:
    """What is to be said of the tools as one target is told of them, each once."""
    spans, options = {tool.name: tool.span for tool in tools}, config.targets[name]
    yield from _refused(projection, spans, options, net)
    together = net.run(f"the target `{name}`", _place(config), partial(_refused_together, projection, spans))
    yield from together or ()
    yield from _lost(projection, spans, options)
    yield from _clashing(spans, options)
    if config.output and config.file:  # `scan` writes nothing, and has no place to point at
        yield from _summary(projection, options, _place(config))


def _projected(name: str, tools: Sequence[ToolSpec], options: Options, net: Net) -> ProjectedTools:
    """What the target is told of all tools but those at which toolgen fails."""
    with suppress(Exception):
        return projected(name, tools, True, options)
    alone = ((tool, partial(projected, name, [tool], True, options)) for tool in tools)
    kept = [tool for tool, told_alone in alone if net.run(f"the tool `{tool.name}`", tool.span, told_alone)]
    return projected(name, kept, True, options)


def too_many(
    tools: Sequence[ToolSpec], projections: Mapping[str, ProjectedTools], config: Config
) -> Iterator[Diagnostic]:
    """TG502 where one request is sent all tools, and does not take them, or not all of them strict."""
    kept = {tool.name for tool in tools}
    all_sent = {name: options for name, options in config.targets.items() if options.sends == "all"}
    for name, options in all_sent.items() if config.output else ():  # `scan` writes nothing that is sent
        facts = target(name).facts_with(options)
        forms = [one.schema for one in projections[name].tools if one.is_strict and one.tool.name in kept]
        found = [*excess(forms, facts.strict)] if facts.strict else []
        if facts.tools and len(tools) > facts.tools.value:
            found.append((facts.tools.value, "tools", len(tools)))
        for most, what, count in found:
            yield diagnose("TG502", _place(config), target=name, most=most, what=what, count=count)


def _place(config: Config) -> Span:
    return Span(config.file or ".")


def _finding(code: str, span: Span, **details: object) -> _Finding:
    return _Finding(code, span, tuple(details.items()))


def _refused(projection: ProjectedTools, spans: Mapping[str, Span], options: Options, net: Net) -> _Findings:
    facts = projection.target.facts_with(options)
    reasons = lambda one: [*refusals(one, facts)]  # noqa: E731
    for one in projection.tools:
        span = spans[one.tool.name]
        for reason in net.run(f"the tool `{one.tool.name}`", span, partial(reasons, one)) or ():
            yield _finding("TG501", span, tool=one.tool.name, reason=reason, way=_ALONE)


def _refused_together(projection: ProjectedTools, spans: Mapping[str, Span]) -> list[_Finding]:
    refused = projection.target.refusals(projection.tools)
    extended = {one.tool.name for one in projection.tools if one.extras}
    ways = {tool: _EXTENDED if tool in extended else _ANOTHER for tool in spans}
    return [_finding("TG501", spans[tool], tool=tool, reason=reason, way=ways[tool]) for tool, reason in refused]


def _lost(projection: ProjectedTools, spans: Mapping[str, Span], options: Options) -> _Findings:
    # A definition is refused for one reason, wherever it is referred to: the first place is told.
    first = {(loss.tool, loss.words): loss for loss in reversed(projection.losses) if loss.became == "refused"}
    for loss in projection.losses:
        details = {"tool": loss.tool, "place": loss.pointer or "/"}
        if loss.became == "refused":
            if first[loss.tool, loss.words] is loss:
                yield _finding("TG503", spans[loss.tool], reason=loss.words, **details)
        elif options.unsupported == "error" and loss.became in LOST and not loss.is_silent:
            yield _finding("TG505", spans[loss.tool], keyword=loss.keyword, **details)
    for tool, reason in projection.plan.left_out if options.strict == "all" else ():
        yield _finding("TG507", spans[tool], tool=tool, reason=reason)


def _clashing(spans: Mapping[str, Span], options: Options) -> _Findings:
    for tool, other in clashes(spans) if options.names == "sanitise" else ():
        yield _finding("TG508", spans[tool], tool=tool, other=other)


def _unwritten(tools: Sequence[ToolSpec], config: Config) -> Iterator[Diagnostic]:
    """TG510 for the targets that extras are for, and that are not written."""
    unwritten = (name for tool in tools for name in tool.extras if name not in config.targets)
    counts = Counter(name for name in unwritten if is_target(name))
    for name, count in sorted(counts.items()):
        have = "1 tool has" if count == 1 else f"{count} tools have"
        yield diagnose("TG510", _place(config), target=name, have=have)


def _summary(projection: ProjectedTools, options: Options, place: Span) -> _Findings:
    # What is rewritten means the same, what is silent means nothing: `toolgen show` lists them.
    lost = [loss for loss in projection.losses if loss.became in LOST and not loss.is_silent]
    if lost:
        counts = Counter(loss.became for loss in lost)
        keywords, tools = counted(len(lost), "keyword"), counted(len({loss.tool for loss in lost}), "tool")
        said = ", ".join(f"{counts[became]} {became}" for became in sorted(counts))
        yield _finding("TG504", place, keywords=keywords, tools=tools, said=said)
    if options.strict == "plan":
        strict, left_out = len(projection.plan.strict), projection.plan.left_out
        named = "; ".join(f"`{tool}`: {reason}" for tool, reason in left_out[:MOST_NAMED])
        more = f" and {len(left_out) - MOST_NAMED} more" if len(left_out) > MOST_NAMED else ""
        dearest = f". {projection.plan.dearest}" if projection.plan.dearest else ""
        reasons = f", but not {named}{more}{dearest}" if left_out else ""
        yield _finding("TG506", place, strict=strict, count=len(projection.tools), reasons=reasons)
