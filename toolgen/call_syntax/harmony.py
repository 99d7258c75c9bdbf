"""`<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"query": "cats"}<|call|>`, of gpt-oss.

Source: <https://cookbook.openai.com/articles/openai-harmony>. What stands in the channel `analysis` is how the model
thought, which is not shown to users: it is no part of the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolgen.call_syntax.grammar import Block, Item
from toolgen.call_syntax.scanning import Scanner, Until
from toolgen.call_syntax.syntax import CallSyntax
from toolgen.call_syntax.values import decoded, encoded
from toolgen.model.types import Json

_RECIPIENT = re.compile(r"\bto=(?:functions\.)?([\w.-]+)")
_END = re.compile(r"<\|(?:call|end|return)\|>\Z")
_CONTROL = r"<\|(?:start|channel|constrain)\|>[^<>]{0,100}"


class HarmonySyntax(CallSyntax):
    """Calls are messages to the functions of a namespace."""

    name = "harmony"
    opens = rf"(?P<header>(?:{_CONTROL}){{1,4}})<\|message\|>"
    starts = rf"(?:{_CONTROL}){{0,4}}(?:<(?:\|[a-z]{{0,9}}(?:\|>?)?)?)?"

    @property
    def instructions(self) -> str:
        return (
            "To call a tool, send it a message on the channel `commentary`, with its arguments as a JSON object:\n\n"
            "```\n<|channel|>commentary to=functions.name <|constrain|>json<|message|>"
            '{"argument": "value"}<|call|>\n```'
        )

    def forms(self, name: str, arguments: Mapping[str, Json]) -> Iterator[str]:
        text = encoded(dict(arguments)).replace("<|", "<\\u007c")
        yield f"<|channel|>commentary to=functions.{name} <|constrain|>json<|message|>{text}<|call|>"

    def scanner(self, opening: re.Match[str]) -> tuple[Scanner, int]:
        return Until("<|call|>", "<|end|>", "<|return|>"), opening.end() - opening.start()

    def read(self, block: Block) -> Iterator[Item]:
        header, text = block.opening["header"], _END.sub("", block.inside)
        recipient = _RECIPIENT.search(header)
        if recipient is None:
            yield "" if re.search(r"<\|channel\|>\s*analysis", header) else text
            return
        try:
            arguments = decoded(text) if text.strip() else {}
        except ValueError as error:
            yield (
                block.unfinished() if block.is_cut else block.fault("malformed", f"the call is not valid JSON: {error}")
            )
            return
        if not isinstance(arguments, dict):
            yield block.fault("malformed", "the arguments have to be an object of JSON")
            return
        yield self.called(block, recipient[1], arguments)
