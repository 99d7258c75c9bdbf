"""What is to be said of the tools as each target is told of them: what it refuses, and what it is told otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.net import Net
from toolgen.diagnostics.render import counted
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.providers import target, tell
from toolgen.providers.options import Options
from toolgen.providers.projection.facts import Facts
from toolgen.providers.projection.limits import refusals
from toolgen.providers.projection.names import clashes
from toolgen.providers.projection.target import Telling, Told

MOST_NAMED = 5
"""So many tools are named in a message."""


def told(tools: Sequence[ToolSpec], config: Config, net: Net) -> Iterator[Diagnostic]:
    """TG501 and TG503 to TG508, for each of the targets."""
    spans = {tool.name: tool.span for tool in tools}
    for name, options in config.targets.items():
        telling = _telling(name, tools, options, net)
        yield from _refused(name, telling, spans, options, net)
        yield from _lost(name, telling, spans, options)
        yield from _clashing(name, tools, options)
        if config.output and config.file:  # `scan` writes nothing, and has no place to point at
            yield from _summary(name, telling, options, _place(config))


def _telling(name: str, tools: Sequence[ToolSpec], options: Options, net: Net) -> Telling:
    """What the target is told of all tools but those at which toolgen fails."""
    with suppress(Exception):
        return tell(name, tools, True, options)
    alone = ((tool, partial(tell, name, [tool], True, options)) for tool in tools)
    kept = [tool for tool, told_alone in alone if net.run(f"the tool `{tool.name}`", tool.span, told_alone)]
    return tell(name, kept, True, options)


def too_many(count: int, config: Config) -> Iterator[Diagnostic]:
    """TG502 where one request does not take all tools."""
    for name, options in config.targets.items():
        most = target(name).facts_with(options).tools
        if most and count > most.value:
            yield diagnose("TG502", _place(config), target=name, most=most.value, count=count)


def _place(config: Config) -> Span:
    return Span(config.file or ".")


def _refused(name: str, telling: Telling, spans: dict[str, Span], options: Options, net: Net) -> Iterator[Diagnostic]:
    facts = telling.target.facts_with(options)
    for one in telling.told:
        span = spans[one.tool.name]
        for reason in net.run(f"the tool `{one.tool.name}`", span, partial(_reasons, one, facts)) or ():
            yield diagnose("TG501", span, target=name, tool=one.tool.name, reason=reason)


def _reasons(told: Told, facts: Facts) -> list[str]:
    return [*refusals(told, facts)]


def _lost(name: str, telling: Telling, spans: dict[str, Span], options: Options) -> Iterator[Diagnostic]:
    # A definition is refused for one reason, wherever it is referred to: the first place is told.
    first = {(loss.tool, loss.words): loss for loss in reversed(telling.losses) if loss.became == "refused"}
    for loss in telling.losses:
        details = {"target": name, "tool": loss.tool, "place": loss.pointer or "/"}
        if loss.became == "refused":
            if first[loss.tool, loss.words] is loss:
                yield diagnose("TG503", spans[loss.tool], reason=loss.words, **details)
        elif options.unsupported == "error" and loss.became != "rewritten" and not loss.is_silent:
            yield diagnose("TG505", spans[loss.tool], keyword=loss.keyword, **details)
    for tool, reason in telling.plan.left_out if options.strict == "all" else ():
        yield diagnose("TG507", spans[tool], target=name, tool=tool, reason=reason)


def _clashing(name: str, tools: Sequence[ToolSpec], options: Options) -> Iterator[Diagnostic]:
    spans = {tool.name: tool.span for tool in tools}
    for tool, other in clashes(spans) if options.names == "sanitise" else ():
        yield diagnose("TG508", spans[tool], target=name, tool=tool, other=other)


def _summary(name: str, telling: Telling, options: Options, place: Span) -> Iterator[Diagnostic]:
    # What is rewritten means the same, and what is silent means nothing: `toolgen show` lists them.
    lost = [loss for loss in telling.losses if loss.became in ("described", "dropped") and not loss.is_silent]
    if lost:
        counts = Counter(loss.became for loss in lost)
        keywords, tools = counted(len(lost), "keyword"), counted(len({loss.tool for loss in lost}), "tool")
        said = ", ".join(f"{counts[became]} {became}" for became in sorted(counts))
        yield diagnose("TG504", place, target=name, keywords=keywords, tools=tools, said=said)
    if options.strict == "plan":
        strict, left_out = len(telling.plan.strict), telling.plan.left_out
        named = "; ".join(f"`{tool}`: {reason}" for tool, reason in left_out[:MOST_NAMED])
        more = f" and {len(left_out) - MOST_NAMED} more" if len(left_out) > MOST_NAMED else ""
        dearest = f". {telling.plan.dearest}" if telling.plan.dearest else ""
        reasons = f", but not {named}{more}{dearest}" if left_out else ""
        yield diagnose("TG506", place, target=name, strict=strict, count=len(telling.told), reasons=reasons)
