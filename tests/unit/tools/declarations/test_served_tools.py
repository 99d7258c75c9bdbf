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
    ("call", "prefix"),
    [
        ("main.mount(orders)", ""),
        ("main.mount(orders, namespace=None)", ""),
        ('main.mount(orders, namespace="")', ""),
        ("", ""),
        ('main.mount(orders, namespace="o")', "o_"),
        ('main.mount(orders, prefix="o")', "o_"),
        ('main.mount(orders, "o")', "o_"),
        ('main.mount("o", orders)', "o_"),
        ('main.mount(server=orders, prefix="o")', "o_"),
        ('main.add_provider(orders, namespace="o")', "o_"),
        ('NAME = "o"\nmain.mount(orders, NAME)', "o_"),
        ('main.mount(orders, "o", as_proxy=True)', "o_"),
        ('def build():\n    main.mount(orders, namespace="o")', "o_"),
        ("def build():\n    new = FastMCP()\n    new.mount(orders, 'o')\n    return new", "o_"),
        ("class A:\n    def go(self):\n        new = FastMCP()\n        new.mount(orders, 'o')", "o_"),
        ('async def compose(): await main.import_server(orders, prefix="o")', "o_"),
        ('mid = FastMCP("mid")\nmid.mount(orders, "o")\nmain.mount(mid, "m")', "m_o_"),
        ('mid = FastMCP("mid")\nmid.mount(orders)\nmain.mount(mid, "m")', "m_"),
        ('mid = FastMCP("mid")\nmid.mount(orders, "o")\nmain.mount(mid)', "o_"),
        ('mid = FastMCP("mid")\nmid.mount(orders, "o")\nmain.mount(orders, "o")', "o_"),
        ('class Own(FastMCP): ...\nOwn("own").mount(orders, "o")\nown = Own("own")\nown.mount(orders, "o")', "o_"),
        ('class Own(FastMCP):\n    def tool(self, *a): ...\nown = Own("own")\nown.mount(orders, "o")', "o_"),
    ],
)
def test_the_names_of_mounted_servers_are_those_that_are_served(analyse: Analyse, call: str, prefix: str) -> None:
    (tool,) = analyse({"server.py": SERVERS.format(call=call)}).manifest.tools
    assert (tool.name, tool.origin.prefix) == (f"{prefix}listed", prefix)


@pytest.mark.parametrize(
    ("call", "is_told"),
    [
        ('main.mount(orders, namespace="o")', False),
        ("main.mount(orders)", False),
        ('import os\nmain.mount(orders, os.environ["N"])', True),
        ("def mount(name): main.mount(orders, name)", True),
        ('import os\nif os.environ.get("X"):\n    main.mount(orders, "o")', True),
        ('main.mount(orders, "o", **options)', True),
        ('main.mount(orders, tool_names={"listed": "l"})', True),
        ('def compose(server: FastMCP): server.mount(orders, namespace="o")', True),
        ("class App:\n    server = FastMCP('x')\n    def hide(self): self.server.add_transform(print)", True),
        ('orders.remove_tool("listed")', True),
        ('orders.disable(tags={"x"})', True),
        ("orders.add_transform(print)", True),
        ('class Own(FastMCP):\n    def tool(self, *a): ...\nown = Own("own")\nown.disable(tags={"x"})', True),
        ('from elsewhere import remote\nmain.mount(remote, "o")', True),
        ('main.mount(orders, "o")\nadd = orders.tool\n@add\ndef more() -> str:\n    "More."\n    return ""', True),
        ("async def other(): ...\norders.list_tools = other", True),
        ("def put(server: FastMCP, other):\n    setattr(server, 'list_tools', other)", True),
        ("@orders._mcp_server.list_tools()\nasync def other(): ...", True),
        ("async def other(): ...\norders._mcp_server.list_tools()(other)", True),
        ("async def other(): return await orders.list_tools()", False),
        ("class Client:\n    def __init__(self, one): self.list_tools = one.list_tools", False),
        ('import os\nos.mount("listed", "o")', False),
        ('class Disk:\n    def mount(self, a, b): ...\nDisk().mount("a", "b")', False),
    ],
)
def test_changes_that_are_not_followed_are_told(analyse: Analyse, call: str, is_told: bool) -> None:
    analysis = analyse({"server.py": SERVERS.format(call=call)})
    assert [found.code for found in analysis.diagnostics if found.code != "TG319"] == ["TG226"] * is_told


def test_a_server_that_is_mounted_in_several_ways_keeps_its_names(analyse: Analyse) -> None:
    source = SERVERS.format(call='main.mount(orders, "o")\nother = FastMCP()\nother.mount(orders, "p")')
    analysis = analyse({"server.py": source})
    assert [tool.name for tool in analysis.manifest.tools] == ["listed"]
    assert [found.code for found in analysis.diagnostics] == ["TG226", "TG226"]


def test_servers_that_are_mounted_on_each_other_end(analyse: Analyse) -> None:
    source = SERVERS.format(call='main.mount(orders, "o")\norders.mount(main, "m")')
    assert [tool.name for tool in analyse({"server.py": source}).manifest.tools] == ["listed"]


