"""The manifest against what frameworks publish: the tools of servers, toolkits and agents, as models are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.frameworks.published import Published
from toolgen.model.json_values import Json, Schema
from toolgen.model.manifest import Manifest
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.verify.calls import LIVE
from toolgen.verify.differences import Difference, differences
from toolgen.verify.process import Answer, Request, introspect
from toolgen.verify.verification import (
    CONDITIONAL,
    Verification,
    called,
    differs,
    failed,
    interpreter,
    is_unknown_default,
    request_of,
)

_UNKNOWN = "of no known server: name what has them, too"

_SECTIONS = re.compile(r"\n\n?(?:Args|Arguments|Parameters|Returns|Raises):?\n")
"""Where in a docstring the parameters are described, which some frameworks leave in a description."""

_REWRITING = frozenset(
    {
        "agno",
        "camel",
        "google-genai",
        "lagent",
        "llama-index",
        "openai-agents",
        "semantic-kernel",
        "smolagents",
        "strands",
    }
)
"""Dialects whose frameworks rewrite schemas: the names of the properties are what can be compared."""

_SAID_OTHERWISE: Mapping[str, frozenset[str]] = {
    "mcp": frozenset({'/type: nothing, "string"'}),
    "inspect-ai": frozenset({"/default: null, nothing"}),
    "autogen": frozenset({"/additionalProperties", "/default", "/description"}),
    "fastmcp 2": frozenset({"/default", "/required", "/title", "/description"}),
}
"""By dialect or its release, the keywords that a framework says otherwise, some with what both sides say."""

_NO_DATA: Sequence[Callable[[Mapping[str, Json]], bool]] = (
    lambda properties: {"content", "structuredContent"} <= properties.keys(),
    lambda properties: properties.get("result") == {"type": "array", "items": {}},
    lambda properties: isinstance(result := properties.get("result"), dict) and result.get("format") == "binary",
)
"""The properties of output schemas that fastmcp publishes for what is content, and no data."""


@dataclass(frozen=True, slots=True)
class _Object:
    """An object that is asked, as messages show its `name`, and the `tools` that it may have, `own` ones among them.

    Of an object that is known as no server all may be. It may also have been given those of `others`.
    """

    name: str
    own: Sequence[ToolSpec]
    tools: Sequence[ToolSpec]
    others: Sequence[ToolSpec]

    @classmethod
    def of(cls, name: str, manifest: Manifest) -> _Object:
        """The object `module:name`, or that which the function `module:name()` returns."""
        place, tools = name.removesuffix("()"), manifest.tools
        own = [one for one in tools if _is_in(place, one.server)]
        unknown = [one for one in tools if _is_anywhere(one)]
        mounted = [one for one in tools if any(_is_in(place, server) for server in one.mounted_on)]
        is_known = own or mounted or any(_is_in(place, one.server) for one in manifest.skipped)
        skipped = {one.name for one in manifest.skipped}
        others = [one for one in tools if one.name not in skipped]
        return cls(f"`{name}`", own, [*own, *mounted, *unknown] if is_known else tools, others)

    def request(self, calls: int) -> Request:
        """What is asked, with as many `calls` of each tool."""
        asked = (request_of(one, calls, LIVE) for one in (self.own or self.tools))
        module, qualname = self.name.strip("`").split(":")
        return Request(self.name, module, qualname, "object", asked=tuple(one for one in asked if one.calls))

    def meant(self, name: str, dialect: str) -> ToolSpec | None:
        """The tool of a `dialect` that the object has under `name`: with more before it where its server is mounted on
        others, and that of another server where it has none of that name itself.
        """
        others = [one for one in self.others if one.served_name == name and one.origin.dialect == dialect]
        found = [
            *(one for one in self.own if one.served_name == name),
            *(one for one in self.tools if one.name == name),
        ]
        alike = [one for one in self.tools if one.name.endswith(name) and name.endswith(one.served_name)]
        return found[0] if found else next((some[0] for some in (alike, others) if len(some) == 1), None)


def _is_anywhere(tool: ToolSpec) -> bool:
    """Whether any server may have the tool: none is known, but a function or a class that has it."""
    origin = tool.origin
    places = origin.qualname.partition(".<locals>")[0], origin.qualname.rpartition(".")[0]
    holders = [f"{origin.module}:{place}" for place in places] if origin.registration != "method" else []
    return tool.server in (origin.dialect, *holders)


def verify_objects(
    objects: Sequence[str], manifest: Manifest, config: Config, timeout: float, calls: int
) -> Verification:
    """Ask the frameworks of `objects`, each `module:name`, for their tools, and compare those of `manifest`.

    TG404 for each difference, TG405 for an object that cannot be asked, and TG407 for a tool that only one side has: of
    those of the manifest the ones count whose servers and frameworks are known to be asked. As many `calls` of each
    tool are compared with those of its framework, where its validation is known (TG408). Raises NoIntrospectionError.
    """
    asked = {(one := _Object.of(name, manifest)).name: one for name in objects}
    where = interpreter(manifest.tools, config)
    answers = [*introspect([one.request(calls) for one in asked.values()], where, timeout).values()]
    file = Span(f"{config.output}/manifest.json")
    if errors := [failed(file, answer.name, answer) for answer in answers if answer.error]:
        return Verification(tuple(errors), 0, 0, Counter())
    both, unknown, lost, others = _matched(answers, asked, manifest)
    differing = {name: found for answer in answers for name, found in answer.called.items()}
    reached = [tool for tool, _ in both if tool.name not in differing and tool.origin.binding != "local"]
    by_import = [request for tool in reached if (request := request_of(tool, calls)).calls]
    imported = introspect(by_import, where, timeout).items()
    differing |= {name: answer.calls for name, answer in imported if not answer.error and not answer.unreachable}
    compared = [[*_compared(*pair), *called(pair[0], differing.get(pair[0].name, ()))] for pair in both]
    different = len({tool.name for (tool, _), found in zip(both, compared, strict=True) if found})
    diagnostics = [
        *(found for several in compared for found in several),
        *(_only(file, tool, name, "the manifest") for name, tool in unknown),
        *(_only(tool.span, tool.name, "the manifest", " or ".join(names)) for tool, names in lost),
    ]
    verified = {tool.name for tool, _ in both}
    number = calls * len(verified & differing.keys())
    return Verification(tuple(diagnostics), len(verified) - different, different, +others, number)


class _Match(NamedTuple):
    """The tools of both sides, and those of one: published by an object, and of the manifest, with who should have it.

    `others` are those of the manifest that no object is asked for, counted by why.
    """

    both: list[tuple[ToolSpec, Published]]
    unknown: list[tuple[str, str]]
    lost: list[tuple[ToolSpec, list[str]]]
    others: Counter[str]


def _matched(answers: Iterable[Answer], asked: Mapping[str, _Object], manifest: Manifest) -> _Match:
    theirs = [(answer.name, tool) for answer in answers for tool in answer.published]
    meant = [(asked[name].meant(tool["name"], tool["dialect"]), name, tool) for name, tool in theirs]
    both = [(ours, tool) for ours, _, tool in meant if ours is not None]
    skipped = {one.name for one in manifest.skipped}
    unknown = [(name, tool["name"]) for ours, name, tool in meant if ours is None and tool["name"] not in skipped]
    published = {tool.name for tool, _ in both}
    absent = [tool for tool in manifest.tools if tool.name not in published]
    dialects = {one.name: {one.dialect, *(tool["dialect"] for tool in one.published)} for one in answers}
    asked_for = [tool for tool in absent if any(tool.origin.dialect in some for some in dialects.values())]
    having = (
        (tool, [one.name for one in asked.values() if tool in one.tools and tool.origin.dialect in dialects[one.name]])
        for tool in asked_for
    )
    lost = [(tool, names) for tool, names in having if names]
    why = [CONDITIONAL if tool.is_conditional else _UNKNOWN if _is_anywhere(tool) else "" for tool, _ in lost]
    certain = [one for one, reason in zip(lost, why, strict=True) if not reason]
    others = Counter(filter(None, why))
    others["of other frameworks"] = len(absent) - len(asked_for)
    others["of other servers"] = len(asked_for) - len(lost)
    return _Match(both, unknown, certain, others)


def _is_in(place: str, server: str) -> bool:
    """Whether `server` is the object at `place`, or one that the function or class there makes."""
    return f"{server}.".startswith(f"{place}.")


def _only(span: Span, tool: str, side: str, other: str) -> Diagnostic:
    return diagnose("TG407", span, tool=tool, side=side, other=other)


def _compared(tool: ToolSpec, theirs: Published) -> Iterator[Diagnostic]:
    """TG404 for each difference between what the manifest and a framework say of `tool`, but for what is documented."""
    ours = {
        "name": theirs["name"],
        "description": tool.description,
        "input": tool.input_schema,
        "output": tool.output_schema,
        "dialect": tool.origin.dialect,
    }
    for which, difference in said_otherwise(ours, theirs):
        if not is_unknown_default(difference):
            yield differs(tool, which, difference)


def said_otherwise(ours: Published, theirs: Published) -> Iterator[tuple[str, Difference]]:
    """The parts of a tool that a framework tells otherwise than the manifest, but for what is documented."""
    said = _described(ours["name"], theirs["description"] or "")
    if _lines(ours["description"]) not in (said, _SECTIONS.split(said)[0].strip()):
        yield "description", ("/", repr(ours["description"]), repr(said))
    found = differences(_shape(ours["input"], ours["dialect"]), _shape(theirs["input"], ours["dialect"]))
    yield from (("input schema", one) for one in found if not _is_documented(theirs, one))
    output = theirs.get("output") or {}
    is_no_data = any(told(output.get("properties", {})) for told in _NO_DATA)
    if "output" in theirs and not (ours["output"] is None and is_no_data):
        found = differences(ours["output"] or {}, output)
        yield from (("output schema", one) for one in found if not _is_documented(theirs, one))


def _shape(schema: Schema, dialect: str) -> Schema:
    """What can be compared of an input schema, which need not name properties where there are none."""
    if dialect in _REWRITING:
        return {"properties": {name: {} for name in schema.get("properties", ())}}
    return {"properties": {}} | schema


def _is_documented(theirs: Published, difference: Difference) -> bool:
    pointer, one, other = difference
    keyword = "/" + pointer.rpartition("/")[2]
    said = {keyword, f"{keyword}: {one}, {other}"}
    return any(not said.isdisjoint(_SAID_OTHERWISE.get(theirs[name], ())) for name in ("dialect", "release"))


def _described(name: str, text: str) -> str:
    """The description `text` of a framework without the signature that some put before it."""
    return _lines(text.partition("\n")[2] if text.startswith(f"{name}(") else text)


def _lines(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())
