"""`<tool_call>{"name": "search", "arguments": {"query": "cats"}}</tool_call>`.

Source: <https://github.com/NousResearch/Hermes-Function-Calling>; Qwen 2.5 and 3 were trained on it as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolgen.call_syntax.grammar import Block, Item, prefixes
from toolgen.call_syntax.objects import calls_in
from toolgen.call_syntax.scanning import Scanner, Until
from toolgen.call_syntax.syntax import CallSyntax
from toolgen.call_syntax.values import encoded
from toolgen.model.json_values import Json

_END = "</tool_call>"


class HermesSyntax(CallSyntax):
    """Calls are JSON objects in tags."""

    name = "hermes"
    fences = frozenset({"", "json", "xml", "tool_call"})
    opens = r"<tool_call>\s{0,40}(?=[\[{])"
    starts = rf"{prefixes('<tool_call>')}|<tool_call>\s{{0,40}}"

    @property
    def instructions(self) -> str:
        example = encoded({"name": "name", "arguments": {"argument": "value"}})
        return (
            "To call a tool, answer with one JSON object inside `<tool_call>` tags:\n\n"
            f"```\n<tool_call>\n{example}\n</tool_call>\n```\n\n"
            "Write one such block for each call. Then stop, and wait for the results."
        )

    def forms(self, name: str, arguments: Mapping[str, Json]) -> Iterator[str]:
        # In JSON, a slash may be escaped, so that no text in it ends the call.
        text = encoded({"name": name, "arguments": dict(arguments)}).replace("</", "<\\/")
        yield f"<tool_call>\n{text}\n{_END}"

    def scanner(self, opening: re.Match[str]) -> tuple[Scanner, int]:
        return Until(_END), opening.end() - opening.start()

    def read(self, block: Block) -> Iterator[Item]:
        return calls_in(self, block, block.inside.removesuffix(_END), "name", "arguments")
