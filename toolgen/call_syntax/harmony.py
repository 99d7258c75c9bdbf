"""`<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"query": "cats"}<|call|>`, of gpt-oss.

Source: <https://cookbook.openai.com/articles/openai-harmony>. What stands in the channel `analysis` is how the model
thought, which is not shown to users: it is no part of the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolgen.call_syntax.grammar import Block, Item
from toolgen.call_syntax.objects import call_in
from toolgen.call_syntax.scanning import Scanner, Until
from toolgen.call_syntax.syntax import CallSyntax
from toolgen.call_syntax.values import encoded
from toolgen.model.json_values import Json

_RECIPIENT = re.compile(r"\bto=(?:functions\.)?([\w.-]+)")
_THOUGHT = re.compile(r"<\|channel\|>\s*analysis")
_ENDS = ("<|call|>", "<|end|>", "<|return|>")
_END = re.compile(r"<\|(?:call|end|return)\|>\Z")
_CONTROL = r"<\|(?:start|channel|constrain)\|>[^<>]{0,100}"


class HarmonySyntax(CallSyntax):
    """Calls are messages to the functions of a namespace."""

    name = "harmony"
    markup = _ENDS
    # The prompt may end with `<|start|>assistant`, and the answer begin with whom it is for.
    opens = rf"(?P<header>(?:\bto=[\w.-]{{1,128}}\s{{0,9}})?(?:{_CONTROL}){{1,4}})<\|message\|>"
    starts = rf"(?:\bt(?:o(?:=[\w.-]{{0,128}}\s{{0,9}})?)?)?(?:{_CONTROL}){{0,4}}(?:<(?:\|[a-z]{{0,9}}(?:\|>?)?)?)?"

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
        head = opening.end() - opening.start()
        if _RECIPIENT.search(opening["header"]) or _THOUGHT.search(opening["header"]):
            return Until(*_ENDS), head
        # What is said to users is prose behind its header: behind the last character of that, nothing is looked for.
        return Until(">"), head - 1

    def read(self, block: Block) -> Iterator[Item]:
        recipient = _RECIPIENT.search(block.opening["header"])
        # What is for the model itself is a result that it made up.
        if recipient is None or recipient[1] == "assistant":
            return iter(())
        return call_in(self, block, recipient[1], _END.sub("", block.inside).strip() or "{}")
