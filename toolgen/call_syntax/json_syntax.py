"""`{"tool": "search", "args": {"query": "cats"}}`, in a fenced block or by itself, and several in a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from toolgen.call_syntax.grammar import Block, Item
from toolgen.call_syntax.objects import calls_in, object_opening, object_starts
from toolgen.call_syntax.scanning import Brackets, Scanner
from toolgen.call_syntax.syntax import CallSyntax, Tool
from toolgen.call_syntax.values import encoded
from toolgen.model.json_values import Json

_OTHER_KEYS = ("name", "function", "tool_name", "function_name", "action")
"""What other syntaxes call the name of a tool: an object with the name of one was meant as a call."""

_OTHER_ARGUMENTS = ("arguments", "args", "parameters", "params", "input")

_MEANT = r"""\s{0,20}["'](?P<meant>[\w.-]{1,128})["']"""


class JsonSyntax(CallSyntax):
    """Calls are JSON objects. `tool_key` and `args_key` are the names in them."""

    name = "json"
    markup = ("[TOOL_CALLS]", "<|python_tag|>", "<|eom_id|>", "<|eot_id|>")
    fences = frozenset({"", "json", "jsonc", "json5", "tool", "tool_call", "tool_code"})

    def __init__(
        self, tools: Iterable[Tool] = (), *, coerce: bool = False, tool_key: str = "tool", args_key: str = "args"
    ) -> None:
        super().__init__(tools, coerce=coerce)
        self._keys = (tool_key, args_key)

    @property
    def opens(self) -> str:
        return f"{object_opening(*self._keys)}|{object_opening(*_OTHER_KEYS)}{_MEANT}"

    @property
    def starts(self) -> str:
        return f"{object_starts(*self._keys, *_OTHER_KEYS)}(?::\\s{{0,20}}(?:[\"'][\\w.-]{{0,128}})?)?"

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

    def scanner(self, opening: re.Match[str]) -> tuple[Scanner, int] | None:
        meant = opening["meant"]
        return (Brackets(), 0) if meant is None or meant in self.tools else None

    def read(self, block: Block) -> Iterator[Item]:
        yield from self._meant(block) if block.opening["meant"] else calls_in(self, block, block.text, *self._keys)

    def _meant(self, block: Block) -> Iterator[Item]:
        """What is said of an object with the name of a tool under another key, if it has arguments as well."""
        tool, args = self._keys
        is_call = any(f'"{key}"' in block.text for key in _OTHER_ARGUMENTS)
        message = f'a call has the name of the tool as "{tool}", and its arguments as "{args}"'
        yield block.fault("malformed", message) if is_call else block.text
