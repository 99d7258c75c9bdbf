"""What changes the tools that a server serves is told, at its place (TG226)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SERVERS = """from fastmcp import FastMCP
main, orders = FastMCP("main"), FastMCP("orders")

@orders.tool
def listed() -> str:
    "List."
    return ""

{call}
"""


@pytest.mark.parametrize(
    ("call", "is_told"),
    [
        ('main.mount(orders, namespace="o")', True),
        ('main.mount(orders, prefix="o")', True),
        ('main.mount(orders, "o")', True),
        ('main.mount("o", orders)', True),
        ('main.mount(orders, tool_names={"listed": "l"})', True),
        ('def build():\n    main.mount(orders, namespace="o")', True),
        ('def compose(server: FastMCP): server.mount(orders, namespace="o")', True),
        ("class App:\n    server = FastMCP('x')\n    def hide(self): self.server.add_transform(print)", True),
        ('async def compose(): await main.import_server(orders, prefix="o")', True),
        ("main.mount(orders)", False),
        ("main.mount(orders, namespace=None)", False),
        ('orders.remove_tool("listed")', True),
        ('orders.disable(tags={"x"})', True),
        ("orders.add_transform(print)", True),
        ('import os\nos.mount("listed", "o")', False),
        ('class Disk:\n    def mount(self, a, b): ...\nDisk().mount("a", "b")', False),
    ],
)
def test_changes_of_what_is_served_are_told(analyse: Analyse, call: str, is_told: bool) -> None:
    analysis = analyse({"server.py": SERVERS.format(call=call)})
    assert [tool.name for tool in analysis.manifest.tools] == ["listed"]
    assert [found.code for found in analysis.diagnostics] == ["TG226"] * is_told


@pytest.mark.parametrize(
    ("source", "object_"),
    [
        ('main.mount(orders, namespace="o")', "server:main"),
        ('def build():\n    main.mount(orders, namespace="o")', "server:main"),
        ('def build():\n    new = FastMCP()\n    new.mount(orders, namespace="o")\n    return new', "'server:build()'"),
        ('def build(server: FastMCP): server.mount(orders, namespace="o")', "server:NAME"),
        ("class A:\n    def go(self):\n        new = FastMCP()\n        new.mount(orders, 'o')", "server:NAME"),
    ],
)
def test_the_way_out_names_what_verify_finds(analyse: Analyse, source: str, object_: str) -> None:
    (found,) = analyse({"server.py": SERVERS.format(call=source)}).diagnostics
    assert found.help.endswith(f"`toolgen verify {object_}`")
