"""How calls are written in text: one object renders them, reads them, and says how a model has to write them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Protocol

from toolgen.call_syntax.coercion import coerced
from toolgen.call_syntax.grammar import Block, Grammar, Item
from toolgen.call_syntax.message import CallFault, ParsedMessage, ToolCall
from toolgen.call_syntax.parsing import Parser
from toolgen.call_syntax.values import encoded, types_of
from toolgen.model.json_values import Json, Schema

MOST_SUGGESTIONS = 20
"""For how many unknown tools of a message those are looked for that look like them, which takes time."""


class Tool(Protocol):
    """What of a tool says how a call of it is written."""

    @property
    def name(self) -> str:
        """The name, as a model knows it."""

    @property
    def input_schema(self) -> Schema:
        """The schema of its arguments, which has their order."""

    @property
    def multiline(self) -> tuple[str, ...]:
        """The arguments that are texts of several lines."""


class Writable(Protocol):
    """What can be written as a call."""

    @property
    def name(self) -> str:
        """The name of the tool."""

    @property
    def arguments(self) -> Any:
        """A mapping of JSON values, or None for none."""


class MessageParser(Parser):
    """Reads a message that comes in pieces: `feed` and `close` return prose, calls and faults as they are known."""

    def __init__(self, syntax: CallSyntax) -> None:
        super().__init__(syntax)
        self._syntax = syntax
        self._suggested = 0

    def feed(self, piece: str) -> list[Item]:
        return [*map(self._finished, super().feed(piece))]

    def close(self) -> list[Item]:
        return [*map(self._finished, super().close())]

    def _finished(self, item: Item) -> Item:
        if isinstance(item, ToolCall):
            return self._syntax.coerced(item)
        if isinstance(item, CallFault) and item.name and self._suggested < MOST_SUGGESTIONS:
            self._suggested += 1
            return self._syntax.with_meant(item)
        return item


class CallSyntax(Grammar):
    """How calls of `tools` are written, where they are given; else of any tools.

    `render` writes a call, `parse` reads a message, and `parser` one that comes in pieces. With `coerce`, arguments
    become what their schemas want where that is clear (`"42"` is 42), and the call says so.
    """

    def __init__(self, tools: Iterable[Tool] = (), *, coerce: bool = False) -> None:
        self.tools: Mapping[str, Tool] = {tool.name: tool for tool in tools}
        self._coerces = coerce

    @property
    @abstractmethod
    def instructions(self) -> str:
        """What a model is told of how to write calls, in Markdown."""

    @abstractmethod
    def forms(self, name: str, arguments: Mapping[str, Json]) -> Iterator[str]:
        """Texts that may stand for a call, the best first. Raises ValueError for what JSON has no form for."""

    def render(self, call: Writable) -> str:
        """The text of `call`, as `parse` reads it. Raises ValueError for no tool, or where there is no form for it."""
        name, arguments = call.name, dict(call.arguments or {})
        expected = [(name, _in_any_order(arguments))]
        for text in self.forms(name, arguments):
            parser = Parser(self)
            items = [*parser.feed(text), *parser.close()]
            if [_said(one) for one in items if not (isinstance(one, str) and one.isspace())] == expected:
                return text
        raise ValueError(f"a call of {name!r} with these arguments cannot be written in the syntax {self.name!r}")

    def parse(self, text: str) -> ParsedMessage:
        """The prose, the calls and the errors of a whole message. Raises nothing, and takes time linear in its length.

        Arguments are not held against their schemas: whoever makes the call does that.
        """
        parser = self.parser()
        items = [*parser.feed(text), *parser.close()]
        prose = "".join(item for item in items if isinstance(item, str)).strip()
        calls = tuple(item for item in items if isinstance(item, ToolCall))
        return ParsedMessage(prose, calls, tuple(item for item in items if isinstance(item, CallFault)))

    def parser(self) -> MessageParser:
        """What reads a message that comes in pieces."""
        return MessageParser(self)

    def coerced(self, call: ToolCall) -> ToolCall:
        """The same with the values that its schema wants, where that is asked for, and it is not nested too deeply."""
        if not self._coerces:
            return call
        try:
            arguments, remarks = coerced(call.arguments, self.schema(call.name))
        except RecursionError:
            return call
        return replace(call, arguments=arguments, remarks=(*call.remarks, *remarks))

    def with_meant(self, fault: CallFault) -> CallFault:
        """The same with the tools that look like the one that there is not."""
        nearest = get_close_matches(fault.name[:100], self.tools)
        meant = f": did you mean {' or '.join(map(repr, nearest))}?" if nearest else ""
        return replace(fault, message=fault.message + meant)

    def schema(self, tool: str) -> Schema:
        """The schema of the arguments of a tool, which allows all where it is not known."""
        return self.tools[tool].input_schema if tool in self.tools else {}

    def types(self, tool: str, argument: str) -> frozenset[str]:
        """The JSON types that an argument of a tool may have."""
        schema = self.schema(tool)
        return types_of(schema.get("properties", {}).get(argument), schema.get("$defs", {}))

    def read_as(self, block: Block, name: str, read: Callable[[], Json]) -> Item:
        """The call of `name` with what `read` returns, or what is wrong with it: `read` raises ValueError."""
        try:
            arguments = read()
        except ValueError as error:
            return block.fault("malformed", f"the call is not valid: {error}")
        return self.called(block, name, arguments)

    def called(self, block: Block, name: str, arguments: Mapping[str, Json]) -> Item:
        """The call that `block` is, or what is wrong with its name."""
        if not self.tools or name in self.tools:
            end = block.start + len(block.text.rstrip())
            return ToolCall(name, dict(arguments), block.start, end)
        at = max(0, block.text.find(name))
        return replace(block.fault("unknown_tool", f"there is no tool {name[:80]!r}", at, at + len(name)), name=name)


def _said(item: Item) -> object:
    return (item.name, _in_any_order(item.arguments)) if isinstance(item, ToolCall) else item


def _in_any_order(arguments: Mapping[str, Json]) -> str:
    return encoded(dict(sorted(arguments.items())))
