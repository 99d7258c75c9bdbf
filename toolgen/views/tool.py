"""What the documents say of one tool, ready to be laid out by a template."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from textwrap import dedent
from typing import Generic, TypeVar

from toolgen.call_syntax.message import ToolCall
from toolgen.call_syntax.syntax import CallSyntax
from toolgen.model.contract import Contract
from toolgen.model.json_pointer import keys, put
from toolgen.model.json_values import Schema
from toolgen.views.markdown import code, fenced, line, prose
from toolgen.views.notation import Argument, Notation

_FENCED = re.compile(r"```(\w*)\n(.*)\n```", re.S)
_ARGUMENTS = re.compile(
    r"^(?P<indent> *)(?:args|arguments|params|parameters):[ \t]*\n"
    r"(?P<entries>(?:(?P=indent) +\S.*(?:\n|\Z)|[ \t]*\n)+)",
    re.I | re.M,
)
_ENTRY = re.compile(r"\*{0,2}(\w+) ?(?:\([^\n]{0,200}?\))?:(.*)", re.S)
Spec = TypeVar("Spec", bound=Contract)

PLACEHOLDER = "<known at run time>"
"""What stands in documents for the values of an enumeration that `Toolbox.prompt` asks the application for."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A type that the arguments of a tool name: an object with `arguments`, or another name for `type`.

    `name` and `type` are notation, `description` is a line of Markdown.
    """

    name: str
    type: str
    description: str
    arguments: tuple[Argument, ...]

    @property
    def signature(self) -> str:
        return f"{self.name} = {self.type}" if self.type else f"{self.name}({', '.join(map(str, self.arguments))})"


@dataclass(frozen=True, slots=True)
class ToolView(Generic[Spec]):
    """One tool: `spec` is what was declared; the rest is derived from it and safe to stand in Markdown.

    `schema` is that of its arguments, in which enumerations that are known at run time only have a placeholder.
    `signature` is notation, to be put into a code span. `description` is blocks, `deprecated` a line, both of Markdown;
    `deprecated` is empty for a tool that is not. `extra` is the type of arguments by other names, empty if there are
    none.
    """

    spec: Spec
    schema: Schema
    signature: str
    description: str
    deprecated: str
    arguments: tuple[Argument, ...]
    extra: str
    definitions: tuple[Definition, ...]


def view(tool: Spec) -> ToolView[Spec]:
    """What the documents say of `tool`."""
    schema = _held_open(tool)
    notation = Notation(schema.get("$defs", {}))
    arguments = notation.arguments(schema)
    others = schema.get("additionalProperties", False)
    extra = "" if others is False else notation.type(others)
    parameters = [*map(str, arguments), *([f"**kwargs: {extra}"] if extra else [])]
    return ToolView(
        tool,
        schema,
        f"{tool.name}({', '.join(parameters)})",
        prose(_without_arguments(tool)),
        _deprecated(tool.deprecated),
        arguments,
        extra,
        tuple(_definition(name, notation.named[name], notation) for name in notation.reached()),
    )


def _without_arguments(tool: Contract) -> str:
    """The description of `tool` without the section on its arguments, where their schemas say all of that."""
    properties = tool.input_schema.get("properties", {})
    described = {name: part.get("description", "") for name, part in properties.items() if isinstance(part, dict)}

    def is_said(entry: str) -> bool:
        found = _ENTRY.fullmatch(entry)
        name, text = found.groups() if found else ("", "")
        return name in tool.injected or (name in described and text.split() == described[name].split())

    def kept(section: re.Match[str]) -> str:
        entries = re.split(r"\n(?=\S)", dedent(section["entries"]).strip())
        return "" if all(map(is_said, entries)) else section[0]

    return _ARGUMENTS.sub(kept, tool.description)


def _held_open(tool: Contract) -> Schema:
    """The schema of the arguments of `tool`, with a placeholder in each enumeration that has no values yet."""
    schema = tool.input_schema
    for place in map(keys, tool.dynamic):
        if place[-1] not in reduce(lambda inner, key: inner.get(key, {}), place[:-1], schema):
            schema = put(schema, place, [PLACEHOLDER])
    return schema


def calls(tool: Contract, syntax: CallSyntax) -> list[str]:
    """The examples of `tool` as a model writes them in `syntax`, in Markdown, as far as it has a form for them."""
    found = []
    for example in tool.examples:
        with suppress(ValueError):
            found.append(_shown(syntax.render(ToolCall(tool.name, example))))
    return found


def _shown(call: str) -> str:
    """A call in a code span, or in a fenced block if it has several lines. A fence around one line costs too much."""
    fence = _FENCED.fullmatch(call)
    text, language = (fence[2], fence[1]) if fence else (call, "")
    return fenced(text, language) if "\n" in text else code(text)


def _definition(name: str, schema: Schema, notation: Notation) -> Definition:
    is_object = "properties" in schema
    type_ = "" if is_object else notation.type(schema)
    arguments = notation.arguments(schema) if is_object else ()
    return Definition(name, type_, line(schema.get("description", "")), arguments)


def _deprecated(reason: bool | str) -> str:
    return f"Deprecated: {line(reason)}" if isinstance(reason, str) and reason else "Deprecated." if reason else ""
