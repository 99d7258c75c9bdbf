"""The manifest against what frameworks publish: the tools of servers, toolkits and agents, as models are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.frameworks.published import Published
from toolgen.model.manifest import Manifest
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.model.types import Json, Schema
from toolgen.verify.calls import LIVE
from toolgen.verify.differences import Difference, differences
from toolgen.verify.process import Request, introspect
from toolgen.verify.verification import Verification, called, differs, failed, place, request_of

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


def verify_objects(
    objects: Sequence[str], manifest: Manifest, config: Config, timeout: float, calls: int = 0
) -> Verification:
    """Ask the frameworks of `objects`, each `module:name`, for their tools, and compare those of `manifest`.

    TG404 for each difference, TG405 for an object that cannot be asked, and TG407 for a tool that only one side has: of
    those of the manifest the ones count whose frameworks the objects are of. As many `calls` of each tool are compared
    with those of its framework, where its validation is known (TG408). Raises NoIntrospectionError.
    """
    parts = {f"`{name}`": name.split(":") for name in objects}
    asked = tuple(one for tool in manifest.tools if (one := request_of(tool, calls, LIVE)).calls)
    requests = [Request(name, module, qualname, "object", asked=asked) for name, (module, qualname) in parts.items()]
    where = place(manifest.tools, config)
    answers = introspect(requests, where, timeout).values()
    file = Span(f"{config.output}/manifest.json")
    if errors := [failed(file, answer.name, answer) for answer in answers if answer.error]:
        return Verification(tuple(errors), 0, 0, Counter())
    ours = {tool.name: tool for tool in manifest.tools}
    skipped = {one.name for one in manifest.skipped} - ours.keys()
    theirs = [(answer.name, tool) for answer in answers for tool in answer.published if tool["name"] not in skipped]
    names = {tool["name"] for _, tool in theirs}
    dialects = {tool["dialect"] for _, tool in theirs}.union(answer.dialect for answer in answers)
    absent = [tool for tool in manifest.tools if tool.name not in names]
    lost = [tool for tool in absent if tool.origin.dialect in dialects]
    both = [(ours[tool["name"]], tool) for _, tool in theirs if tool["name"] in ours]
    differing = {name: found for answer in answers for name, found in answer.called.items()}
    reached = [tool for tool, _ in both if tool.name not in differing and tool.origin.binding != "local"]
    by_import = [one for tool in reached if (one := request_of(tool, calls)).calls]
    imported = introspect(by_import, where, timeout).items()
    differing |= {name: answer.calls for name, answer in imported if not answer.error and not answer.unreachable}
    compared = [[*_compared(*pair), *called(pair[0], differing.get(pair[0].name, ()))] for pair in both]
    different = sum(map(bool, compared))
    diagnostics = [
        *(found for several in compared for found in several),
        *(_only(file, tool["name"], name, "the manifest") for name, tool in theirs if tool["name"] not in ours),
        *(_only(tool.span, tool.name, "the manifest", " or ".join(parts)) for tool in lost),
    ]
    others = Counter({"of other frameworks": len(absent) - len(lost)})
    number = calls * sum(tool.name in differing for tool, _ in both)
    return Verification(tuple(diagnostics), len(both) - different, different, +others, number)


def _only(span: Span, tool: str, side: str, other: str) -> Diagnostic:
    return diagnose("TG407", span, tool=tool, side=side, other=other)


def _compared(tool: ToolSpec, theirs: Published) -> Iterator[Diagnostic]:
    """TG404 for each difference between what the manifest and a framework say of `tool`, but for what is documented."""
    ours = {
        "name": tool.name,
        "description": tool.description,
        "input": tool.input_schema,
        "output": tool.output_schema,
        "dialect": tool.origin.dialect,
    }
    for which, difference in said_otherwise(ours, theirs):
        yield differs(tool, which, difference)


def said_otherwise(ours: Published, theirs: Published) -> Iterator[tuple[str, Difference]]:
    """The parts of a tool that a framework tells otherwise than the manifest, but for what is documented."""
    said = _described(ours["name"], theirs["description"] or "")
    if _lines(ours["description"]) not in (said, _SECTIONS.split(said)[0].strip()):
        yield "description", ("/", repr(ours["description"]), repr(said))
    found = differences(_shape(ours["input"], ours["dialect"]), _shape(theirs["input"], ours["dialect"]))
    yield from (("input schema", one) for one in found if not _is_documented(theirs, one))
    output = theirs.get("output") or {}
    if "output" in theirs and not (ours["output"] is None and _is_no_data(output)):
        found = differences(ours["output"] or {}, output)
        yield from (("output schema", one) for one in found if not _is_documented(theirs, one))


def _shape(schema: Schema, dialect: str) -> Schema:
    """What can be compared of an input schema."""
    is_rewritten = dialect in _REWRITING
    return {"properties": {name: {} for name in schema.get("properties", ())}} if is_rewritten else schema


def _is_documented(theirs: Published, difference: Difference) -> bool:
    pointer, one, other = difference
    keyword = "/" + pointer.rpartition("/")[2]
    said = {keyword, f"{keyword}: {one}, {other}"}
    return any(not said.isdisjoint(_SAID_OTHERWISE.get(theirs[name], ())) for name in ("dialect", "release"))


def _is_no_data(schema: Schema) -> bool:
    return any(is_no_data(schema.get("properties", {})) for is_no_data in _NO_DATA)


def _described(name: str, text: str) -> str:
    """The description `text` of a framework without the signature that some put before it."""
    return _lines(text.partition("\n")[2] if text.startswith(f"{name}(") else text)


def _lines(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())
