"""What the environment, or what is not known, gives an object decides nothing, whatever the defaults of its class."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SETTINGS = """
from pydantic_settings import BaseSettings
class Settings(BaseSettings):
    on: bool = {default}
settings = Settings({given})
"""
SERVER = """
import os
import sys
from mcp.server.fastmcp import FastMCP
{config}
mcp = FastMCP("s")
def f(x: int) -> str: 'F.'
{body}
"""

BODIES = {
    "a condition": "if settings.on:\n    mcp.add_tool(f)",
    "a condition that is turned round": "if not settings.on:\n    mcp.add_tool(f)",
    "an expression": "settings.on and mcp.add_tool(f)",
    "a list": "for one in [f] if settings.on else []: mcp.add_tool(one)",
    "a loop": "for one in [f]:\n    if not settings.on: continue\n    mcp.add_tool(one)",
    "an early return": "def register(server):\n    if not settings.on: return\n    server.add_tool(f)\nregister(mcp)",
    "a local object": "def start():\n    own = Settings()\n    if own.on: mcp.add_tool(f)\nstart()",
    "a generator": "def tools():\n    if settings.on: yield f\nfor one in tools(): mcp.add_tool(one)",
    "a decorator": "if settings.on:\n    @mcp.tool()\n    def f(x: int) -> str: 'F.'",
}


def told(analysis: Analysis) -> tuple[set[str], set[str]]:
    return {tool.name for tool in analysis.manifest.tools}, {found.code for found in analysis.diagnostics}


MADE = {
    "with what is no field": "settings = Settings(_env_file='.env')",
    "by a method": "settings = Settings.model_validate({})",
    "by an initializer": "class Own(Settings):\n    def __init__(self, **kw): super().__init__(**kw)\nsettings = Own()",
    "below": "class Own(Settings): ...\nsettings = Own()",
    "below another name": "Base = BaseSettings\nclass Own(Base):\n    on: bool = False\nsettings = Own()",
    "for a field": "from dataclasses import dataclass, field\n@dataclass\nclass All:\n"
    "    own: Settings = field(default_factory=Settings)\nsettings = All().own",
    "for a field of a model": "from pydantic import BaseModel, Field\nclass All(BaseModel):\n"
    "    own: Settings = Field(default_factory=Settings)\nsettings = All().own",
}


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_the_environment_decides_however_the_object_is_made(analyse: Analyse, made: str) -> None:
    config = SETTINGS.format(default=False, given="") + made
    assert told(analyse({"server.py": SERVER.format(config=config, body=BODIES["a condition"])})) == ({"f"}, {"TG221"})


@pytest.mark.parametrize("default", [True, False])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_the_environment_decides(analyse: Analyse, body: str, default: bool) -> None:
    config = SETTINGS.format(default=default, given="")
    assert told(analyse({"server.py": SERVER.format(config=config, body=body)})) == ({"f"}, {"TG221"})


def test_the_environment_decides_in_another_module(analyse: Analyse) -> None:
    body = "import admin\nif settings.on:\n    admin.register(mcp)"
    files = {
        "config.py": SETTINGS.format(default=False, given=""),
        "admin.py": "def register(server):\n    server.add_tool(g)\ndef g(x: int) -> str: 'G.'\n",
        "server.py": SERVER.format(config="from config import settings", body=body),
    }
    assert told(analyse(files)) == ({"g"}, {"TG221"})


@pytest.mark.parametrize("given", [True, False])
def test_what_is_given_comes_before_the_environment(analyse: Analyse, given: bool) -> None:
    config = SETTINGS.format(default=not given, given=f"on={given}")
    found = told(analyse({"server.py": SERVER.format(config=config, body=BODIES["a condition"])}))
    assert found == ({"f"} if given else set(), set())


MODEL = "from pydantic import BaseModel, model_validator\nclass Settings(BaseModel):\n    on: bool = False\n"
DATA = "from dataclasses import dataclass\n@dataclass\nclass Settings:\n    on: bool = False\n    off: bool = True\n"
OPEN = {
    "a model, by names": f"{MODEL}settings = Settings(**os.environ)",
    "a model, by a mapping": f"{MODEL}settings = Settings.model_validate(dict(os.environ))",
    "a model that a validator changes": (
        f"{MODEL}    @model_validator(mode='before')\n    @classmethod\n"
        "    def load(cls, data): return {'on': 'ON' in os.environ}\nsettings = Settings()"
    ),
    "a dataclass, by names": f"{DATA}settings = Settings(**vars(sys.modules['options']))",
    "a dataclass, by position": f"{DATA}settings = Settings('ON' in os.environ)",
    "a dataclass, by all positions": f"{DATA}settings = Settings(*sys.argv[1:])",
    "a model, by a validator in an annotation": (
        "from typing import Annotated\nfrom pydantic import AfterValidator, BaseModel\nclass Settings(BaseModel):\n"
        "    on: Annotated[bool, AfterValidator(lambda _: 'ON' in os.environ)] = False\nsettings = Settings(on=False)"
    ),
    "a class of attrs with a factory": (
        "import attrs\n@attrs.define\nclass Settings:\n    on: bool = attrs.Factory(lambda: 'ON' in os.environ)\n"
        "settings = Settings()"
    ),
    "an object that is made otherwise": (
        "class Settings:\n    on = False\n    def __new__(cls):\n        made = super().__new__(cls)\n"
        "        made.on = 'ON' in os.environ\n        return made\nsettings = Settings()"
    ),
    "an object that is asked otherwise": (
        "class Settings:\n    on = False\n    def __getattribute__(self, name): return name in os.environ\n"
        "settings = Settings()"
    ),
    "a dataclass that changes itself": (
        f"{DATA}    def __post_init__(self): self.on = 'ON' in os.environ\nsettings = Settings()"
    ),
}


@pytest.mark.parametrize("config", OPEN.values(), ids=OPEN)
def test_what_is_given_may_decide(analyse: Analyse, config: str) -> None:
    assert told(analyse({"server.py": SERVER.format(config=config, body=BODIES["a condition"])})) == ({"f"}, {"TG221"})


CERTAIN = {
    "a method that changes another field": "    def __post_init__(self): self.off = 'OFF' in os.environ\n",
    "a method that changes none": "    def __post_init__(self):\n        if not self.off: raise ValueError\n",
}


@pytest.mark.parametrize("method", CERTAIN.values(), ids=CERTAIN)
def test_what_nothing_changes_decides(analyse: Analyse, method: str) -> None:
    config = f"{DATA}{method}settings = Settings()"
    assert (
        told(analyse({"server.py": SERVER.format(config=config, body="if settings.on: mcp.add_tool(f)")}))[1] == set()
    )


VALIDATED = (
    "    @field_validator('{}', mode='before')\n    @classmethod\n    def of(cls, x): return 'ON' in os.environ\n"
)


@pytest.mark.parametrize(("field", "codes"), [("on", {"TG221"}), ("*", {"TG221"}), ("off", set())])
def test_a_validator_decides_of_its_own_fields(analyse: Analyse, field: str, codes: set[str]) -> None:
    model = MODEL.replace("model_validator", "field_validator") + "    off: bool = True\n" + VALIDATED.format(field)
    source = SERVER.format(config=f"{model}settings = Settings(on=True)", body=BODIES["a condition"])
    assert told(analyse({"server.py": source})) == ({"f"}, codes)


@pytest.mark.parametrize("given", ["True, 'OFF' in os.environ", "on=True, off='OFF' in os.environ"])
def test_what_is_not_known_of_one_field_says_nothing_of_another(analyse: Analyse, given: str) -> None:
    config = f"{DATA}settings = Settings({given})"
    assert told(analyse({"server.py": SERVER.format(config=config, body=BODIES["a condition"])})) == ({"f"}, set())


FILLED = {
    # what is done to an object or a dictionary, and the condition
    "update": ("C = {'on': False}\nC.update(UNKNOWN)", "C['on']"),
    "update by keywords": ("C = {'on': False}\nC.update(**UNKNOWN)", "C['on']"),
    "update in a function": ("C = {'on': False}\ndef load(): C.update(UNKNOWN)\nload()", "C.get('on')"),
    "update of a copy": (
        "def load():\n    own = {'on': False}\n    own.update(UNKNOWN); return own",
        "load()['on']",
    ),
    "display": ("def load(**more): return {'on': False, **more}\nC = load(**UNKNOWN)", "C['on']"),
    "union": ("def load(**more): return {'on': False} | more", "load(**UNKNOWN)['on']"),
    "attribute": (
        (
            "class C:\n    def __init__(self):\n        self.own = {'on': False}\n        self.load()\n"
            "    def load(self): self.own.update(UNKNOWN)\nc = C()"
        ),
        "c.own['on']",
    ),
    "setattr": (
        (
            "class C:\n    def __init__(self, given):\n        self.on = False\n"
            "        for name, value in given.items(): setattr(self, name, value)\nc = C(UNKNOWN)"
        ),
        "c.on",
    ),
    "setattr over the class": (
        (
            "class C:\n    on = False\n    def __init__(self, given):\n"
            "        for name, value in given.items(): setattr(self, name, value)\nc = C(UNKNOWN)"
        ),
        "c.on",
    ),
    "__dict__": (
        (
            "class C:\n    def __init__(self, **given):\n        self.on = False\n"
            "        self.__dict__.update(given)\nc = C(**UNKNOWN)"
        ),
        "c.on",
    ),
    "vars": (
        (
            "class C:\n    def __init__(self, given):\n        self.on = False\n"
            "        vars(self).update(given)\nc = C(UNKNOWN)"
        ),
        "c.on",
    ),
    "replace": ("from dataclasses import replace\n" + DATA + "c = replace(Settings(), **UNKNOWN)", "c.on"),
    "model_construct": (MODEL + "c = Settings.model_construct(**UNKNOWN)", "c.on"),
    "model_copy": (MODEL + "c = Settings().model_copy(update=UNKNOWN)", "c.on"),
    "an answer": (
        ("def on():\n    try:\n        os.environ['ON']\n    except KeyError:\n        return False\n    return True"),
        "on()",
    ),
}


@pytest.mark.parametrize(("config", "condition"), FILLED.values(), ids=FILLED)
def test_what_is_filled_by_what_is_not_known_decides_nothing(analyse: Analyse, config: str, condition: str) -> None:
    config = config.replace("UNKNOWN", "json.load(open('config.json'))")
    condition = condition.replace("UNKNOWN", "json.load(open('config.json'))")
    source = SERVER.format(config=f"import json\n{config}", body=f"if {condition}: mcp.add_tool(f)")
    assert told(analyse({"server.py": source})) == ({"f"}, {"TG221"})


LEFT = {
    "a variable": "try:\n    os.environ['KEY']\n    mcp.add_tool(f)\nexcept KeyError: ...",
    "a variable in a function": "def register(server):\n    try:\n        key = os.environ['KEY']\n"
    "    except (KeyError, ValueError):\n        return\n    server.add_tool(f)\nregister(mcp)",
    "a variable that a function asks for": "def needed(): return os.environ['KEY']\n"
    "try:\n    needed()\n    mcp.add_tool(f)\nexcept KeyError: ...",
    "a file": "def register(server):\n    try:\n        with open('keys') as file: keys = file.read()\n"
    "    except OSError:\n        return\n    server.add_tool(f)\nregister(mcp)",
}
DIVIDED = {
    "a dictionary": "T = {'a': f}\nif 'ON' in os.environ: T['a'] = g\nmcp.add_tool(T['a'])",
    "a dictionary, by a method": "T = {'a': f}\nif 'ON' in os.environ: T.update(a=g)\nmcp.add_tool(T['a'])",
    "a dictionary, by a function": "def put(): T[1] = g\nT = {1: f}\nif 'ON' in os.environ: put()\nmcp.add_tool(T[1])",
    "a list": "T = [f]\nif 'ON' in os.environ: T[0] = g\nmcp.add_tool(T[0])",
    "the order of a list": "T = [f, g]\nif 'ON' in os.environ: T.reverse()\nmcp.add_tool(T[0])",
}


@pytest.mark.parametrize("body", LEFT.values(), ids=LEFT)
def test_what_is_left_without_the_environment_decides(analyse: Analyse, body: str) -> None:
    assert told(analyse({"server.py": SERVER.format(config="", body=body)})) == ({"f"}, {"TG221"})


@pytest.mark.parametrize("body", DIVIDED.values(), ids=DIVIDED)
def test_what_may_stand_in_its_place_may_be_there(analyse: Analyse, body: str) -> None:
    body = f"def g(x: int) -> str: 'G.'\n{body}"
    assert told(analyse({"server.py": SERVER.format(config="", body=body)})) == ({"f", "g"}, {"TG221"})


KNOWN = ["update", "update by keywords", "update in a function", "update of a copy", "display", "union", "attribute"]


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize("name", KNOWN)
def test_what_is_filled_by_what_is_known_decides(analyse: Analyse, name: str, on: bool) -> None:
    config, condition = FILLED[name]
    config = config.replace("UNKNOWN", f"{{'on': {on}}}")
    source = SERVER.format(config=config, body=f"if {condition.replace('UNKNOWN', repr({'on': on}))}: mcp.add_tool(f)")
    assert told(analyse({"server.py": source})) == ({"f"} if on else set(), set())


INDIRECT = {
    "a manager": "class L:\n    def __enter__(self): settings.on = True\n    def __exit__(self, *_): ...\nwith L(): 1",
    "a table of functions": "def load(): settings.on = True\nCOMMANDS = {'load': load}\nCOMMANDS['load']()",
    "a generator": "def load():\n    settings.on = True\n    yield\nlist(load())",
    "a default": "def load(): settings.on = True\ndef start(loaded=load()): ...",
    "the body of a class": "class Loading:\n    settings.on = True",
    "a hook that a decorator keeps": "HOOKS = []\n"
    "def hook(function):\n    HOOKS.append(function)\n    return function\n"
    "@hook\ndef load(): settings.on = True\nfor one in HOOKS: one()",
    "a method above": "class A:\n    def load(self): settings.on = True\n"
    "class B(A):\n    def load(self): super().load()\nB().load()",
    "a method below": "class A:\n    def run(self): self.load()\n    def load(self): ...\n"
    "class B(A):\n    def load(self): settings.on = True\nB().run()",
    "a property": "class L:\n    @property\n    def load(self): settings.on = True\nL().load",
    "the setter of a property": "class L:\n    @property\n    def on(self): ...\n"
    "    @on.setter\n    def on(self, value): settings.on = value\nL().on = True",
    "a validator": "from pydantic import BaseModel, field_validator\nclass L(BaseModel):\n    x: int\n"
    "    @field_validator('x')\n    @classmethod\n"
    "    def check(cls, x):\n        settings.on = True\n        return x\nL(x=1)",
    "an attribute": "class L: ...\nL.load = load = lambda: 0\ndef load(): settings.on = True\nL.load = load\nL.load()",
    "a class below": "class A:\n    def __init_subclass__(cls): settings.on = True\nclass B(A): ...",
}
UNSURE = {"f"}, {"TG221"}
SURE = {"f"}, set[str]()
"""What is told of a tool that is registered in the end: whether what leads to it was followed or not."""

FOLLOWED = {
    "an initializer": "class App:\n    def __init__(self): settings.on = True\nApp()",
    "what has items": "for one in [settings]: one.on = True",
}


@pytest.mark.parametrize("body", INDIRECT.values(), ids=INDIRECT)
def test_what_a_statement_leads_to_unseen_may_decide(analyse: Analyse, body: str) -> None:
    config = f"{DATA}settings = Settings()\n{body}"
    source = SERVER.format(config=config, body="if settings.on: mcp.add_tool(f)")
    assert told(analyse({"server.py": source})) in (UNSURE, SURE)


@pytest.mark.parametrize("body", INDIRECT.values(), ids=INDIRECT)
def test_a_statement_may_fill_a_collection_unseen(analyse: Analyse, body: str) -> None:
    config = "names = []\n" + re.sub("settings.on = (True|value)", "names.append(1)", body)
    source = SERVER.format(config=config, body="if names: mcp.add_tool(f)")
    assert told(analyse({"server.py": source})) in (UNSURE, SURE)


@pytest.mark.parametrize("body", INDIRECT.values(), ids=INDIRECT)
def test_a_statement_may_change_a_module_unseen(analyse: Analyse, body: str) -> None:
    config = f"import conf\n{body.replace('settings.on', 'conf.ON')}"
    source = SERVER.format(config=config, body="if conf.ON: mcp.add_tool(f)")
    assert told(analyse({"server.py": source, "conf.py": "ON = False\n"})) in (UNSURE, SURE)


@pytest.mark.parametrize("body", FOLLOWED.values(), ids=FOLLOWED)
def test_what_is_seen_to_run_decides(analyse: Analyse, body: str) -> None:
    config = f"{DATA}settings = Settings()\n{body}"
    source = SERVER.format(config=config, body="if settings.on: mcp.add_tool(f)")
    assert told(analyse({"server.py": source})) == ({"f"}, set())
