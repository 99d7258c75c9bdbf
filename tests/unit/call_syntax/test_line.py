"""The end of a call in lines: where a text of several lines may stand below it, and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from toolgen.call_syntax.line import LineSyntax
from toolgen.model.json_values import Schema


@dataclass(frozen=True)
class Writing:
    name: str
    input_schema: Schema
    multiline: tuple[str, ...]


@pytest.mark.parametrize(
    ("call", "multiline", "closed"),
    [
        ("! put a", (), "! put a"),
        ("! put a\n!end\n", (), "! put a"),
        ("! put a", ("text",), "! put a\n!end\n"),
        ("! put a\nb\nc", ("text",), "! put a\nb\nc\n!end\n"),
        ("! put a\nb\n!end", ("text",), "! put a\nb\n!end\n"),
        ("! put a\nb!end \n", ("text",), "! put a\nb\n!end\n"),
    ],
)
def test_a_call_has_the_end_that_belongs_to_its_tool(call: str, multiline: tuple[str, ...], closed: str) -> None:
    schema = {"type": "object", "properties": {"path": {"type": "string"}, "text": {"type": "string"}}}
    syntax = LineSyntax([Writing("put", {**schema, "required": ["path"]}, multiline)], marker="!", end="!end")
    assert syntax.closed(call, "put") == closed
    assert len(syntax.parse(closed).calls) == 1
