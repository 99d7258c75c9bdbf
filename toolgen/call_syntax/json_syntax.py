"""`{"tool": "search", "args": {"query": "cats"}}`, in a fenced block or by itself, and several in a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from toolgen.call_syntax.grammar import Block, Item
from toolgen.call_syntax.objects import calls_in, object_opening, object_starts
from toolgen.call_syntax.scanning import Brackets, Scanner
from toolgen.call_syntax.syntax import CallSyntax, Tool
from toolgen.call_syntax.values import encoded
from toolgen.model.types import Json


class JsonSyntax(CallSyntax):
    """Calls are JSON objects. `tool_key` and `args_key` are the names in them."""

    name = "json"
    fences = frozenset({"", "json", "jsonc", "json5", "tool", "tool_call", "tool_code"})

    def __init__(
        self, tools: Iterable[Tool] = (), *, coerce: bool = False, tool_key: str = "tool", args_key: str = "args"
    ) -> None:
        super().__init__(tools, coerce=coerce)
        self._keys = (tool_key, args_key)

    @property
    def opens(self) -> str:
        return object_opening(*self._keys)

    @property
    def starts(self) -> str:
        return object_starts(*self._keys)

    @property
    def instructions(self) -> str:
        tool, args = self._keys
        example = encoded({tool: "name", args: {"argument": "value"}})
        return (
            "To call a tool, answer with one JSON object in a fenced block:\n\n"
            f"```json\n{example}\n```\n\n"
            "Write one block for each call. Then stop, and wait for the results."
        )

    def forms(self, name: str, arguments: Mapping[str, Json]) -> Iterator[str]:
        tool, args = self._keys
        yield f"```json\n{encoded({tool: name, args: dict(arguments)})}\n```"

    def scanner(self, _: re.Match[str]) -> tuple[Scanner, int]:
        return Brackets(), 0

    def read(self, block: Block) -> Iterator[Item]:
        return calls_in(self, block, block.text, *self._keys)
