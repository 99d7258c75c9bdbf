"""Names under which other files may know what declares tools."""

from __future__ import annotations

import pytest

from toolgen.syntax.carriers import aliases
from toolgen.syntax.facts import ModuleFacts
from toolgen.syntax.module import parse_module

WORDS = frozenset({"tool", "Tool"})


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from toolgen import tool", []),
        ("import itertools", []),
        ("x = 1", []),
        ("toolbox = make()", []),
        ("result = run(tool)", []),
        ("from toolgen import tool as expose", ["expose"]),
        ("from toolgen import Tool as Base", ["Base"]),
        ("import toolgen\nexpose = toolgen.tool", ["expose"]),
        ("from toolgen import tool\nexpose = tool(tags=['a'])", ["expose"]),
        ("import toolgen\nclass Base(toolgen.Tool): ...", ["Base"]),
        ("from toolgen import Tool\nclass Base(Tool[int]): ...", ["Base"]),
        ("from toolgen import tool\ndef f():\n    expose = tool", []),
    ],
)
def test_aliases(source: str, found: list[str]) -> None:
    facts = parse_module(source.encode(), "m.py", frozenset(map(str.encode, WORDS)))
    assert isinstance(facts, ModuleFacts)
    assert [alias.decode() for alias in aliases(facts, WORDS)] == found
