"""Nothing that registers tools out of sight is passed over: it is followed, or told at its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

FILE = """\
{before}
from fastmcp import FastMCP

app = FastMCP("app")


def search(text: str) -> str:
    "Search."


{statement}
"""

HANDED = [
    # the imports, the statement, and whether it is told
    ("import plugins", "plugins.setup(app)", True),
    ("from plugins import Kit", "Kit(server=app)", True),
    ("import plugins", "def main():\n    plugins.setup(app)", True),
    ("import plugins", "class Main:\n    def run(self, server: FastMCP):\n        plugins.setup(server)", True),
    ("import importlib", "importlib.import_module('plugins').setup(app)", True),
    ("import plugins", "getattr(plugins, 'setup')(app)", True),
    ("import operator", "operator.methodcaller('add_tool', search)(app)", True),
    ("", "FastMCP.add_tool(app, search)", True),
    ("import plugins", "plugins.setup([app])", True),
    ("import plugins", "plugins.setup({'server': app})", True),
    ("import plugins\nfrom functools import partial", "partial(plugins.setup, 'x')(app)", True),
    ("import plugins\nfrom functools import partial", "go = partial(plugins.setup, app)", True),
    ("import plugins, threading", "threading.Thread(target=plugins.setup, args=(app,)).start()", True),
    ("", "exec('@app.tool\\ndef hidden(): ...')", True),
    ("", "TEXT = 'app.add_tool(search)'\ndef go():\n    eval(TEXT)", True),
    ("", "exec(open('tools.py').read())", True),
    ("", "exec(open('tools.py').read(), {'app': app})", True),
    ("", "exec(open('tools.py').read(), {})", False),
    ("", "exec('print(1)')\nexec('no Python')", False),
    ("", "def run(code):\n    exec(code)", False),
    ("from functools import partial", "def show(text, server): ...\n\npartial(show, 'x')(app)", False),
    ("from functools import partial", "def show(text, server): ...\n\ngo = partial(show, 'x', app)", False),
    ("import threading", "def go(server): ...\n\nthreading.Thread(target=go, args=(app,)).start()", False),
    ("import plugins", "plugins.setup(search)", False),
    ("import plugins", "plugins.serve(app.http_app())", False),
    ("import asyncio", "asyncio.run(app)", False),
    ("", "def setup(server):\n    pass\n\nsetup(app)", False),
    ("", "servers = []\nservers.append(app)", False),
    (
        "class Kit:\n    def go(self, kinds, it):\n        [getattr(it, kind) for kind in kinds]",
        "def main(server: FastMCP):\n    Kit().go([], server)",
        True,
    ),
    ("", "class Kit:\n    def go(self, it, other):\n        getattr(it, other.kind)()\n\nKit().go(search, app)", False),
    ("", "class Kit:\n    def go(self, it):\n        getattr(it, 'name', None)\n\nKit().go(app)", False),
    ("import plugins, more", "for kit in (plugins, more):\n    kit.setup(app)", True),
    ("", "class A:\n    def go(self, server): ...\n\nfor kit in (A, A):\n    kit.go(1, app)", False),
    ("", "print(app)\nisinstance(app, FastMCP)", False),
    ("from fastmcp import Client", "Client(app)", False),
    ("from fastmcp.contrib.mcp_mixin import MCPMixin", "class Kit(MCPMixin): ...\nKit().register_all(app)", False),
]


@pytest.mark.parametrize(("before", "statement", "is_told"), HANDED)
def test_a_server_that_is_handed_to_other_code(analyse: Analyse, before: str, statement: str, is_told: bool) -> None:
    found = analyse({"server.py": FILE.format(before=before, statement=statement)}).diagnostics
    assert [one.code for one in found if one.code != "TG319"] == ["TG234"] * is_told


@pytest.mark.parametrize(
    ("statement", "is_told"), [("Client(app)", False), ("Caller().register_tools(app)", True), ("build(app)", True)]
)
def test_an_object_of_the_framework_that_is_installed(analyse: Analyse, statement: str, is_told: bool) -> None:
    source = "class Client: ...\nclass Caller:\n    def register_tools(self, mcp): ...\ndef build(mcp): ...\n"
    before = "from fastmcp.more import Caller, Client, build"
    files = {
        "app/server.py": FILE.format(before=before, statement=statement),
        "site-packages/fastmcp/__init__.py": "",
        "site-packages/fastmcp/more.py": source,
    }
    found = analyse(files, paths=("app",), search_path=("site-packages",)).diagnostics
    assert [one.code for one in found] == ["TG234"] * is_told


def test_what_python_itself_is_asked_for_is_told_at_each_place(analyse: Analyse) -> None:
    statement = "getattr(app, input())\ngetattr(app, input())\nimport plugins\nplugins.setup(app)\nplugins.setup(app)"
    found = analyse({"server.py": FILE.format(before="", statement=statement)}).diagnostics
    assert [(one.code, one.span.line) for one in found] == [("TG234", 11), ("TG234", 12), ("TG234", 14)]


@pytest.mark.parametrize("before", ["import fastmcp", "if True:\n    import fastmcp", "import os, fastmcp as fast"])
def test_however_the_package_is_imported(analyse: Analyse, before: str) -> None:
    made = f"app = {before.split()[-1].removeprefix('as ')}.FastMCP('app')"
    found = analyse({"server.py": f"{before}\nimport plugins\n{made}\nplugins.setup(app)\n"}).diagnostics
    assert [one.code for one in found if one.code != "TG319"] == ["TG234"]


FOLLOWED = [
    "getattr(app, 'add_' + 'tool')(search)",
    "class Kit:\n    def search(self, text: str): 'S.'\n\nkit = Kit()\ngetattr(app, 'add_tool')(kit.search)",
    "def go(add=app.add_tool):\n    add(search)\n\ngo()",
    "def go(function=search, *, add=app.tool()):\n    add(function)\n\ngo()",
    "class Kit:\n    def __init__(self, add=app.add_tool):\n        add(search)\n\nKit()",
    "class Kit:\n    def go(self, add=app.add_tool):\n        add(search)\n\nKit().go()",
    "def go(added=app.add_tool(search)):\n    pass",
    "def main():\n    def go(add=app.add_tool):\n        add(search)\n    go()",
    "list(map(app.tool(), [search]))",
    "from fastmcp.server.providers import LocalProvider\nbox = LocalProvider()\nbox.tool()(search)",
]


@pytest.mark.parametrize("statement", FOLLOWED)
def test_registrations_that_are_followed(analyse: Analyse, statement: str) -> None:
    analysis = analyse({"server.py": FILE.format(before="", statement=statement)})
    assert [tool.name for tool in analysis.manifest.tools] == ["search"]
    assert analysis.diagnostics == ()


UNFOLLOWED = [
    # the statement, and the code of what is said
    ("def go(add=app.add_tool):\n    add(search)", "TG211"),
    ("go = lambda add=app.add_tool: add(search)", "TG211"),
    ("class Kit:\n    go = lambda self, add=app.add_tool: add(search)", "TG211"),
    ("async def go(*, add=app.tool()):\n    add(search)", "TG211"),
    ("import threading\nthreading.Thread(target=app.add_tool, args=(search,)).start()", "TG211"),
    ("setattr(app, 'register', app.add_tool)", "TG211"),
    ("def every(cls):\n    for one in vars(cls).values():\n        app.tool()(one)\n\n@every\nclass Kit: ...", "TG211"),
    ("from fastmcp.tools import Tool\nclass Own(Tool):\n    async def run(self, arguments): ...", "TG211"),
    ("from fastmcp.server import create_proxy\ncreate_proxy('http://localhost')", "TG211"),
    (
        "from fastmcp.server.middleware import Middleware\nclass M(Middleware):\n    def on_list_tools(self): ...",
        "TG226",
    ),
    ("from fastmcp.server.providers import Provider\nclass P(Provider):\n    def _list_tools(self): ...", "TG226"),
    ("class S(FastMCP):\n    async def list_tools(self): ...", "TG226"),
    ("FastMCP('x', transforms=[print])", "TG226"),
    ("app.local_provider.remove_tool('search')", "TG226"),
    ("put, sub = app.mount, FastMCP('x')\nput(sub, namespace=print)", "TG226"),
]


@pytest.mark.parametrize(("statement", "code"), UNFOLLOWED)
def test_registrations_that_are_told(analyse: Analyse, statement: str, code: str) -> None:
    analysis = analyse({"server.py": FILE.format(before="", statement=statement)})
    assert [tool.name for tool in analysis.manifest.tools] == []
    assert [one.code for one in analysis.diagnostics] == [code]


SILENT = [
    "from fastmcp.server.middleware import Middleware\nclass M(Middleware):\n    def on_call_tool(self): ...",
    "class S(FastMCP):\n    async def call_tool(self): ...",
    "FastMCP('x', transforms=None)",
    "import functools\nregister = functools.partial(app.tool, name='other')",
    "import inspect\ninspect.signature(app.tool)",
    "known = dict(key=app.tool)",
    "known = [*map(str, list((app.tool, app.add_tool)))]\nprint(app.tool, id(app.tool))",
    "lambda add=search: add(app)",
]


@pytest.mark.parametrize("statement", SILENT)
def test_what_registers_nothing_is_not_told(analyse: Analyse, statement: str) -> None:
    assert analyse({"server.py": FILE.format(before="", statement=statement)}).diagnostics == ()


def test_a_parameter_of_a_file_that_imports_nothing(analyse: Analyse) -> None:
    plugin = 'def setup(it):\n    it.tool()(search)\n\ndef search(): "Search."\n'
    analysis = analyse({"server.py": FILE.format(before="", statement=""), "plugin.py": plugin})
    assert [one.code for one in analysis.diagnostics] == ["TG211"]


def test_a_server_of_another_package_that_is_mounted(
    analyse: Analyse, tmp_path_factory: pytest.TempPathFactory
) -> None:
    installed = tmp_path_factory.mktemp("installed")
    (installed / "shop.py").write_text("from fastmcp import FastMCP\nserver = FastMCP('shop')\n", encoding="utf-8")
    source = FILE.format(before="import shop", statement="app.mount(shop.server)")
    analysis = analyse({"server.py": source}, search_path=(str(installed),))
    assert [one.code for one in analysis.diagnostics] == ["TG211"]


def test_a_low_level_server_of_ones_own_class(analyse: Analyse) -> None:
    source = """
