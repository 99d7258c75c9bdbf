"""`on_error = "skip"`: what cannot be known is left out by name, and all else is as it would be without it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

GOOD = "from toolgen import tool\n@tool\ndef good(a: int):\n    'Good.'\n"
CALLED = """\
from fastmcp import FastMCP
server = FastMCP()
class A:
    def __init__(self, given):
        texts = given or {{}}
        self.make(texts)
    def make(self, texts):
        {by}
        def f():
            'F.'
def f():
    'F.'
"""
FAULTY: dict[str, tuple[str, list[str]]] = {
    "no description": ("@tool\ndef f(): ...\n", ["TG203"]),
    "an unknown type": ("@tool\ndef f(a: Nowhere):\n    'F.'\n", ["TG301"]),
    "an unknown type in a class": (
        "from dataclasses import dataclass\n@dataclass\nclass A:\n    b: Nowhere\n@tool\ndef f(a: A):\n    'F.'\n",
        ["TG301"],
    ),
    "two faults": ("@tool\ndef f(a: Nowhere): ...\n", ["TG203", "TG301"]),
    "a name that is not valid": ("@tool('f f')\ndef f():\n    'F.'\n", ["TG204"]),
    "a name that is taken": ("@tool('good')\ndef f():\n    'F.'\n", ["TG205"]),
    "an argument that is not constant": ("@tool(risk_level=x())\ndef f():\n    'F.'\n", ["TG201"]),
    "a class with the decorator of functions": ("@tool\nclass f:\n    def execute(self): 'F.'\n", ["TG227"]),
    "items that are not known": (
        "from fastmcp import FastMCP\nserver = FastMCP()\n@server.tool(**x())\ndef f():\n    'F.'\n",
        ["TG201"],
    ),
    "what only calls say that are not followed": (CALLED.format(by="@server.tool(name=texts[0])"), ["TG211"]),
    "what only calls say of a function that they are given": (
        CALLED.format(by="server.tool(f, name=texts[0])"),
        ["TG211"],
    ),
    "an endless pattern": (
        "@tool(params={'a': {'type': 'string', 'pattern': '^(a+)+$'}})\ndef f(a: str):\n    'F.'\n",
        ["TG219"],
    ),
    "an endless pattern and a default to try it on": (
        "@tool(params={'a': {'pattern': '^(a+)+$', 'default': 'a' * 99 + '!'}})\ndef f(a: str):\n    'F.'\n",
        ["TG219"],
    ),
}


@pytest.mark.parametrize(("source", "codes"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_tool_is_left_out_and_named(analyse: Analyse, source: str, codes: list[str]) -> None:
    analysis = analyse({"tools.py": GOOD + source}, on_error="skip")
    found = [one for one in analysis.diagnostics if one.code != "TG302"]
    assert {(one.code, one.severity) for one in found} == {(code, "warning") for code in codes}
    assert [(one.qualname.rpartition(".")[2], [*one.codes]) for one in analysis.manifest.skipped] == [("f", codes)]
    assert analyse({"tools.py": GOOD}).manifest.tools == analysis.manifest.tools


def test_tools_that_share_a_faulty_class_are_all_left_out(analyse: Analyse) -> None:
    source, _ = FAULTY["an unknown type in a class"]
    analysis = analyse({"tools.py": f"{GOOD}{source}@tool\ndef g(a: list[A]):\n    'G.'\n"}, on_error="skip")
    assert ([one.name for one in analysis.manifest.skipped], analysis.manifest.classes) == (["f", "g"], {})


def test_a_file_that_cannot_be_read_stays_an_error(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": GOOD, "broken.py": "from toolgen import tool\n@tool\ndef f(:\n"}, on_error="skip")
    assert [(found.code, found.severity) for found in analysis.diagnostics] == [("TG101", "error")]


def test_a_fault_that_is_suppressed_leaves_nothing_out(analyse: Analyse) -> None:
    source = f"{GOOD}@tool\ndef f(): ...  # toolgen: ignore[TG203]\n"
    analysis = analyse({"tools.py": source}, on_error="skip")
    assert (analysis.diagnostics, len(analysis.manifest.tools), analysis.manifest.skipped) == ((), 2, ())


def test_without_it_an_error_is_one(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": GOOD + FAULTY["no description"][0]})
    assert [found.severity for found in analysis.diagnostics] == ["error"]
    assert (len(analysis.manifest.tools), analysis.manifest.skipped) == (2, ())


MADE = """\
from pydantic_ai import FunctionToolset
class Box(FunctionToolset):
    def __init__(self, texts=None):
        found = texts or {}
        self.register(found)
    def register(self, texts):
        @self.tool(description=texts.get("open", "Open."))
        def open_box() -> str: ...
def make():
    return Box()
"""


def test_a_class_that_is_made_has_its_constructor_followed(analyse: Analyse) -> None:
    found = analyse({"tools.py": MADE})
    assert [one.code for one in found.diagnostics if one.severity == "error"] == []
    assert [tool.description for tool in found.manifest.tools] == ["Open."]
