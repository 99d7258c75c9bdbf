"""Registrations that are data: each form of `registered_data.txt` as toolgen reads it and as Python runs it.

A server that keeps what it is given stands for a framework's: what is compared is which function is registered, under
which name and with which description.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import pytest

from toolgen.pipeline import Analysis

Tools: TypeAlias = set[tuple[str, str, tuple[str, ...]]]
"""Name, description and parameters of each."""

HEAD = """\
import enum, functools, itertools, operator
from collections import ChainMap, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from types import MappingProxyType, SimpleNamespace
from typing import NamedTuple
from fastmcp import FastMCP
import functions as fns
from functions import alpha, beta, danger, gamma

mcp = FastMCP("x")

def reg(tag, f, d=None):
    mcp.tool(f, name=f"{tag}_{f.__name__}", description=d)

reg("first", danger)
"""
FUNCTIONS = """\
def alpha(x: int) -> int:
    "Alpha."
    return x

def beta(x: str) -> str:
    "Beta."
    return x

def danger(x: str) -> str:
    "Danger."
    return x

def gamma(q: float) -> float:
    "Gamma."
    return q
"""
BLOCKS = re.split(r"^# --- (.*)\n", Path(__file__).with_name("registered_data.txt").read_text("utf-8"), flags=re.M)
FORMS = dict(zip(BLOCKS[1::2], BLOCKS[2::2], strict=True))
"""Source by the name of its form."""

TOLD = frozenset(
    {
        *("keys", "dictget", "dictidx", "indict"),  # functions that are keys of a dictionary
        *("attr of function", "attr of function absent", "format function", "module attribute", "global in function"),
        *("init", "init_subclass", "subclasses", "dunder iter", "contextmanager"),
        *("group by", "product", "chainmap", "deque", "iter next", "walrus loop", "eval", "locals", "lambda"),
        *("pop", "pop while", "unpack", "star unpack", "copy", "alias mutate"),
        *("try", "try else", "try import", "raise in function"),  # which are listed: TG221
        *("decorated in a loop", "early return registration", "docstring format", "late binding closure"),
        *("inherited", "template method"),  # by one that calls what classes below override
        *("methods of instance", "methods by dir", "methods by inspect", "frozen dataclass with method"),
        *("counter names", "module counter", "attribute counter", "instance counter", "list length names"),
        *("factory from a table", "mutable default", "loop variable after loop", "string builder"),
        *("typed dict spec", "dataclass post init"),
    }
)
"""Those that are told at their place instead of being followed."""

SILENT = frozenset({"uncalled function"})
"""Those that are listed though the program does not run them: another may."""

INSTALLED = ("fastmcp", "functions", "program")


class Server:
    """What `FastMCP` is to a program that registers tools, without the tools being looked into."""

    def __init__(self, _name: str) -> None:
        self.tools: Tools = REGISTERED

    def tool(self, function: Callable[..., Any] | None = None, name: str = "", description: str = "") -> Any:
        """Keep `function`, or wait for it."""
        if function is None:
            return lambda given: self.tool(given, name, description)
        shown = description or inspect.getdoc(function) or ""
        self.tools.add((name or function.__name__, shown, tuple(inspect.signature(function).parameters)))
        return function


REGISTERED: Tools = set()


def run(source: str, monkeypatch: pytest.MonkeyPatch) -> Tools:
    """What the program registers when it runs."""
    modules = {name: ModuleType(name) for name in INSTALLED}
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    vars(modules["fastmcp"])["FastMCP"] = Server
    REGISTERED.clear()
    exec(compile(FUNCTIONS, "functions.py", "exec"), vars(modules["functions"]))
    exec(compile(source, "program.py", "exec"), vars(modules["program"]))
    return set(REGISTERED)


@pytest.mark.parametrize("form", FORMS)
def test_it_is_followed_or_told(form: str, analyse: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch) -> None:
    source = HEAD + FORMS[form]
    analysis = analyse({"functions.py": FUNCTIONS, "program.py": source})
    found = {(one.name, one.description, tuple(one.input_schema["properties"])) for one in analysis.manifest.tools}
    told = [one for one in analysis.diagnostics if one.code != "TG302"]
    is_same = found == run(source, monkeypatch)
    expected = "told" if form in TOLD else "silent" if form in SILENT else "same"
    assert ("same" if is_same else "told" if told else "silent") == expected


def test_every_exception_is_a_form() -> None:
    assert FORMS.keys() >= TOLD | SILENT
