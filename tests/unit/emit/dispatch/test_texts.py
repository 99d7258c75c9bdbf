"""JSON text in the place of an argument: the text itself, or what it stands for, as the framework of the tool has it.

The expected values are those of `mcp` 2.3 and `fastmcp` 4.1.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import MagicMock

import pytest

SIGNATURE = """\
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any
from uuid import UUID
from pydantic import Field

@dataclass
class P:
    x: int

def f(
    s: str = "", o: str | None = None, u: list[str] | str = "", i: int | str = 0, a: Any = None,
    d: dict[str, int] | None = None, l: list[dict[str, int]] = [],
    p: P | dict = {}, k: P | dict[str, int] = {}, g: dict | P = {}, q: UUID | str = "",
    t: date | str = "", b: bytes | str | None = None, n: list[date | str | int] = [],
    e: Annotated[list[int] | None, Field(validation_alias="E")] = None,
) -> str:
    '''F.'''
    return ""
"""
MCP = f"from mcp.server.mcpserver import MCPServer\nserver = MCPServer('x')\n{SIGNATURE}server.add_tool(f)\n"
FASTMCP = f"from fastmcp import FastMCP\nserver = FastMCP('x')\n{SIGNATURE}server.add_tool(f)\n"
REFUSED = object()


@pytest.fixture(autouse=True)
def _servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules of the frameworks, which need not be installed: pydantic asks the functions for their annotations."""
    for name in ("mcp", "mcp.server", "mcp.server.mcpserver", "fastmcp"):
        monkeypatch.setitem(sys.modules, name, MagicMock())


@pytest.mark.parametrize(
    ("name", "given", "by_mcp", "by_fastmcp"),
    [
        ("s", "null", "null", "null"),
        ("s", '["a"]', '["a"]', '["a"]'),
        ("o", "null", None, "null"),
        ("o", "5", "5", "5"),
        ("o", '"q"', '"q"', '"q"'),
        ("o", '["a"]', REFUSED, '["a"]'),
        ("u", '["a"]', ["a"], '["a"]'),
        ("u", '{"a": 1}', REFUSED, '{"a": 1}'),
        ("i", '["a"]', REFUSED, '["a"]'),
        ("a", '{"a": 1}', {"a": 1}, '{"a": 1}'),
        ("d", '{"a": 1}', {"a": 1}, REFUSED),
        ("l", '[{"b": 1}]', [{"b": 1}], REFUSED),
        ("l", ['{"b": 1}'], REFUSED, REFUSED),
        # Among Python values, a text is `str` before it is anything that can be made of it.
        ("t", "2026-03-02", "2026-03-02", "2026-03-02"),
        ("b", "aa", "aa", "aa"),
        ("n", ["2026-03-02", 1], ["2026-03-02", 1], ["2026-03-02", 1]),
        ("q", "12345678123456781234567812345678", *["12345678123456781234567812345678"] * 2),
        # A dictionary of known values is what it is; another stands behind a class that comes first.
        ("k", {"x": 1}, {"x": 1}, {"x": 1}),
        ("g", {"x": 1}, {"x": 1}, {"x": 1}),
        ("d", "null", None, REFUSED),
        ("E", [1], [1], [1]),
        ("E", "[1]", REFUSED, REFUSED),
    ],
)
def test_text_of_json(
    project: Callable[..., Any], name: str, given: object, by_mcp: object, by_fastmcp: object
) -> None:
    assert [_decoded(project({"tools.py": source}), {name: given}) for source in (MCP, FASTMCP)] == [by_mcp, by_fastmcp]


def _decoded(dispatch: Any, arguments: dict[str, Any]) -> object:
    try:
        (value,) = dispatch.decode("f", arguments).values()
    except dispatch.InvalidArguments:
        return REFUSED
    return value


@pytest.mark.parametrize("source", [MCP, FASTMCP])
def test_null_is_no_default(project: Callable[..., Any], source: str) -> None:
    assert _decoded(project({"tools.py": source}), {"s": None}) is REFUSED


def test_a_parameter_of_which_the_schema_says_nothing(load: Callable[..., Any], tool: Callable[..., Any]) -> None:
    bare = tool({"properties": {"a": True}})
    of_mcp = replace(bare, origin=replace(bare.origin, dialect="mcp"), input_schema={"type": "object"})
    assert load(of_mcp).decode("subject", {"a": "[1]"}) == {"a": [1]}


def test_tools_of_two_frameworks_in_one_module(project: Callable[..., Any]) -> None:
    """What is taken for what is a matter of the tool, also of types that they share."""
    ours = "@tool('g', 'G.')\ndef g(b: bytes | str | None = None, l: list[int] = []) -> str:\n    return ''\n"
    dispatch = project({"tools.py": f"from toolgen import tool\n{MCP}\n{ours}"})
    assert [dispatch.decode(name, {"b": "aa"}) for name in "fg"] == [{"b": "aa"}, {"b": b"aa"}]
    assert dispatch.decode("g", {"l": "[1]"}) == {"l": [1]}
