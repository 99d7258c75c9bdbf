"""`<function=search><parameter=query>cats</parameter></function>`, which Qwen3-Coder was trained on.

Source: the chat template of <https://huggingface.co/Qwen/Qwen3-Coder-30B-A3B-Instruct>. The arguments may be one JSON
object as well, as in <https://www.llama.com/docs/model-cards-and-prompt-formats/llama3_1/>, "custom tool calling".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from toolgen.call_syntax.grammar import Block, Item, prefixes
from toolgen.call_syntax.objects import call_in
from toolgen.call_syntax.scanning import Scanner, Until
from toolgen.call_syntax.syntax import CallSyntax
from toolgen.call_syntax.values import Arguments, encoded, from_text, to_text, unwrapped
from toolgen.model.json_values import Json

_END, _OUTER_END = "</function>", "</tool_call>"
_PARAMETER = re.compile(r"\s*<parameter=([^<>\n]{1,200})>")
_PARAMETER_END = "</parameter>"


class FunctionXmlSyntax(CallSyntax):
    """Calls are tags that have the name of the tool in them; texts stand in their parameters as they are."""

    name = "function_xml"
    fences = frozenset({"", "xml", "tool_call"})
    markup = ("</tool_call>",)
    opens = r"(?:<tool_call>\s{0,40})?<function=(?P<name>[^<>\s]{1,128})>"
    starts = (
        rf"{prefixes('<tool_call>')}|(?:<tool_call>\s{{0,40}})?(?:{prefixes('<function=')}|<function=[^<>\s]{{0,128}})"
    )

    @property
    def instructions(self) -> str:
        return (
            "To call a tool, answer in this form, with each value on lines of its own:\n\n"
            "```\n<tool_call>\n<function=name>\n<parameter=argument>\nvalue\n</parameter>\n"
            "</function>\n</tool_call>\n```\n\n"
            "Text is written as it is, all other values as JSON. Write one such block for each call. "
            "Then stop, and wait for the results."
        )

    def forms(self, name: str, arguments: Mapping[str, Json]) -> Iterator[str]:
        texts = {argument: to_text(value, self.types(name, argument)) for argument, value in arguments.items()}
        parameters = [f"<parameter={argument}>\n{text}\n{_PARAMETER_END}\n" for argument, text in texts.items()]
        body = encoded(dict(arguments)).replace("</", "<\\/") + "\n"
        for inside in ("".join(parameters), body):
            yield f"<tool_call>\n<function={name}>\n{inside}{_END}\n{_OUTER_END}"

    def scanner(self, opening: re.Match[str]) -> tuple[Scanner, int]:
        return Until(_END, _OUTER_END), opening.end() - opening.start()

    def read(self, block: Block) -> Iterator[Item]:
        name = block.opening["name"]
        body = block.inside.removesuffix(_OUTER_END).removesuffix(_END)
        if body.lstrip().startswith("{"):
            yield from call_in(self, block, name, body)
            return
        if block.is_cut:
            yield block.unfinished(_END)
            return
        yield self.read_as(block, name, partial(self._parameters, name, body))

    def _parameters(self, name: str, body: str) -> dict[str, Json]:
        """The arguments in parameters. Raises ValueError for anything else between them."""
        found, position = Arguments(), 0
        while begin := _PARAMETER.match(body, position):
            end = body.find(_PARAMETER_END, begin.end())
            if end < 0:
                raise ValueError(f"the parameter {begin[1][:80]!r} has no end")
            found[begin[1]] = from_text(unwrapped(body[begin.end() : end]), self.types(name, begin[1]))
            position = end + len(_PARAMETER_END)
        if body[position:].strip():
            raise ValueError(f"{body[position:].strip()[:40]!r} is no parameter")
        return found
