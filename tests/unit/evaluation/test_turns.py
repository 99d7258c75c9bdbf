"""Programs that take one turn or another: what is registered on one of them alone has a note, and none is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SERVER = """
import os
from contextlib import suppress
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("s")
def f(x: int) -> str: 'F.'
def g(x: int) -> str: 'G.'
def flag(name):
    if os.getenv(name):
        return True
    return False
"""
TURNS = {
    "bound before break": """
key = None
for name in ('A', 'B'):
    if os.getenv(name):
        key = name
        break
if key: mcp.add_tool(f)
""",
    "bound before continue": """
key = None
for name in ('A', 'B'):
    if os.getenv(name):
        key = name
        continue
if key: mcp.add_tool(f)
""",
    "asked for two things": """
if flag('A') and not flag('B'): mcp.add_tool(f)
""",
    "asked for one or the other": """
if flag('A'): mcp.add_tool(f)
elif flag('B'): mcp.add_tool(g)
""",
    "left for one": """
def register():
    if flag('A'): return
    if flag('B'): mcp.add_tool(f)
register()
""",
    "filled where a variable is there": """
TOOLS = []
try:
    os.environ['A']
    TOOLS.append(f)
except KeyError: ...
for one in TOOLS: mcp.add_tool(one)
""",
    "filled where errors are suppressed": """
TOOLS = []
with suppress(KeyError):
    os.environ['A']
    TOOLS.append(f)
for one in TOOLS: mcp.add_tool(one)
""",
    "tried again": """
def start():
    tries = 0
    while True:
        if os.getenv('A'): break
        tries += 1
        if tries > 3: return
    mcp.add_tool(f)
start()
""",
    "counted in a loop over what is known": """
def start():
    names, count = ['A', 'B'], 0
    while names:
        if os.getenv(names.pop()): count += 1
    if count: mcp.add_tool(f)
start()
""",
    "counted in a loop over what is not known": """
def start():
    seen = []
    for line in os.environ['A'].split(): seen.append(line)
    if len(seen) > 1: mcp.add_tool(f)
start()
""",
    "counted by an object": """
class Count:
    def __init__(self):
        self.n = 0
        for one in os.environ['A'].split(): self.n += 1
def start():
    if Count().n > 1: mcp.add_tool(f)
start()
""",
}


@pytest.mark.parametrize("body", TURNS.values(), ids=TURNS)
def test_what_one_turn_registers_has_a_note(analyse: Analyse, body: str) -> None:
    analysis = analyse({"server.py": SERVER + body})
    names = {name for name in ("f", "g") if f"add_tool({name})" in body or f"append({name})" in body}
    assert {tool.name for tool in analysis.manifest.tools} == names
    messages = [one.message for one in analysis.diagnostics if one.code == "TG221"]
    assert {name for name in names for message in messages if f"`{name}`" in message} == names


def test_what_is_bound_before_break_is_a_constant_where_all_is_known(analyse: Analyse) -> None:
    body = "for name in ('a', 'b'):\n    if name == 'b':\n        key = name\n        break\n"
    analysis = analyse({"server.py": f"{SERVER}key = None\n{body}@mcp.tool()\ndef h(x: str = key) -> str: 'H.'"})
    (tool,) = analysis.manifest.tools
    assert tool.input_schema["properties"]["x"].get("default", "b") == "b"
