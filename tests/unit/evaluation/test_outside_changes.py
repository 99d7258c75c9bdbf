"""A `main` that nothing calls, since a script starts it, may change what decides whether a tool is registered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

OBJECT = """
class Settings:
    def __init__(self):
        self.off = False
    def load(self, words):
        self.off = 'off' in words
settings = Settings()
"""
DATA = "from dataclasses import dataclass\n@dataclass\nclass Settings:\n    off: bool = False\nsettings = Settings()\n"
MODEL = "from pydantic import BaseModel\nclass Settings(BaseModel):\n    off: bool = False\nsettings = Settings()\n"
CACHED = "from functools import lru_cache\n@lru_cache\ndef get():\n    return Settings()\n"
ONCE = """
_made = None
def get():
    global _made
    if _made is None:
        _made = Settings()
    return _made
"""
GETTERS = {
    "an object": f"{OBJECT}def get():\n    return settings\n",
    "an object of a cache": OBJECT + CACHED,
    "a dataclass of a cache": DATA + CACHED,
    "a model of a cache": MODEL + CACHED,
    "an object that it makes once": OBJECT + ONCE,
    "a dataclass that it makes once": DATA + ONCE,
}
SERVER = """
import sys
import config
from config import settings
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")
def f(x: int) -> str:
    'F.'
def register(server):
    if not {read}:
        server.add_tool(f)
def main():
    {change}
    register(mcp)
    mcp.run()