from mcp.server import Server

class Own(Server):
    def __init__(self):
        self.list_tools()(self.listed)

    async def listed(self): ...
"""
    assert [one.code for one in analyse({"server.py": source}).diagnostics] == ["TG211"]


SHOP = """\
from fastmcp import FastMCP
server = FastMCP("shop")
class Shop(FastMCP): ...
def make() -> FastMCP:
    return FastMCP("made")
"""
TOOL = """\
from toolgen import tool

@tool
def search(text: str) -> str:
    "Search."
"""
OWN = """\
from mcp.server import Context
from acme import Own, install
{name} = Own()
@{name}.tool()
def f(x: int): 'F.'
install({name})
"""
MADE = [
    # a program, and how often it is told
    ("from shop import server\nserver.run()", 1),
    ("from shop import server\nserver.run()\ndef main():\n    server.run()", 1),
    ("import asyncio, shop\nasyncio.run(shop.server.run_async())", 1),
    ("from shop import server as app\napp = app.http_app()", 1),
    ("from shop import Shop\nmcp = Shop('x')\nmcp.run()", 1),
    ("from shop import make\nmcp = make()\nmcp.run()", 1),
    ("from fastmcp import FastMCP\nmcp = FastMCP('x')\nmcp.run()", 0),
    ("import plugins\nfrom fastmcp import FastMCP\nmcp = FastMCP('x')\nplugins.go(mcp)\nplugins.go(mcp)", 1),
    ("from acme.app import mcp\nmcp.run()", 1),
    ("from acme_mcp.server import app\napp.run()", 1),
    ("from acme.web import app\napp.run()", 0),
    ("from acme_mcp.server import make\nmake('x').run()", 1),
    ("from acme_mcp.server import make\ndef main():\n    server = make('x')\n    server.run()", 1),
    ("from acme_mcp.server import OwnServer\nOwnServer().run()", 1),
    ("from acme.web import make\nmcp = make()\nmcp.run()", 0),
    ("from acme.web import make\nfrom fastmcp import FastMCP\nmcp: FastMCP = make()\nmcp.run()", 1),
    ("from mcp.server import Server\nserver = Server('x')\nserver.run(1, 2)", 0),
    ("from mcp_agent.app import MCPApp\nMCPApp().run()", 0),
    (OWN.format(name="mcp"), 1),
    (OWN.format(name="server"), 0),
    ("import subprocess\nfrom shop import server\nsubprocess.run(server)", 0),
]


@pytest.mark.parametrize("is_inside", [False, True])
@pytest.mark.parametrize(("program", "count"), MADE)
def test_a_server_that_another_package_makes_is_told_once_where_it_runs(
    analyse: Analyse,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    is_inside: bool,
    program: str,
    count: int,
) -> None:
    """The environment of a project may lie in it."""
    installed = (tmp_path if is_inside else tmp_path_factory.mktemp("env")) / ".venv/lib/python3.11/site-packages"
    installed.mkdir(parents=True)
    (installed / "shop.py").write_text(SHOP, encoding="utf-8")
    files = {"main.py": program, "tools.py": TOOL}
    found = analyse(files, search_path=(str(installed),)).diagnostics
    assert [one.code for one in found] == ["TG234"] * count


@pytest.mark.parametrize(("comment", "count"), [("", 0), ("  # the mcp server", 1)])
def test_in_a_project_without_tools_a_server_counts_where_mcp_is_spoken_of(
    analyse: Analyse, tmp_path_factory: pytest.TempPathFactory, comment: str, count: int
) -> None:
    """Most projects of that kind have thousands of files that run something: they are not read for it."""
    installed = tmp_path_factory.mktemp("env")
    (installed / "shop.py").write_text(SHOP, encoding="utf-8")
    program = f"from shop import server\nserver.run(){comment}"
    found = analyse({"main.py": program}, search_path=(str(installed),)).diagnostics
    assert [one.code for one in found] == ["TG234"] * count


@pytest.mark.parametrize(
    ("loop", "made", "count"),
    [
        ("for name in ['one', 'two']", "import_module(f'plugins.{name}')", 0),
        ("for name in ['one', 'two']", "import_module('.' + name, 'plugins')", 1),
        ("for one in iter_modules(plugins.__path__)", "import_module(f'plugins.{one.name}')", 0),
        ("for name in ['one', 'three']", "import_module(f'plugins.{name}')", 1),
        ("for name in load()", "import_module(f'plugins.{name}')", 1),
    ],
)
@pytest.mark.parametrize("is_named", [False, True])
def test_modules_of_the_project_that_are_imported_by_names_that_are_made_are_read(
    analyse: Analyse, loop: str, made: str, count: int, is_named: bool
) -> None:
    call = f"    one_of_them = {made}\n    one_of_them.register(mcp)\n" if is_named else f"    {made}.register(mcp)\n"
    imports = "import plugins\nfrom importlib import import_module\nfrom pkgutil import iter_modules\n"
    program = f"{imports}from elsewhere import load\nfrom fastmcp import FastMCP\nmcp = FastMCP('x')\n{loop}:\n{call}"
    plugin = "def register(mcp):\n    @mcp.tool\n    def %s(): 'Find.'\n"
    plugins = {f"plugins/{name}.py": plugin % name for name in ("one", "two")}
    found = analyse({"main.py": program, "plugins/__init__.py": "", **plugins})
    assert [tool.name for tool in found.manifest.tools] == ["one", "two"]
    assert [one.code for one in found.diagnostics] == ["TG234"] * count
