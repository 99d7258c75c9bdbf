"""`--from example-strings`: examples that are texts of calls become dictionaries, and classes list their arguments.

What an argument is called, its type and whether it is required is what the analysis found. A text in whatever syntax is
read where there is one way to read it.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from toolgen.call_syntax import BUILT_IN, call_syntax
from toolgen.call_syntax.line import LineSyntax
from toolgen.call_syntax.values import from_text, types_of
from toolgen.config.config import Config
from toolgen.iteration import grouped
from toolgen.model.applicators import without
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import has_type
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.rewrite import cst
from toolgen.rewrite.change import Change, Left, UnchangeableError, made_or_left
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.literals import literal
from toolgen.rewrite.migrations.class_members import MembersEdit, member
from toolgen.rewrite.migrations.files import Files
from toolgen.rewrite.parameters import with_keyword
from toolgen.rewrite.spelling import laid_out, reference

_CODE = "example-strings"
_WIDTH = 88
"""The most columns of a list that stands on one line."""


def reading_examples() -> Codemod:
    """Makes dictionaries of the examples that a build refuses (TG206) and that are texts of calls."""
    return Codemod((_CODE,), _changes, lambda tool: without(tool, "examples", "multiline"))


def _changes(analysis: Analysis, config: Config) -> Iterator[Change | Left]:
    files = Files(analysis)
    told = ((one.span, dict(one.details)) for one in analysis.diagnostics if one.code == "TG206")
    refused = grouped(((at.path, said["tool"]), at) for at, said in told if said["argument"] == "examples")
    for tool in analysis.manifest.tools:
        if spans := refused.pop((tool.span.path, tool.name), None):
            yield from _Examples(files, config, tool, tuple(spans)).changes()


@dataclass(frozen=True, slots=True)
class _Examples:
    """The examples of one tool that are no dictionaries, by their places."""

    files: Files
    config: Config
    tool: ToolSpec
    spans: tuple[Span, ...]

    def changes(self) -> Iterator[Change | Left]:
        tool = self.tool
        called = Called(tool.name, tool.input_schema, tool.multiline)
        read: list[ReadCall] = []
        for span in self.spans:
            try:
                read.append(read_call(self.files.string(span), called, self.config.syntax))
            except UnchangeableError as error:
                yield Left(_CODE, span, str(error), tool.name)
            else:
                new: Json = read[-1].arguments if self.files.is_element(span) else [read[-1].arguments]
                yield Change(_CODE, span, "String", partial(_replacing, text=literal(new)), about=tool.name)
        if read and tool.origin.binding == "tool_class":
            listed = self._listed({name for one in read for name in one.multiline})
            yield from made_or_left(listed, _CODE, tool.span, tool.name)

    def _listed(self, multiline: set[str]) -> Iterator[Change]:
        """What the class is to say of its arguments. Raises UnchangeableError."""
        node = self.files.of_class(self.tool.span)
        listed = member(node, "arguments")
        if isinstance(listed, ast.Assign | ast.AnnAssign):
            yield from self._marked(listed.value, multiline - {*self.tool.multiline})
        elif listed is None and self.tool.input_schema.get("properties") and not member(node, "parameters_schema"):
            written = laid_out("arguments = [", [*self._arguments(multiline)], "]", _WIDTH)
            edit = MembersEdit("examples", (written,))
            yield Change(_CODE, self.tool.span, "ClassDef", edit, about=self.tool.name)

    def _marked(self, listed: ast.expr | None, multiline: set[str]) -> Iterator[Change]:
        """`multiline=True` in the `Argument(…)` of those that have lines in an example."""
        text = self.files.text(self.tool.span.path)
        for call in listed.elts if isinstance(listed, ast.List | ast.Tuple) else []:
            if isinstance(call, ast.Call) and multiline & {*_names(call)}:
                span = Span(self.tool.span.path, call.lineno, text.column(call))
                yield Change(_CODE, span, "Call", _multiline, about=self.tool.name)

    def _arguments(self, multiline: set[str]) -> Iterator[str]:
        schema = self.tool.input_schema
        for argument, value in schema["properties"].items():
            given = [f"name={literal(argument)}"]
            if isinstance(value, dict) and value.get("description"):
                given.append(f"description={literal(value['description'])}")
            given += [] if argument in schema.get("required", ()) else ["required=False"]
            given += ["multiline=True"] if argument in multiline.union(self.tool.multiline) else []
            yield f"{reference('toolgen', 'Argument')}({', '.join(given)})"


def _replacing(_: Any, text: str) -> Any:
    """The expression `text` in the place of a string."""
    return cst.parse_expression(text)


def _names(call: ast.Call) -> Iterator[str]:
    """What may be the name in `Argument(…)`."""
    values = [*call.args[:1], *(one.value for one in call.keywords if one.arg == "name")]
    yield from (one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str))


def _multiline(call: Any) -> Any:
    if any(one.keyword is not None and one.keyword.value == "multiline" for one in call.args):
        raise UnchangeableError("an example has several lines, and the argument says that it has one")
    return with_keyword(call, "multiline", cst.Name("True"))


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
