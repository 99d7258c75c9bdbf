"""`TOOLS.md`: the tools as people read of them, by category."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from toolgen.model.canonical import dumps
from toolgen.model.tool import ToolSpec
from toolgen.model.types import ANY
from toolgen.views.markdown import cell, code, fenced, line
from toolgen.views.notation import Argument, annotation
from toolgen.views.tool import Definition, ToolView

if TYPE_CHECKING:
    from jinja2 import Template

_HINTS = {
    ("read_only", True): "read-only",
    ("read_only", False): "changes things",
    ("destructive", True): "destructive",
    ("destructive", False): "only adds",
    ("idempotent", True): "idempotent",
    ("idempotent", False): "not idempotent",
    ("open_world", True): "reaches the outside world",
    ("open_world", False): "reaches nothing outside",
}
"""`ToolAnnotations` of the Model Context Protocol in words."""


_FACTS: Mapping[str, Callable[[ToolSpec], str]] = {
    "Risk": lambda spec: spec.risk_level or "",
    "Approval": lambda spec: "required before each call" if spec.requires_approval else "",
    "Hints": lambda spec: ", ".join(_HINTS[hint] for hint in spec.annotations),
    "Timeout": lambda spec: f"{spec.timeout:g} s" if spec.timeout else "",
    "Supplied by the caller": lambda spec: ", ".join(map(code, spec.injected)),
    "Title": lambda spec: line(spec.title or ""),
    "Tags": lambda spec: ", ".join(map(code, spec.tags)),
    "Defined in": lambda spec: f"{code(spec.origin.path)} as {code(spec.origin.qualname)}",
}
"""What is said of a tool beside its signature, in Markdown; what is empty is left out."""


Rows: TypeAlias = tuple[tuple[str, ...], ...]
"""The rows of a table of arguments: name, type, required, default, description; each cell is Markdown."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One tool. `anchor` is that of its heading, `brief` the first paragraph of its description. All is Markdown.

    `definitions` pairs a line on each type that the arguments name with the rows of its fields; `facts` pairs labels
    with what is said of the tool.
    """

    tool: ToolView[ToolSpec]
    anchor: str
    brief: str
    rows: Rows
    definitions: tuple[tuple[str, Rows], ...]
    facts: tuple[tuple[str, str], ...]
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The tools of one category. `title` is the text as it was written."""

    title: str
    anchor: str
    entries: tuple[Entry, ...]


def emit_reference(sections: Sequence[Section], template: Template) -> str:
    """The text of `TOOLS.md`. The template is given `sections`."""
    return template.render(sections=sections)


def sections_of(tools: Sequence[ToolView[ToolSpec]]) -> Iterator[Section]:
    """The tools by category; those without one come last."""
    anchor = _anchors()
    anchor("Tools")
    rest = "Other tools" if any(tool.spec.category for tool in tools) else "All tools"
    ordered = sorted(tools, key=lambda tool: (not tool.spec.category, tool.spec.category or ""))
    for category, members in groupby(ordered, key=lambda tool: tool.spec.category or ""):
        title = category or rest
        yield Section(title, anchor(title), tuple(_entry(tool, anchor(tool.spec.name)) for tool in members))


def _entry(tool: ToolView[ToolSpec], anchor: str) -> Entry:
    return Entry(
        tool,
        anchor,
        line(tool.spec.description.strip().partition("\n\n")[0]),
        _rows(tool.arguments),
        tuple((_definition(definition), _rows(definition.arguments)) for definition in tool.definitions),
        tuple(_facts(tool.spec)),
        tuple(fenced(dumps(example), "json") for example in tool.spec.examples),
    )


def _rows(arguments: Iterable[Argument]) -> Rows:
    return tuple(
        (
            cell(code(argument.name)),
            cell(code(argument.type)),
            "yes" if argument.required else "no",
            cell(code(argument.default)) if argument.default else "",
            cell(argument.note),
        )
        for argument in arguments
    )


def _definition(definition: Definition) -> str:
    name = f"{code(definition.name)} is {code(definition.type)}" if definition.type else code(definition.name)
    return _described(name, definition.description)


def _facts(spec: ToolSpec) -> Iterator[tuple[str, str]]:
    returns = "" if spec.returns == ANY else code(annotation(spec.returns))
    if returns or spec.returns_description:
        yield "Returns", _described(returns, line(spec.returns_description or ""))
    yield from (("Raises", _described(code(type_), line(text))) for type_, text in spec.raises)
    yield from ((label, text) for label, say in _FACTS.items() if (text := say(spec)))


def _described(subject: str, description: str) -> str:
    return ": ".join(filter(None, (subject, description)))


def _anchors() -> Callable[[str], str]:
    """A function that gives headings, called in their order, the anchors that GitHub gives them: each another."""
    seen: dict[str, int] = {}

    def anchor(heading: str) -> str:
        found = slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        while found in seen:
            seen[slug] += 1
            found = f"{slug}-{seen[slug]}"
        seen[found] = 0
        return found

    return anchor