def test_servers_of_several_files(analyse: Analyse) -> None:
    made = "from fastmcp import FastMCP\n{name} = FastMCP()\n"
    server = made + '@{name}.tool\ndef find() -> str:\n    "Find."\n    return ""\n'
    main = made.format(name="main") + 'from a import a\nimport b\nmain.mount(a, "a")\nmain.mount(b.b, "b")\n'
    files = {"a.py": server.format(name="a"), "b.py": server.format(name="b"), "app.py": main}
    analysis = analyse(files)
    assert [tool.name for tool in analysis.manifest.tools] == ["a_find", "b_find"]
    assert [found.code for found in analysis.diagnostics] == []


def test_the_configuration_comes_first(analyse: Analyse) -> None:
    source = SERVERS.format(call='main.mount(orders, "o")')
    analysis = analyse({"server.py": source}, servers={"server:orders": ""})
    assert [tool.name for tool in analysis.manifest.tools] == ["listed"]
    assert analysis.diagnostics == ()


def test_the_configuration_says_the_prefix_of_tools_whose_server_is_not_known(analyse: Analyse) -> None:
    call = 'main.mount(orders, "o")\nadd = orders.tool\n@add\ndef more() -> str:\n    "More."\n    return ""'
    analysis = analyse({"server.py": SERVERS.format(call=call)}, servers={"fastmcp": "o_"})
    assert [tool.name for tool in analysis.manifest.tools] == ["o_listed", "o_more"]
    assert analysis.diagnostics == ()


@pytest.mark.parametrize(
    ("source", "object_"),
    [
        ("main.add_transform(print)", "server:main"),
        ("def build():\n    main.add_transform(print)", "server:main"),
        ("def build():\n    new = FastMCP()\n    new.add_transform(print)\n    return new", "'server:build()'"),
        ('def build(server: FastMCP): server.mount(orders, namespace="o")', "server:NAME"),
        ("class A:\n    def go(self):\n        new = FastMCP()\n        new.add_transform(print)", "server:NAME"),
    ],
)
def test_the_way_out_names_what_verify_finds(analyse: Analyse, source: str, object_: str) -> None:
    (found,) = analyse({"server.py": SERVERS.format(call=source)}).diagnostics
    assert found.help.endswith(f"`toolgen verify {object_}`")


MIXED = """from fastmcp import FastMCP
from fastmcp.contrib.mcp_mixin import MCPMixin, mcp_tool

class Shop(MCPMixin):
    @mcp_tool("find", description="Find.")
    def search(self, query: str) -> str: ...

class Stock(MCPMixin):
    @mcp_tool()
    def count(self, query: str) -> int:
        "Count."

shop, main = Shop(), FastMCP("main")
{call}
"""


@pytest.mark.parametrize(
    ("call", "is_told"),
    [
        ("shop.register_all(main)", False),
        ("shop.register_tools(main)", False),
        ("Shop().register_all(main, prefix='shop')", True),
        ("shop.register_tools(main, 'shop')", True),
        ("shop.register_prompts(main, 'shop')", False),
        ("main.register_all(main, prefix='shop')", False),
    ],
)
def test_the_marked_methods_of_a_mixin_are_tools(analyse: Analyse, call: str, is_told: bool) -> None:
    analysis = analyse({"server.py": MIXED.format(call=call)})
    said = [(one.name, one.description, one.server, one.origin.binding) for one in analysis.manifest.tools]
    assert said == [("count", "Count.", "server:Stock", "method"), ("find", "Find.", "server:Shop", "method")]
    assert [one.code for one in analysis.diagnostics] == ["TG226"] * is_told


def test_classes_may_have_methods_of_one_name(analyse: Analyse) -> None:
    analysis = analyse({"server.py": MIXED.format(call="").replace("def count", "def find")})
    assert [one.server for one in analysis.manifest.tools] == ["server:Shop"]
    assert [one.code for one in analysis.diagnostics] == ["TG229"]


@pytest.mark.parametrize(
    ("use", "is_told"),
    [
        ("kit.prefixed('x')", True),
        ("kit.renamed({'g': 'f'})", True),
        ("kit.filtered(lambda context, one: False)", True),
        ("FunctionToolset([f]).prepared(chosen)", True),
        ("def given(toolset: FunctionToolset): return toolset.prefixed('x')", True),
        ("class Kit(FunctionToolset): ...\nKit([f]).prefixed('x')", True),
        ("kit.with_metadata(kind='x')", False),
        ("import text\ntext.Kit().prefixed('x')", False),
    ],
)
def test_toolsets_of_pydantic_ai_with_other_names(analyse: Analyse, use: str, is_told: bool) -> None:
    made = "from pydantic_ai import FunctionToolset\ndef f(text: str):\n    'F.'\nkit = FunctionToolset([f])\n"
    analysis = analyse({"kit.py": f"{made}{use}\n"})
    assert [one.name for one in analysis.manifest.tools] == ["f"]
    assert [one.code for one in analysis.diagnostics if one.code != "TG302"] == ["TG226"] * is_told
