"""Registrations that are data, in one file and across several, as toolgen reads them and as Python runs them.

A server that keeps what it is given stands for a framework's: what is compared is which function is registered, under
which name and with which description.
"""

from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
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
SERVER = 'from fastmcp import FastMCP\nmcp = FastMCP("x")\n'


def parts(text: str, mark: str) -> dict[str, str]:
    """What stands behind each line `mark NAME`, by the name."""
    found = re.split(rf"^{mark} (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def table(name: str) -> dict[str, str]:
    """The forms in a file beside this one."""
    return parts(Path(__file__).with_name(name).read_text(encoding="utf-8"), "# ---")


FORMS = {name: {"main.py": HEAD + source} for name, source in table("registered_data.txt").items()} | {
    name: {"server.py": SERVER, **parts(source, "# file:")} for name, source in table("registered_programs.txt").items()
}
"""The files of a program by the name of its form."""

TOLD = frozenset(
    {
        *("keys", "dictget", "dictidx", "indict"),  # functions that are keys of a dictionary
        *("attr of function", "attr of function absent", "format function", "module attribute", "global in function"),
        *("init_subclass", "subclasses", "dunder iter", "contextmanager"),
        *("group by", "product", "chainmap", "deque", "iter next", "eval", "locals"),
        "lambda with a name",
        *("names that exec binds", "names that exec binds in a function", "names that exec binds for a caller"),
        *("function that its type makes", "method that its type makes"),
        *("unpack", "star unpack", "copy"),
        *("try", "try else", "try import", "raise in function"),  # which are listed: TG221
        *("decorator in a loop over what is not known", "decorator in a loop under a condition that is not known"),
        "yield under a condition that is not known",
        *(
            "function of a loop in a decorator below",
            "early return registration",
            "docstring format",
            "late binding closure",
        ),
        "list of a class in the place of which an object has another",
        *(f"vars of a class to which {one}" for one in ("a module adds", "a decorator adds", "another module adds")),
        "docstring of a class that a module sets",
        *("methods of instance", "vars of class", "wraps keeps extra attr"),
        *("counter names", "module counter", "attribute counter", "instance counter", "list length names"),
        *("factory from a table", "mutable default", "loop variable after loop", "string builder"),
        *("typed dict spec", "dataclass post init", "extend under condition"),
        *("pkgutil modules", "inspect members of module", "replaced by importer"),
        *("case of what is not known", "unknown beside a registration", "unknown between registrations"),  # TG221
        *(
            "class as a tool",
            "object as a tool",
            "method of a list as a tool",
            "generator that changes a list, left early",
        ),
        *(
            "rest of the keywords that is not known",
            "rest of the arguments that is not known",
            "iterator that a condition shortens",
        ),
        *("decorator that calls what is not known", "function that calls itself under a condition"),
        *("function by get with a key that is not known", "function by an index that is not known"),
        *("docstrings that a loop sets", "docstrings of a list of functions", "names that setattr sets"),
        *("name of a function in a dictionary", "docstring of a method in the body of its class"),
        *("update_wrapper of a function", "update_wrapper in a function", "update_wrapper of some attributes"),
        *("wraps of a function", "docstring that a lambda sets", "docstring that a comprehension sets"),
        *("docstring that object sets", "docstring that a function is called to set"),
        *("docstring that a call on several lines sets", "docstring that a function sets on several lines"),
        "wraps of a function on several lines",
        *("docstring of a method under the name of its class", "docstring under a condition that is not known"),
        *("description that is too much work", "iterator that a condition shortens"),
        *("next of registrations", "generator of registrations that nobody goes through"),
        *("filter of registrations that nobody goes through", "body of a generator, left early"),
        *("function that a decorator runs before a list grows", "generator that changes a list, left early"),
        *("handlers of an exception that is not known", "bare raise", "raise of a class of a module"),
        *("method of a class replaced from outside", "attribute of a class set by a name that is not known"),
        *("function of a module replaced", "constant of a module replaced"),
        "method replaced by a module that knows of no tools",
        *(
            "function of a module replaced in a function that is called",
            "attribute of a class set in a method that is called",
        ),
        *("attribute of an object set by its namespace", "function that is replaced before it is imported"),
        *("function that is renamed by another module", "function in a list that is renamed by another module"),
        "class given to a function that sets an attribute of it",
        "class of which a function given to another sets an attribute",
        "list of a class that is another one later",
        *("list of a class that a thread fills", "list of a module that a thread fills"),
        "list of a class, filled by a module that is imported later",
        "list of a module, filled by one that is imported later",
        "list of a class of which there are many objects",
        "list of a class, filled by classes below when they are made",
        *("function of a class, in its body", "functions of a class, in a loop in its body"),
        *("functions of a class, from a list in it", "functions of a class, from a dict of names"),
        *("functions of a class, by vars", "functions of a class, by getattr"),  # TG227
        *("method of a server by a name that is computed", "method of a server by a name that is not known"),
        *("methods of a server by names in a loop", "method of a server by attrgetter of a computed name"),  # TG234
        "list of a class in a function that grows through the class below",
        *("docstring that a function sets of what it is given", "docstring that a function sets of what it hands on"),
        *("docstrings that a function sets of all that it is given", "name that a method sets of what it is given"),
        *("docstring that a partial sets", "name bound as an item of the module"),
        *("names bound as items of the module in a loop", "name bound as an attribute of the module"),
        *("names bound as items of the module by a function", "constant bound as an item of the module"),
        *("generator expression whose condition changes", "generator expression whose condition asks for what grows"),
        *("generator expression over a list that grows", "generator whose condition changes"),
    }
)
"""Those that are told at their place instead of being followed."""

SILENT = frozenset({"uncalled function", "not imported module"})
"""Those that are listed though the program does not run them: another may."""


class Server:
    """What `FastMCP` is to a program that registers tools, without the tools being looked into."""

    def __init__(self, _name: str) -> None:
        self.tools = REGISTERED

    def tool(self, function: Callable[..., Any] | None = None, name: str = "", description: str = "") -> Any:
        """Keep `function`, or wait for it."""
        if function is None:
            return lambda given: self.tool(given, name, description)
        shown = description or inspect.getdoc(function) or ""
        self.tools.add((name or function.__name__, shown, tuple(inspect.signature(function).parameters)))
        return function


REGISTERED: Tools = set()


def run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Tools:
    """What the program in `folder` registers when it runs."""
    library = ModuleType("fastmcp")
    vars(library)["FastMCP"] = Server
    known = set(sys.modules)
    monkeypatch.setitem(sys.modules, library.__name__, library)
    monkeypatch.syspath_prepend(folder)
    REGISTERED.clear()
    try:
        importlib.import_module("main")
    finally:
        for name in set(sys.modules) - known:
            if str(folder) in (getattr(sys.modules[name], "__file__", None) or ""):  # libraries stay
                del sys.modules[name]
    return set(REGISTERED)


def answer(analysis: Analysis, registered: Tools) -> str:
    """Whether toolgen finds what is `registered`, or tells of it."""
    found = {(one.name, one.description, tuple(one.input_schema["properties"])) for one in analysis.manifest.tools}
    told = [one for one in analysis.diagnostics if one.code != "TG302"]
    return "same" if found == registered else "told" if told else "silent"


@pytest.mark.parametrize("form", FORMS)
def test_it_is_followed_or_told(
    form: str, analyse: Callable[..., Analysis], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysis = analyse({"functions.py": FUNCTIONS, **FORMS[form]})
    expected = "told" if form in TOLD else "silent" if form in SILENT else "same"
    assert answer(analysis, run(tmp_path, monkeypatch)) == expected


@pytest.fixture(scope="session")
def formatted(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Mapping[str, str]]:
    """The forms with a line for each part of an expression."""
    folders = {form: tmp_path_factory.mktemp("form") for form in FORMS}
    files = {form: {folder / path: path for path in FORMS[form]} for form, folder in folders.items()}
    for form, paths in files.items():
        for file, path in paths.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(FORMS[form][path])
    command = [sys.executable, "-m", "ruff", "format", "--isolated", "--quiet", "--no-cache", "--line-length=1"]
    subprocess.run([*command, *map(str, folders.values())], check=True)
    return {form: {path: file.read_text() for file, path in paths.items()} for form, paths in files.items()}


@pytest.mark.parametrize("form", sorted(FORMS.keys() - SILENT))
def test_no_layout_hides_it(
    form: str,
    formatted: Mapping[str, Mapping[str, str]],
    analyse: Callable[..., Analysis],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    analysis = analyse({"functions.py": FUNCTIONS, **formatted[form]})
    assert answer(analysis, run(tmp_path, monkeypatch)) in {"same", "told"}


def test_every_exception_is_a_form() -> None:
    assert FORMS.keys() >= TOLD | SILENT
