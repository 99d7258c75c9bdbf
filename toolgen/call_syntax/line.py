"""`🛠️ search cats`: a marker, a name and arguments on one line; texts of several lines stand below, up to an end marker.

The arguments that a tool requires stand in the order of its schema; the last of them, if it is text, takes the rest of
the line. Others stand before them by name (`limit=3`), and all
may stand in one object (`**{"limit": 3}`). The first of the tool's `multiline` arguments stands below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from toolgen.call_syntax.grammar import VARIATION, Block, Item, prefixes
from toolgen.call_syntax.scanning import Lines, Scanner
from toolgen.call_syntax.syntax import CallSyntax, Tool
from toolgen.call_syntax.values import Arguments, decoded, decoded_at, encoded, from_text, to_text
from toolgen.model.json_values import Json

_NAMED = re.compile(r"([\w.$-]{1,200})=")
_WORD = re.compile(r"\S*")


class LineSyntax(CallSyntax):
    """Calls are lines that begin with `marker`; `end` is the line below a text of several lines."""

    name = "line"
    fences = frozenset({"", "text", "tool", "tool_call"})

    def __init__(
        self,
        tools: Iterable[Tool] = (),
        *,
        coerce: bool = False,
        marker: str = "\U0001f6e0\ufe0f",
        end: str = "\U0001f6e0\ufe0f\U0001f51a",
    ) -> None:
        super().__init__(tools, coerce=coerce)
        self._marker, self._end = marker, end
        self._stop = re.compile(rf"{_literal(marker)}[ \t]")
        self._last = re.compile(rf"{_literal(end)}[ \t]*\r?$")
        self._behind = re.compile(rf"{_literal(end)}\Z")

    @property
    def opens(self) -> str:
        return rf"^(?P<indent> {{0,3}}){_literal(self._marker)}[ \t]{{1,9}}(?P<name>[\w.-]{{1,128}})(?=[ \t\r\n])"

    @property
    def starts(self) -> str:
        return rf"^ {{0,3}}{prefixes(self._marker)}(?:[ \t]{{1,9}}[\w.-]{{0,128}})?"

    @property
    def instructions(self) -> str:
        below = [f"`{tool.multiline[0]}` of `{tool.name}`" for tool in self.tools.values() if tool.multiline]
        return (
            "To call a tool, answer with a line of this form:\n\n"
            f'```\n{self._marker} name option="two words" argument\n```\n\n'
            "The arguments that are required stand in their order, others before them as `name=value`. "
            "Values are JSON. Text of one word, and text of one line that stands last, needs no quotes.\n\n"
            f"{self._told_below(below) if below or not self.tools else ''}"
            "Then stop, and wait for the results."
        )

    def _told_below(self, arguments: Iterable[str]) -> str:
        which = ", ".join(arguments) or "a text of several lines"
        return (
            f"Below it stands {which}; such a call always ends with a line `{self._end}`:\n\n"
            f"```\n{self._marker} name argument\nfirst line\nsecond line\n{self._end}\n```\n\n"
        )

    def closed(self, call: str, tool: str) -> str:
        """`call`, which is one of `tool` and all of a message, with the end that it has to have, or without one."""
        head = call.rstrip()
        found = self._behind.search(head)
        head = head[: found.start()].removesuffix("\n") if found else head
        return f"{head}\n{self._end}\n" if self._below(tool) else head

    def forms(self, name: str, arguments: Mapping[str, Json]) -> Iterator[str]:
        below = self._below(name)
        lines = arguments.get(below) if below else None
        inline = {key: value for key, value in arguments.items() if key != below or not isinstance(value, str)}
        for head, rest in ((inline, lines), (arguments, None)):
            ordered = [*self._positional(name)]
            named = [f"{key}={encoded(value)}" for key, value in head.items() if key not in ordered]
            plain = [self._plain(name, key, head[key]) for key in ordered if key in head]
            all_named = [f"{key}={encoded(value)}" for key, value in head.items()]
            for parts in ([*named, *plain], all_named):
                yield self._text(name, parts, rest if isinstance(rest, str) else None, has_lines=bool(below))
        yield self._text(name, [f"**{encoded(dict(arguments))}"], None, has_lines=bool(below))

    def _plain(self, tool: str, argument: str, value: Json) -> str:
        text = to_text(value, self.types(tool, argument))
        return encoded(value) if text is None or not text or text[0] in '"[{' or "\n" in text else text

    def _text(self, name: str, parts: Iterable[str], lines: str | None, *, has_lines: bool) -> str:
        head = " ".join([self._marker, name, *parts])
        if not has_lines:
            return head
        return "\n".join([head, *([] if lines is None else [lines]), self._end])

    def scanner(self, opening: re.Match[str]) -> tuple[Scanner, int]:
        return (Lines(self._last, self._stop) if self._below(opening["name"]) else Lines()), 0

    def read(self, block: Block) -> Iterator[Item]:
        name = block.opening["name"]
        if self.tools and name not in self.tools:
            yield self.called(block, name, {})
            return
        if block.is_cut and self._below(name):
            yield block.unfinished(self._end)
            return
        yield self.read_as(block, name, partial(self._read, name, *block.inside.partition("\n")[::2]))

    def _read(self, name: str, head: str, below: str) -> dict[str, Json]:
        """What the line says, and the text below it. Raises ValueError."""
        arguments = self._arguments(name, head.removesuffix("\r"))
        lines = self._lines(below)
        lines = lines.removesuffix("\r") if lines and head.endswith("\r") else lines
        if lines is not None and (argument := self._below(name)):
            arguments.setdefault(argument, lines)
        return arguments

    def _lines(self, text: str) -> str | None:
        """The text below a call; None where nothing stands there."""
        lines = text.removesuffix("\n").split("\n")
        if self._last.match(lines[-1]):
            lines.pop()
        elif text == "":
            return None
        return "\n".join(lines) if lines else None

    def _arguments(self, name: str, head: str) -> dict[str, Json]:
        """What the line says. Raises ValueError for what is neither in order nor named."""
        found = Arguments()
        properties = self.schema(name).get("properties", {})
        pending = [*self._positional(name)]
        position = len(head) - len(head.lstrip())
        if head.startswith("**{", position):
            return _whole(head[position + 2 :])
        while position < len(head):
            named = _NAMED.match(head, position)
            is_named = named is not None and (named[1] in properties or not properties)
            if named is not None and is_named:
                argument, position = named[1], named.end()
            else:
                pending = [one for one in pending if one not in found]
                if not pending:
                    raise ValueError(f"{head[position : position + 40]!r} is too much")
                argument = pending[0]
            takes_rest = not is_named and len(pending) == 1
            found[argument], position = self._value(name, argument, head, position, takes_rest=takes_rest)
            position = len(head) - len(head[position:].lstrip())
        return found

    def _value(self, name: str, argument: str, head: str, position: int, *, takes_rest: bool) -> tuple[Json, int]:
        types = self.types(name, argument)
        if head[position : position + 1] in {'"', "[", "{"}:
            try:
                value, end = decoded_at(head, position)
                if not takes_rest or not head[end:].strip():
                    return value, end
            except ValueError:
                if not takes_rest:
                    raise
        if takes_rest and "string" in types:
            return from_text(head[position:].rstrip(), types), len(head)
        word = _WORD.match(head, position)
        end = word.end() if word else position
        return from_text(head[position:end], types), end

    def _positional(self, name: str) -> Iterator[str]:
        """The arguments that stand in order: those of one line that are required, or else the first."""
        schema = self.schema(name)
        multiline = self.tools[name].multiline if name in self.tools else ()
        one_line = [one for one in schema.get("properties", {}) if one not in multiline]
        required = [one for one in one_line if one in schema.get("required", ())]
        yield from required or one_line[:1]

    def _below(self, name: str) -> str | None:
        return next(iter(self.tools[name].multiline), None) if name in self.tools else None


def _whole(text: str) -> dict[str, Json]:
    value = decoded(text)
    if not isinstance(value, dict):
        raise ValueError("it is no object")
    return value


def _literal(marker: str) -> str:
    """A marker as a pattern; many write emoji without the selector that gives them colour."""
    return re.escape(marker).replace(VARIATION, f"{VARIATION}?")
