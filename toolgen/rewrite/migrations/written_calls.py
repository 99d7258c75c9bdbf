"""The text of a call, in whatever syntax it is written → its arguments, where there is one way to read it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from toolgen.call_syntax import BUILT_IN, call_syntax
from toolgen.call_syntax.line import LineSyntax
from toolgen.call_syntax.values import from_text, types_of
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import has_type
from toolgen.rewrite.change import UnchangeableError

_QUOTED = re.compile(r"(?<![^\s=])(?P<quote>[\"'`])(?P<inside>(?:\\.|[^\\])+?)(?P=quote)(?!\S)")
"""What stands in quotes on a line, as a word or the value of one."""


class ReadCall(NamedTuple):
    """The arguments of a call, and those of them that are written in lines of their own."""

    arguments: dict[str, Json]
    multiline: frozenset[str]


@dataclass(frozen=True, slots=True)
class Called:
    """What of a tool says how a call of it is read."""

    name: str
    input_schema: Schema
    multiline: tuple[str, ...] = ()

    @property
    def properties(self) -> Mapping[str, Json]:
        found: Mapping[str, Json] = self.input_schema.get("properties", {})
        return found

    def types(self, argument: str) -> frozenset[str]:
        """The JSON types that an argument may have."""
        return types_of(self.properties[argument], self.input_schema.get("$defs", {}))


def read_call(text: str, tool: Called, configured: Mapping[str, Any]) -> ReadCall:
    """The one call of `tool` that `text` is, as `configured` or toolgen's own. Raises UnchangeableError for none."""
    reasons: list[str] = []
    for options in [dict(configured)] * bool(configured) + [{"name": name} for name in BUILT_IN]:
        name = options.pop("name", "json")
        reader = _with_lines(text, tool) if name == "line" else tool
        syntax = call_syntax(name, tools=[reader], **options)
        message = syntax.parse(syntax.closed(text, tool.name) if isinstance(syntax, LineSyntax) else text)
        if len(message.calls) == 1 and not message.errors and not message.message:
            arguments = dict(message.calls[0].arguments)
            if isinstance(syntax, LineSyntax):
                head = text.strip().partition("\n")[0]
                _refuse_quotes(head, arguments)
                _refuse_ambiguous(head, tool, arguments)
            lines = {one for one, value in arguments.items() if isinstance(value, str) and "\n" in value}
            return ReadCall(arguments, frozenset(lines.union(arguments.keys() & {*reader.multiline})))
        reasons += [error.message for error in message.errors]
        reasons += ["there is more in it than one call"] if message.calls else []
    if reasons and not tool.properties:
        raise UnchangeableError("nothing says what its arguments are called: list them in `arguments`")
    raise UnchangeableError(f"no syntax reads this example{f': {reasons[0]}' if reasons else ''}")


def _with_lines(text: str, tool: Called) -> Called:
    """`tool`, where nothing says which argument stands below the line, with the last one that may be a text there."""
    if tool.multiline or "\n" not in text.strip():
        return tool
    texts = [name for name in tool.properties if "string" in tool.types(name)]
    return replace(tool, multiline=tuple(texts[-1:]))


def _refuse_quotes(line: str, arguments: Mapping[str, Json]) -> None:
    """Raises UnchangeableError where quotes may hold one argument: to the syntax, all but JSON's are letters."""
    values = [*map(str, arguments.values())]
    for quoted in _QUOTED.finditer(line):
        inside = _unquoted(quoted)
        if not any(inside in value and quoted[0] != value for value in values):
            raise UnchangeableError(f"{quoted[0]} may be one argument, or text with quotes")


def _unquoted(quoted: re.Match[str]) -> str:
    with suppress(ValueError):
        return str(json.loads(quoted[0]))
    return quoted["inside"]


def _refuse_ambiguous(line: str, tool: Called, arguments: Mapping[str, Json]) -> None:
    """Raises UnchangeableError where the last word of a line may as well be an argument that may be left out."""
    last = line.split()[-1]
    texts = (one for one in arguments.values() if isinstance(one, str) and "\n" not in one)
    takes_rest = any(one.split()[1:][-1:] == [last] for one in texts)
    if not takes_rest:
        return
    optional = tool.properties.keys() - {*tool.input_schema.get("required", ()), *arguments, *tool.multiline}
    for name in (one for one in tool.properties if one in optional):
        if has_type(from_text(last, tool.types(name)), tool.types(name)):
            raise UnchangeableError(f"`{last}` may be `{name}`, or belong to what stands before it")
