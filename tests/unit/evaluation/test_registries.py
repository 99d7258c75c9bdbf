"""Containers that decorators and calls fill, and loops elsewhere register: what is in them, and what nobody can know."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SERVER = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n"
LIST = "TOOLS = []\ndef tool(function):\n    TOOLS.append(function)\n    return function\n"
PAIRS = (
    "TOOLS = []\ndef tool(name=None, **meta):\n    def wrap(function):\n"
    "        TOOLS.append((function, name or function.__name__, meta))\n        return function\n    return wrap\n"
)
DICT = "TOOLS = {}\ndef tool(name):\n    def wrap(function):\n        TOOLS[name] = function\n        return function\n    return wrap\n"
CLASS = (
    "class Registry:\n    def __init__(self):\n        self.tools = []\n    def tool(self, function):\n"
    "        self.tools.append(function)\n        return function\n    def all(self):\n        return list(self.tools)\n"
)
APPLY = "    def apply(self, mcp):\n        for function in self.tools:\n            mcp.add_tool(function)\n"
RECORDS = (
    "from dataclasses import dataclass\nfrom typing import Callable\n"
    "@dataclass\nclass Entry:\n    name: str\n    function: Callable\nTOOLS: list[Entry] = []\n"
    "def tool(name):\n    def wrap(function):\n        TOOLS.append(Entry(name, function))\n        return function\n    return wrap\n"
)
F, G = (f"def {name}(text: str) -> str:\n    '{name.upper()}.'\n    return text\n" for name in "fg")
LOOP = "for function in TOOLS:\n    mcp.tool()(function)\n"
IMPORTED = f"{SERVER}import a\nfrom registry import TOOLS\n"

KNOWN: Mapping[str, tuple[Mapping[str, str], set[str]]] = {
    "a module that is imported after what may fail": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": f"{SERVER}from registry import TOOLS\ntry:\n    import json\n    import a\nexcept ImportError: pass\n{LOOP}",
        },
        {"f"},
    ),
    "a list in one module": ({"server.py": f"{SERVER}{LIST}@tool\n{F}{LOOP}"}, {"f"}),
    "what comes after the loop": ({"server.py": f"{SERVER}{LIST}@tool\n{F}{LOOP}@tool\n{G}"}, {"f"}),
    "names that a function puts into a list": (
        {
            "server.py": f"{SERVER}{F}NAMES = []\ndef add(name):\n    NAMES.append(name)\nadd('x')\nadd('y')\nfor name in NAMES:\n    mcp.tool(name=name)(f)\n"
        },
        {"x", "y"},
    ),
    "a list of another module": (
        {"registry.py": LIST, "a.py": f"from registry import tool\n@tool\n{F}", "server.py": f"{IMPORTED}{LOOP}"},
        {"f"},
    ),
    "two modules": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\nimport b\n@tool\n{F}",
            "b.py": f"from registry import tool\n@tool\n{G}",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        {"f", "g"},
    ),
    "pairs with arguments": (
        {
            "registry.py": PAIRS,
            "a.py": f"from registry import tool\n@tool('x', title='X')\n{F}@tool()\n{G}",
            "server.py": f"{IMPORTED}for function, name, meta in TOOLS:\n    mcp.tool(name=name, **meta)(function)\n",
        },
        {"x", "g"},
    ),
    "a dictionary": (
        {
            "registry.py": DICT,
            "a.py": f"from registry import tool\n@tool('x')\n{F}",
            "server.py": f"{IMPORTED}for name, function in TOOLS.items():\n    mcp.add_tool(function, name=name)\n",
        },
        {"x"},
    ),
    "records": (
        {
            "registry.py": RECORDS,
            "a.py": f"from registry import tool\n@tool('x')\n{F}",
            "server.py": f"{IMPORTED}for entry in TOOLS:\n    mcp.add_tool(entry.function, name=entry.name)\n",
        },
        {"x"},
    ),
    "an object": (
        {
            "registry.py": f"{CLASS}registry = Registry()\n",
            "a.py": f"from registry import registry\n@registry.tool\n{F}",
            "server.py": f"{SERVER}import a\nfrom registry import registry\nfor one in registry.tools:\n    mcp.add_tool(one)\n",
        },
        {"f"},
    ),
    "a method that registers": (
        {
            "registry.py": f"{CLASS}{APPLY}registry = Registry()\n",
            "a.py": f"from registry import registry\n@registry.tool\n{F}",
            "server.py": f"{SERVER}import a\nfrom registry import registry\ndef main(mcp: FastMCP):\n    registry.apply(mcp)\nmain(mcp)\n",
        },
        {"f"},
    ),
    "a method that returns them": (
        {
            "registry.py": f"{CLASS}registry = Registry()\n",
            "a.py": f"from registry import registry\n@registry.tool\n{F}",
            "server.py": f"{SERVER}import a\nfrom registry import registry\nfor one in registry.all():\n    mcp.add_tool(one)\n",
        },
        {"f"},
    ),
    "a method under another name": (
        {
            "registry.py": f"{CLASS}registry = Registry()\nmark = registry.tool\n",
            "a.py": f"from registry import mark\n@mark\n{F}",
            "server.py": f"{SERVER}import a\nfrom registry import registry\nfor one in registry.tools:\n    mcp.add_tool(one)\n",
        },
        {"f"},
    ),
    "a function around the decorator": (
        {
            "registry.py": f"{LIST}def mark(**options):\n    def wrap(function):\n        return tool(function)\n    return wrap\n",
            "a.py": f"from registry import mark\n@mark(x=1)\n{F}",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        {"f"},
    ),
    "a copy of the list": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": f"{IMPORTED}for one in list(TOOLS):\n    mcp.add_tool(one)\n",
        },
        {"f"},
    ),
    "sorted": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}@tool\n{G}",
            "server.py": f"{IMPORTED}for one in sorted(TOOLS, key=lambda f: f.__name__):\n    mcp.add_tool(one)\n",
        },
        {"f", "g"},
    ),
    "a condition on what is in it": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}@tool\n{G}",
            "server.py": f"{IMPORTED}for one in TOOLS:\n    if one.__name__ != 'g':\n        mcp.add_tool(one)\n",
        },
        {"f"},
    ),
    "the list as an argument": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": "from mcp.server.fastmcp import FastMCP\nimport a\nfrom registry import TOOLS\nfrom google.adk.agents import Agent\nagent = Agent(name='a', tools=TOOLS)\n",
        },
        {"f"},
    ),
    "a function that registers": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": f"{IMPORTED}def register(mcp: FastMCP):\n    for one in TOOLS:\n        mcp.tool()(one)\n",
        },
        {"f"},
    ),
    "a function of the registry that is called": (
        {
            "registry.py": f"{LIST}def register(mcp):\n    for one in TOOLS:\n        mcp.tool(name='x_' + one.__name__)(one)\n",
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": f"{SERVER}import a\nfrom registry import register\nregister(mcp)\n",
        },
        {"x_f"},
    ),
    "a function that gives the list": (
        {
            "registry.py": f"{LIST}def found():\n    return TOOLS\n",
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": f"{SERVER}import a\nfrom registry import found\nfor one in found():\n    mcp.add_tool(one)\n",
        },
        {"f"},
    ),
    "an import in the function": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": f"{SERVER}from registry import TOOLS\ndef register(mcp: FastMCP):\n    import a\n    for one in TOOLS:\n        mcp.tool()(one)\n",
        },
        {"f"},
    ),
    "calls in place of decorators": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n{F}{G}tool(f)\nfor one in [g]:\n    tool(one)\n",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        {"f", "g"},
    ),
    "append": (
        {
            "registry.py": "TOOLS = []\n",
            "a.py": f"from registry import TOOLS\n{F}TOOLS.append(f)\n",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        {"f"},
    ),
    "append through the module": (
        {
            "registry.py": "TOOLS = []\n",
            "a.py": f"import registry\n{F}registry.TOOLS.append(f)\n",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        {"f"},
    ),
    "extend": (
        {
            "registry.py": "TOOLS = []\n",
            "a.py": f"from registry import TOOLS\n{F}{G}TOOLS.extend([f, g])\n",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        {"f", "g"},
    ),
    "an item": (
        {
            "registry.py": "TOOLS = {}\n",
            "a.py": f"from registry import TOOLS\n{F}TOOLS['x'] = f\n",
            "server.py": f"{IMPORTED}for name, one in TOOLS.items():\n    mcp.add_tool(one, name=name)\n",
        },
        {"x"},
    ),
    "what was in it before": (
        {
            "registry.py": f"{F}TOOLS = [f]\ndef tool(function):\n    TOOLS.append(function)\n    return function\n",
            "a.py": f"from registry import tool\n@tool\n{G}",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        {"f", "g"},
    ),
    "a package": (
        {
            "app/__init__.py": "",
            "app/registry.py": LIST,
            "app/tools/__init__.py": "from . import a\nfrom .b import *\n",
            "app/tools/a.py": f"from ..registry import tool\n@tool\n{F}",
            "app/tools/b.py": f"from ..registry import tool as mark\n@mark\n{G}",
            "app/server.py": f"{SERVER}from app import tools\nfrom app.registry import TOOLS\n{LOOP}",
        },
        {"f", "g"},
    ),
    "a module of a package": (
        {
            "app/__init__.py": "from .registry import tool as command\n",
            "app/registry.py": LIST,
            "app/a.py": f"from app import command\n@command\n{F}",
            "server.py": f"{SERVER}import os, app.a  # for what it registers\nfrom app.registry import TOOLS\n{LOOP}",
        },
        {"f"},
    ),
    "a module that imports both": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": f"{SERVER}from registry import TOOLS\ndef register():\n    for one in TOOLS:\n        mcp.tool()(one)\n",
            "main.py": "import a\nfrom server import mcp, register\nregister()\nmcp.run()\n",
        },
        {"f"},
    ),
    **{
        f"modules of a package: {how}": (
            {
                "app/__init__.py": "",
                "app/registry.py": LIST,
                "app/tools/__init__.py": "",
                "app/tools/a.py": f"from ..registry import tool\n@tool\n{F}",
                "app/tools/b.py": f"from app.registry import tool as mark\n@mark\n{G}",
                "app/server.py": f"{SERVER}from app.registry import TOOLS\nimport importlib, pkgutil\n{text}{LOOP}",
            },
            {"f", "g"},
        )
        for how, text in {
            "pkgutil": "import app.tools\nfor one in pkgutil.iter_modules(app.tools.__path__):\n    importlib.import_module(f'app.tools.{one.name}')\n",
            "pkgutil in a function": "from app import tools\ndef load():\n    for _, name, _ in pkgutil.iter_modules(tools.__path__):\n        importlib.import_module('.' + name, tools.__name__)\nload()\n",
            "a list": "for name in ['a', 'b']:\n    importlib.import_module(f'app.tools.{name}')\n",
            "a list of pairs": "for _, name in [(1, 'a'), (2, 'b')]:\n    importlib.import_module(f'app.tools.{name}')\n",
            "constants": "importlib.import_module('app.tools.a')\nimportlib.import_module('.tools.b', __package__)\n",
        }.items()
    },
    "modules beside the file": (
        {
            "app/__init__.py": "",
            "app/registry.py": LIST,
            "app/tools/__init__.py": "import importlib\nfrom pathlib import Path\nfor one in sorted(Path(__file__).parent.glob('[a-z]*.py')):\n    importlib.import_module(f'{__name__}.{one.stem}')\n",
            "app/tools/a.py": f"from ..registry import tool\n@tool\n{F}",
            "app/server.py": f"{SERVER}from app.registry import TOOLS\nimport app.tools\n{LOOP}",
        },
        {"f"},
    ),
    "below a known condition": (
        {
            "registry.py": LIST,
            "a.py": "from registry import tool\nimport sys\nif sys.version_info >= (3, 8):\n    @tool\n    def f(text: str) -> str:\n        'F.'\n        return text\n",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        {"f"},
    ),
}


@pytest.mark.parametrize(("files", "tools"), KNOWN.values(), ids=KNOWN)
def test_what_fills_a_container_is_registered(files: Mapping[str, str], tools: set[str], analyse: Analyse) -> None:
    analysis = analyse(files)
    assert {tool.name for tool in analysis.manifest.tools} == tools
    assert {found.code for found in analysis.diagnostics} <= {"TG302"}


UNKNOWN: Mapping[str, tuple[Mapping[str, str], set[str]]] = {
    "a module that nobody imports": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}",
            "b.py": f"from registry import tool\n@tool\n{G}",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        {"f"},
    ),
    "an unknown condition": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\nimport os\n@tool\n{F}if os.getenv('X'):\n    @tool\n    def g(text: str) -> str:\n        'G.'\n        return text\n",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        {"f", "g"},
    ),
    "an import below an unknown condition": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": f"{SERVER}import os\nfrom registry import TOOLS\nif os.getenv('X'):\n    import a\n{LOOP}",
        },
        set(),
    ),
    "modules that only running tells": (
        {
            "registry.py": LIST,
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": f"{SERVER}import a, importlib, json\nfrom registry import TOOLS\nfor name in json.load(open('x')):\n    importlib.import_module(name)\n{LOOP}",
        },
        {"f"},
    ),
    **{
        f"modules that only running tells fill {name}": (
            {
                "registry.py": f"{made}\ndef tool(f):\n    {fills}\n    return f\n",
                "a.py": f"from registry import tool\n@tool\n{F}",
                "server.py": f"{SERVER}import a, importlib, json\nfrom registry import BOX\nfor name in json.load(open('x')):\n    importlib.import_module(name)\nfor f in {items}:\n    mcp.tool()(f)\n",
            },
            {"f"},
        )
        for name, made, fills, items in (
            ("a dictionary", "BOX = {}", "BOX[f.__name__] = f", "BOX.values()"),
            ("a set", "BOX = set()", "BOX.add(f)", "BOX"),
            ("a namespace", "import types\nBOX = types.SimpleNamespace(f=[])", "BOX.f.append(f)", "BOX.f"),
            ("an object", "class Box:\n    def __init__(self): self.f = []\nBOX = Box()", "BOX.f.append(f)", "BOX.f"),
        )
    },
    "modules of the package, which a function is given": (
        {
            "registry.py": f"# mcp.tool() is called elsewhere\n{PAIRS.replace('tool(', 'handy(')}",
            "found.py": "import importlib, pkgutil\ndef discover(folder, package):\n    for _, name, _ in pkgutil.iter_modules([folder]):\n        importlib.import_module(f'.{name}', package)\n",
            "tools/__init__.py": f"from pathlib import Path\nfrom found import discover\nfrom registry import TOOLS\n{SERVER}discover(str(Path(__file__).parent), __package__)\nfor function, name, _ in TOOLS:\n    mcp.tool(name=name)(function)\n",
            "tools/a.py": f"from registry import handy\n@handy()\n{F}",
            "tools/b.py": f"from registry import handy\n@handy(name='h')\n{G}",
            "other.py": f"from registry import handy\n@handy()\n{G}",
        },
        {"f", "h"},
    ),
    "methods of a class": (
        {
            "registry.py": LIST,
            "a.py": "from registry import tool\nclass Box:\n    @tool\n    def f(self, text: str) -> str:\n        'F.'\n",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        set(),
    ),
    "a list that is made anew": (
        {
            "registry.py": f"{LIST}def reset():\n    global TOOLS\n    TOOLS = []\n",
            "a.py": f"from registry import tool\n@tool\n{F}",
            "server.py": f"{IMPORTED}{LOOP}",
        },
        set(),
    ),
}


@pytest.mark.parametrize(("files", "tools"), UNKNOWN.values(), ids=UNKNOWN)
def test_what_cannot_be_known_is_told(files: Mapping[str, str], tools: set[str], analyse: Analyse) -> None:
    analysis = analyse(files)
    assert {tool.name for tool in analysis.manifest.tools} == tools
    assert [found.code for found in analysis.diagnostics if found.code != "TG302"] == ["TG211"]
