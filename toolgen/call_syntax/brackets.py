"""`[search query="cats" limit=3]`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from toolgen.call_syntax.grammar import Block, Item
from toolgen.call_syntax.scanning import Brackets, Scanner
from toolgen.call_syntax.syntax import CallSyntax
from toolgen.call_syntax.values import Arguments, decoded, decoded_at, encoded, from_text
from toolgen.model.json_values import Json
from toolgen.model.keywords import TYPES

_ARGUMENT = re.compile(r"""\s*,?\s*(?:([\w.$-]{1,200})|("(?:[^"\\]|\\.){0,400}"))\s{0,9}=\s{0,9}""")
_WORD = re.compile(r"[^\s\]]*")
_QUOTED = re.compile(r"'([^'\\\n]*)'(?=[\s,]|\Z)")
_NAME = re.compile(r"[\w.$-]{1,200}")

_TOOL = r"[A-Za-z_][\w.-]{0,127}"
_KEY = r"""(?:[\w.$-]{1,40}|"[^"\n]{0,40}")"""


class BracketsSyntax(CallSyntax):
    """Calls stand in brackets, with their arguments by name: JSON, or a word as it is."""

    name = "brackets"
    fences = frozenset({"", "text", "tool", "tool_call"})
    # Without arguments, a name in brackets may be any word in prose: it stands on a line of its own.
    opens = (
        rf"\[(?P<name>{_TOOL})\s{{1,20}}{_KEY}\s{{0,9}}="
        rf"|^ {{0,3}}\[(?P<alone>{_TOOL})\s{{0,9}}\](?=[ \t]{{0,9}}\r?\n)"
    )
    starts = (
        rf"\[(?:{_TOOL}(?:\s{{1,20}}(?:{_KEY}|\"[^\"\n]{{0,40}})?\s{{0,9}})?)?"
        rf"|^ {{0,3}}\[{_TOOL}\s{{0,9}}\][ \t]{{0,9}}\r?"
    )

    @property
    def instructions(self) -> str:
        return (
            "To call a tool, answer with its name and arguments in brackets:\n\n"
            '```\n[name argument="value" number=1]\n```\n\n'
            "Values are JSON. Write one such line for each call. Then stop, and wait for the results."
        )

    def forms(self, name: str, arguments: Mapping[str, Json]) -> Iterator[str]:
        parts = [f"{k if _NAME.fullmatch(k) else encoded(k)}={encoded(value)}" for k, value in arguments.items()]
        yield f"[{' '.join([name, *parts])}]"

    def scanner(self, opening: re.Match[str]) -> tuple[Scanner, int] | None:
        is_call = opening["name"] or opening["alone"] in self.tools or not self.tools
        return (Brackets(), 0) if is_call else None

    def read(self, block: Block) -> Iterator[Item]:
        name = block.opening["name"] or block.opening["alone"]
        text = block.text.lstrip()[1 + len(name) : -1]
        yield block.unfinished("]") if block.is_cut else self.read_as(block, name, partial(self._arguments, text))

    def _arguments(self, text: str) -> dict[str, Json]:
        found, position = Arguments(), 0
        while begin := _ARGUMENT.match(text, position):
            found[begin[1] or decoded(begin[2])], position = self._value(text, begin.end())
        if rest := text[position:].strip():
            raise ValueError(f"{rest[:40]!r} is no `argument=value`")
        return found

    def _value(self, text: str, position: int) -> tuple[Json, int]:
        if text[position : position + 1] in {'"', "[", "{"}:
            return decoded_at(text, position)
        if quoted := _QUOTED.match(text, position):
            return quoted[1], quoted.end()
        word = _WORD.match(text, position)
        end = word.end() if word else position
        return from_text(text[position:end], TYPES - {"string"}), end
