"""A server that is given to a module without an import of a framework: its tools are followed there, or told.

Every program here serves `lookup`; the parts of it are drawn from all ways to keep a server, use it and give it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from textwrap import indent

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SERVER = "from mcp.server.fastmcp import FastMCP\nfrom sub import *\nserver = FastMCP('s')\n"
LOOKUP = "def lookup(self, city: str) -> str:\n    'Look up.'\n    return city\n"
NESTED = LOOKUP.replace("self, ", "")

KEPT = {
    "an attribute": ("class Sub:\n", "self.app = app\n", "self.app"),
    "a private attribute": ("class Sub:\n", "self.__app = app\n", "self.__app"),
    "a property": ("class Sub:\n    @property\n    def app(self): return self._app\n", "self._app = app\n", "self.app"),
    "a base class": (
        "class Base:\n    def __init__(self, app):\n        self.app = app\nclass Sub(Base):\n",
        "super().__init__(app)\n",
        "self.app",
    ),
    "a local name": ("class Sub:\n", "self.app = served = app\n", "self.app"),
}
USED = {
    "a decorator": "@{app}.tool()\n" + NESTED,
    "a decorator that is called": '{app}.tool(name="lookup")(self.lookup)\n',
    "add_tool": "{app}.add_tool(self.lookup)\n",
    "a helper": "self.add(self.lookup)\n",
}
GIVEN = {
    "by position": "Sub(server){call}",
    "by name": "sub = Sub(app=server)\nsub{call}",
    "in a list": "Sub(*[server]){call}",
    "in a loop": "for Module in (Sub,):\n    Module(server){call}",
    "by a function": "def make():\n    Sub(server){call}\nmake()",
}
PROGRAMS = [
    pytest.param(*parts, is_own, id="-".join((*parts, "own" if is_own else "init")))
    for *parts, is_own in product(KEPT, USED, GIVEN, (False, True))
]


def served(kept: str, used: str, given: str, is_own: bool) -> dict[str, str]:
    head, keeping, app = KEPT[kept]
    using = USED[used].format(app=app)
    body = f"def __init__(self, app):\n{indent(keeping if is_own else keeping + using, '    ')}"
    body += f"def register(self):\n{indent(using, '    ')}" if is_own else ""
    body += LOOKUP + (f"def add(self, function):\n    {app}.add_tool(function)\n" if used == "a helper" else "")
    call = ".register()" if is_own else ""
    return {"sub.py": head + indent(body, "    "), "server.py": SERVER + GIVEN[given].format(call=call)}


def found(analysis: Analysis) -> tuple[list[str], set[str]]:
    """The names of the tools, and the files in which one is told."""
    return [tool.name for tool in analysis.manifest.tools], {
        one.span.path for one in analysis.diagnostics if one.code == "TG211"
    }


@pytest.mark.parametrize(("kept", "used", "given", "is_own"), PROGRAMS)
def test_a_class_that_is_given_a_server_is_followed_or_told(
    analyse: Analyse, kept: str, used: str, given: str, is_own: bool
) -> None:
    expected = (
        ([], {"sub.py"}) if (kept, given, is_own) == ("a base class", "in a loop", False) else (["lookup"], set())
    )
    assert found(analyse(served(kept, used, given, is_own))) == expected


SETUP = f"def setup(app):\n    @app.tool()\n{indent(NESTED, '    ')}"
MADE = f"""class Sub:
    def __init__(self, app):
        self.app = app
        self.app.tool()(self.lookup)
{indent(LOOKUP, "    ")}"""
BY_CLASS = SETUP.replace("def setup(app)", "class Sub:\n  app = None\n  @classmethod\n  def setup(cls)")


@pytest.mark.parametrize(
    ("sub", "call"),
    [
        (SETUP, "def main():\n    from sub import setup\n    setup(server)\nmain()"),
        (SETUP, "from functools import partial\npartial(setup, server)()"),
        (f"{SETUP}ALL = [setup]\n", "for one in ALL:\n    one(server)"),
        (f"{SETUP}ALL = {{'a': setup}}\n", "for key, one in ALL.items():\n    one(server)"),
        (f"{MADE}MODULES = [Sub]\n", "for Module in MODULES:\n    Module(server)"),
        (MADE, "class Main:\n    def __init__(self):\n        self.server = server\n        Sub(self.server)\nMain()"),
        (MADE.replace("__init__(self, app)", "set_app(self, app)"), "Sub().set_app(server)"),
        (MADE.replace("__init__", "__call__"), "Sub()(server)"),
        (f"def setup(tool):\n    @tool()\n{indent(NESTED, '    ')}", "setup(server.tool)"),
        (SETUP, "import importlib\nimportlib.import_module('sub').setup(server)"),
    ],
)
def test_other_ways_that_are_followed(analyse: Analyse, sub: str, call: str) -> None:
    assert found(analyse({"sub.py": sub, "server.py": SERVER + call})) == (["lookup"], set())


@pytest.mark.parametrize(
    ("sub", "call"),
    [
        (SETUP, ""),
        (SETUP, "list(map(lambda one: one(server), [setup]))"),
        (SETUP.replace("def setup(app)", "app = None\ndef setup()"), "import sub\nsub.app = server\nsub.setup()"),
        (BY_CLASS.replace("@app", "@cls.app"), "Sub.app = server\nSub.setup()"),
        (MADE, "subs = [Module(server) for Module in [Sub]]"),
        (MADE, "{'sub': Sub}['sub'](server)"),
        (f"{MADE}    @classmethod\n    def make(cls, app): return cls(app)\n", "Sub.make(server)"),
        (MADE.replace("__init__(self, app)", "__init_subclass__(self, app)"), "class Own(Sub, app=server): ..."),
    ],
)
def test_what_is_not_followed_is_told_where_it_stands(analyse: Analyse, sub: str, call: str) -> None:
    assert found(analyse({"sub.py": sub, "server.py": SERVER + call})) == ([], {"sub.py"})


GENAI = "from google.genai.types import GenerateContentConfig\nCONFIG = GenerateContentConfig(tools=[])\n"


@pytest.mark.parametrize(
    ("call", "is_told"),
    [
        ("app.connect()", False),
        ("app.talks.create(model='m')", False),
        ("app.talks.create(**options)", False),
        ("Engine().connect(config={'tools': [lookup]})", False),
        ("app.talks.create(model='m', config={'tools': [lookup]})", True),
        ("app.talks.create(config=options)", True),
    ],
)
def test_a_method_that_others_have_too_is_told_where_it_is_given_what_makes_tools(
    analyse: Analyse, call: str, is_told: bool
) -> None:
    sub = f"from other import Engine\n# tool\n{NESTED}def run(app, options):\n    {call}\n"
    assert found(analyse({"sub.py": sub, "chat.py": GENAI})) == ([], {"sub.py"} if is_told else set())