"""

SETTINGS = {
    "an object": (OBJECT, "settings.off", "settings.off = sys.argv"),
    "a model": (MODEL, "settings.off", "settings.off = sys.argv"),
    "a dataclass": (DATA, "settings.off", "settings.off = sys.argv"),
    "a namespace": (
        "from types import SimpleNamespace\nsettings = SimpleNamespace(off=False)\n",
        "settings.off",
        "settings.off = sys.argv",
    ),
    "a module": (f"{OBJECT}off = False\n", "config.off", "config.off = sys.argv"),
    "a module, by a function of its own": (
        "off = False\ndef set_off():\n    global off\n    off = True\nsettings = 0\n",
        "config.off",
        "config.set_off()",
    ),
    "a class": ("class settings:\n    off = False\n", "settings.off", "settings.off = sys.argv"),
    "a dictionary": ("settings = {'off': False}\n", "settings['off']", "settings['off'] = sys.argv"),
    "a dictionary, by a method": ("settings = {'off': False}\n", "settings['off']", "settings.update(off=sys.argv)"),
    "by way of the module": (OBJECT, "config.settings.off", "config.settings.off = sys.argv"),
    "by a method": (OBJECT, "settings.off", "settings.load(sys.argv)"),
    "all by one call": (OBJECT, "settings.off", "vars(settings).update(off=sys.argv)"),
    "of a class that has them itself": (
        "class Settings:\n    off = False\nsettings = Settings()\n",
        "settings.off",
        "vars(settings).update(off=sys.argv)",
    ),
    "by what it is given to": (OBJECT, "settings.off", "parser.parse_args(namespace=settings)"),
    "an object of an object": (
        f"{OBJECT}class App:\n    def __init__(self):\n        self.of = Settings()\napp = App()\n",
        "config.app.of.off",
        "config.app.of.off = sys.argv",
    ),
    "by name": (OBJECT, "settings.off", "setattr(settings, sys.argv[1], True)"),
    "under another name": (OBJECT, "settings.off", "other = settings\n    other.off = sys.argv"),
    "under the name of a name": (
        OBJECT,
        "settings.off",
        "a: object = config.settings\n    b = a\n    b.off = sys.argv",
    ),
    "a module under another name": (f"{OBJECT}off = False\n", "config.off", "other = config\n    other.off = sys.argv"),
    "a dictionary under another name": (
        "settings = {'off': False}\n",
        "settings['off']",
        "d = settings\n    d['off'] = 1",
    ),
    "in a function that it calls": (
        OBJECT,
        "settings.off",
        "set_off()\ndef set_off():\n    settings.off = sys.argv\ndef start():\n    main()",
    ),
}


@pytest.mark.parametrize(("config", "read", "change"), SETTINGS.values(), ids=SETTINGS)
def test_it_is_told(analyse: Analyse, config: str, read: str, change: str) -> None:
    analysis = analyse({"config.py": config, "server.py": SERVER.format(read=read, change=change)})
    assert {tool.name for tool in analysis.manifest.tools} == {"f"}
    [found] = analysis.diagnostics
    assert (found.code, found.span.line) == ("TG221", 15 + change.count("\n"))
    assert [span.line for span, _ in found.related] == [12]


GIVEN = {
    **{f"{kind}, directly": (config, "config.get().off = sys.argv") for kind, config in GETTERS.items()},
    **{f"{kind}, by a name": (config, "got = config.get()\n    got.off = []") for kind, config in GETTERS.items()},
}


@pytest.mark.parametrize(("config", "change"), GIVEN.values(), ids=GIVEN)
def test_it_is_told_of_what_a_function_gives(analyse: Analyse, config: str, change: str) -> None:
    analysis = analyse({"config.py": config, "server.py": SERVER.format(read="config.get().off", change=change)})
    assert {tool.name for tool in analysis.manifest.tools} == {"f"}
    assert {found.code for found in analysis.diagnostics} == {"TG221"}


NAMES = {
    "as soon as it is named": "if other := settings:\n        other.off = sys.argv",
    "where it is named": "(other := settings).off = sys.argv",
    "one of several names": "a = other = settings\n    other.off = sys.argv",
    "one of several targets": "a, (other, b) = 1, (settings, 2)\n    other.off = sys.argv",
    "as a context": "with settings as other:\n        other.off = sys.argv",
    "in a loop": "for other in (settings,):\n        other.off = sys.argv",
    "one of two": "other = settings if sys.argv else None\n    other.off = sys.argv",
    "or else": "other = None or settings\n    other.off = sys.argv",
    "as a default": "change()\ndef change(other=settings):\n    other.off = sys.argv\ndef start():\n    main()",
    "as a named default": "change()\ndef change(*, of=settings):\n    of.off = sys.argv\ndef start():\n    main()",
}


@pytest.mark.parametrize("config", [OBJECT, DATA])
@pytest.mark.parametrize("change", NAMES.values(), ids=NAMES)
def test_it_is_told_by_whatever_name_it_is_changed(analyse: Analyse, config: str, change: str) -> None:
    analysis = analyse({"config.py": config, "server.py": SERVER.format(read="settings.off", change=change)})
    assert {tool.name for tool in analysis.manifest.tools} == {"f"}
    assert {found.code for found in analysis.diagnostics} == {"TG221"}


STATEMENTS = {
    "by its name": "settings.off = {}",
    "by another name": "other = settings\nother.off = {}",
    "by the name of a name": "a = settings\nother = a\nother.off = {}",
    "where it is named": "(other := settings).off = {}",
    "by one of several targets": "a, other = 1, settings\nother.off = {}",
    "in a loop": "for other in (settings,): other.off = {}",
    "below a condition that holds": "if settings:\n    other = settings\n    other.off = {}",
}


@pytest.mark.parametrize("is_imported", [True, False])
@pytest.mark.parametrize(("value", "names", "codes"), [("True", [], []), ("sys.argv", ["f"], ["TG221"])])
@pytest.mark.parametrize("change", STATEMENTS.values(), ids=STATEMENTS)
def test_statements_change_it_by_other_names_too(
    analyse: Analyse, change: str, value: str, names: list[str], codes: list[str], is_imported: bool
) -> None:
    start = SERVER.format(read="settings.off", change="pass").partition("def main")[0]
    start = start if is_imported else start.replace("from config import settings", OBJECT)
    analysis = analyse({"config.py": OBJECT, "server.py": f"{start}{change.format(value)}\nregister(mcp)\n"})
    assert [tool.name for tool in analysis.manifest.tools] == names
    assert [found.code for found in analysis.diagnostics] == codes


def test_what_is_made_anew_is_no_other_name(analyse: Analyse) -> None:
    change = "made = config.Settings()\n    made.off = sys.argv"
    analysis = analyse({"config.py": OBJECT, "server.py": SERVER.format(read="settings.off", change=change)})
    assert ({tool.name for tool in analysis.manifest.tools}, analysis.diagnostics) == ({"f"}, ())


DECORATED = SERVER.replace(
    "        server.add_tool(f)\n", "        @server.tool()\n        def g(x: int) -> str: 'G.'\n"
)


@pytest.mark.parametrize("kind", ["a class", "a dataclass", "a model", "a module"])
def test_it_is_told_of_decorators_below_a_condition(analyse: Analyse, kind: str) -> None:
    config, read, change = SETTINGS[kind]
    server = DECORATED.format(read=read, change=change)
    for code, codes in ((server, {"TG221"}), (server.replace(change, "pass"), set[str]())):
        analysis = analyse({"config.py": config, "server.py": code})
        assert {tool.name for tool in analysis.manifest.tools} == {"g"}
        assert {found.code for found in analysis.diagnostics} == codes


UNSURE = {
    "set": "if sys.argv: settings.off = True",
    "set otherwise": "if sys.argv: pass\nelse: settings.off = True",
    "set in a loop": "for word in sys.argv: settings.off = word",
    "set by a function": "def configure(): settings.off = True\nif sys.argv: configure()",
}


@pytest.mark.parametrize("change", UNSURE.values(), ids=UNSURE)
@pytest.mark.parametrize("config", ["class Settings:\n    off = False\nsettings = Settings()\n", OBJECT, DATA, MODEL])
def test_a_change_under_a_condition_is_neither_made_nor_not(analyse: Analyse, change: str, config: str) -> None:
    server = SERVER.format(read="settings.off", change="pass").replace("from config import settings\n", config)
    analysis = analyse({"server.py": f"{server.partition('def main')[0]}{change}\nregister(mcp)\n"})
    assert {tool.name for tool in analysis.manifest.tools} == {"f"}
    assert {found.code for found in analysis.diagnostics} == {"TG221"}


FILLED = {
    "a list": ("off = []", "off", "off.append(1)"),
    "a list, in a loop": ("off = []", "off", "for word in sys.argv: off.append(word)"),
    "a set": ("off = set()", "off", "off.add(1)"),
    "a dictionary": ("off = {}", "off", "off['x'] = 1"),
    "an entry": ("off = {}", "off.get('x')", "off['x'] = 1"),
}


@pytest.mark.parametrize(("made", "read", "change"), FILLED.values(), ids=FILLED)
def test_what_is_only_perhaps_in_a_collection_decides_nothing(
    analyse: Analyse, made: str, read: str, change: str
) -> None:
    server = SERVER.format(read=read, change=f"if sys.argv:\n        {change}")
    server = server.replace("from config import settings", made).replace("import config\n", "")
    analysis = analyse({"server.py": f"{server}main()\n"})
    assert {tool.name for tool in analysis.manifest.tools} == {"f"}
    assert {found.code for found in analysis.diagnostics} == {"TG221"}


MANY = "".join(f"def step{n}():\n    step{n + 1}()\n" for n in range(50))


def test_it_is_told_where_too_many_functions_lead_to_it(analyse: Analyse) -> None:
    change = "step0()\ndef step50():\n    settings.off = sys.argv\ndef more():\n    main()"
    server = SERVER.format(read="settings.off", change=change) + MANY
    analysis = analyse({"config.py": OBJECT, "server.py": server})
    assert {found.code for found in analysis.diagnostics} == {"TG221"}


def test_it_is_told_of_another_file_that_imports_both_in_a_function(analyse: Analyse) -> None:
    server = SERVER.format(read="settings.off", change="pass")
    main = "    from server import *\n    from config import settings\n    settings.off = []\n    register(mcp)\n"
    analysis = analyse({"config.py": OBJECT, "server.py": server, "main.py": f"def main():\n{main}"})
    assert {found.code for found in analysis.diagnostics} == {"TG221"}


APART = {
    "of an object of its own": "def main():\n    own = config.Settings()\n    own.off = sys.argv\n    register(mcp)\n",
    "a module that registers when it is imported": "def main():\n    settings.off = sys.argv\nregister(mcp)\n",
    "a function that does not lead there": "def main():\n    register(mcp)\ndef reset():\n    settings.off = True\n",
}


@pytest.mark.parametrize("functions", APART.values(), ids=APART)
def test_what_does_not_run_before_is_not_told(analyse: Analyse, functions: str) -> None:
    server = SERVER.format(read="settings.off", change="pass").partition("def main")[0] + functions
    analysis = analyse({"config.py": OBJECT, "server.py": server})
    assert [tool.name for tool in analysis.manifest.tools] == ["f"]
    assert list(analysis.diagnostics) == []


def test_it_is_told_where_the_settings_stand_beside_what_hands_them_on(analyse: Analyse) -> None:
    settings = "class Settings:\n    off = False\nsettings = Settings()\n"
    server = SERVER.format(read="settings.off", change="sys.load(settings)")
    analysis = analyse({"server.py": server.replace("from config import settings\n", settings)})
    assert {found.code for found in analysis.diagnostics} == {"TG221"}
