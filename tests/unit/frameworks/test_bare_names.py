"""`bare_names`: what names stand for that come from where nothing was found, and what is said of them without it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

F = "def f(text: str) -> str:\n    'F.'\n    return text\n"
RUN = "    name = 'f'\n    description = 'F.'\n    def _run(self, text: str) -> str: ...\n"

MARK = {"mark": "agents.function_tool"}
MEANT: dict[str, tuple[str, dict[str, str], str]] = {
    "a decorator": ("from acme import mark\n@mark\n", MARK, "openai-agents"),
    "under another name": ("from acme import mark as m\n@m\n", MARK, "openai-agents"),
    "of a module": ("import acme.agents as a\n@a.mark\n", MARK, "openai-agents"),
    "of a star import": ("from acme import *\n@mark\n", MARK, "openai-agents"),
    "of a lost module of the project": ("from .lost import mark\n@mark\n", MARK, "openai-agents"),
    "an object": ("from acme import app\n@app.tool\n", {"app": "fastmcp.FastMCP"}, "fastmcp"),
    "a class": ("from acme import Server\ns = Server()\n@s.tool\n", {"Server": "fastmcp.FastMCP"}, "fastmcp"),
}


@pytest.mark.parametrize(("above", "bare_names", "dialect"), MEANT.values(), ids=MEANT)
def test_name_stands_for_what_the_configuration_says(
    analyse: Analyse, above: str, bare_names: dict[str, str], dialect: str
) -> None:
    analysis = analyse({"tools.py": above + F}, bare_names=bare_names)
    assert [(tool.name, tool.origin.dialect) for tool in analysis.manifest.tools] == [("f", dialect)]
    assert list(analysis.diagnostics) == []


def test_base_stands_for_what_the_configuration_says(analyse: Analyse) -> None:
    source = f"from acme import BaseTool\nclass F(BaseTool):\n{RUN}"
    analysis = analyse({"tools.py": source}, bare_names={"BaseTool": "langchain_core.tools.BaseTool"})
    assert [(tool.name, tool.origin.dialect) for tool in analysis.manifest.tools] == [("f", "langchain")]


@pytest.mark.parametrize(
    "files",
    [
        {"tools.py": f"from acme import mark\n@mark\n{F}", "acme.py": "def mark(f):\n    return f\n"},
        {"tools.py": f"from functools import cache\n@cache\n{F}"},
        {"tools.py": f"def mark(f):\n    return f\n@mark\n{F}"},
    ],
    ids=["a module of the project", "the standard library", "a function of the file"],
)
def test_what_can_be_read_is_read(analyse: Analyse, files: dict[str, str]) -> None:
    assert analyse(files, bare_names=MARK | {"cache": "agents.function_tool"}).manifest.tools == ()


UNFOUND: dict[str, tuple[str, str]] = {
    "a decorator": (f"from acme.agents import function_tool\n@function_tool\n{F}", "2:2 function_tool acme"),
    "that is called": (f"from acme import tool\n@tool('f')\n{F}", "2:2 tool acme"),
    "of a module": (f"import acme\n@acme.tool\n{F}", "2:2 tool acme"),
    "of a lost module of the project": (f"from .lost import tool\n@tool\n{F}", "2:2 tool lost"),
    "of a lost module of a package": (f"from box.lost import tool\n@tool\n{F}", "2:2 tool box.lost"),
    "of a module that cannot be read": (f"from broken import tool\n@tool\n{F}", "2:2 tool broken"),
    "a method": (f"from acme import app\n@app.tool()\n{F}", "2:2 app acme"),
    "a base": (f"from acme import BaseTool\nclass F(BaseTool):\n{RUN}", "2:9 BaseTool acme"),
}


@pytest.mark.parametrize(("source", "expected"), UNFOUND.values(), ids=UNFOUND)
def test_namesake_from_nowhere_is_told(analyse: Analyse, source: str, expected: str) -> None:
    analysis = analyse({"tools.py": source, "box/__init__.py": "", "broken.py": "("})
    place, name, module = expected.split()
    (found,) = [one for one in analysis.diagnostics if one.code != "TG101"]
    assert (found.code, f"{found.span.line}:{found.span.column}") == ("TG218", place)
    assert f"`{module}`, where `{name}` comes from, was not found" in found.message


UNBOUND: dict[str, tuple[str, str, str]] = {
    "a decorator": (f"from toolgen import Injected\n@tool\n{F}", "tool", "define or import it"),
    "where nothing is imported": (f"\n@tool\n{F}", "tool", "define or import it"),
    "that is called": (f"from toolgen import Injected\n@tool(name='g')\n{F}", "tool", "define or import it"),
    "that is misspelt": (f"from toolgen import tool\n@tol(name='g')\n{F}", "tol", "did you mean `tool`?"),
    "of a framework": (f"from agents import function_tool\n@functon_tool\n{F}", "functon_tool", "`function_tool`?"),
}


@pytest.mark.parametrize(("source", "name", "way_out"), UNBOUND.values(), ids=UNBOUND)
def test_decorator_that_nothing_binds_is_told(analyse: Analyse, source: str, name: str, way_out: str) -> None:
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.span.line, found.span.column) == ("TG301", 2, 2)
    assert found.message == f"`{name}` is not defined in this module"
    assert found.help.endswith(way_out)


@pytest.mark.parametrize(
    "source",
    [
        f"from toolgen import tool\n@handler\n{F}",
        "from toolgen import Injected\ndef register(tool):\n    @tool\n    def f(text: str) -> str: ...\n",
        f"from acme import handler\n@handler\n{F}",
        f"from acme import tools\n@tools.handler\n{F}",
        f"from functools import tool\n@tool\n{F}",
        f"from box import tool\n@tool\n{F}",
        "from acme import Base\nclass F(Base):\n    tool = 1\n",
        "from acme import tool\ntool()\n",
    ],
)
def test_other_names_are_silent(analyse: Analyse, source: str) -> None:
    assert list(analyse({"tools.py": source, "box/__init__.py": ""}).diagnostics) == []


def test_warning_names_the_dialects_and_an_entry(analyse: Analyse) -> None:
    (found,) = analyse({"tools.py": f"from acme import function_tool\n@function_tool\n{F}"}).diagnostics
    assert "as in livekit, openai-agents, but" in found.message
    assert found.help is not None
    assert found.help.endswith('under `bare_names`: `function_tool = "livekit.agents.function_tool"`')


def test_an_entry_means_what_something_is_known_of(analyse: Analyse) -> None:
    names = MARK | {"BaseModel": "pydantic.BaseModel", "traced": "acme.traced"}
    files = {"tools.py": f"from acme import mark\n@mark\n{F}"}
    assert analyse(files, bare_names=names, signature_decorators={"acme.traced": ()}).diagnostics == ()
    found, use = analyse(files, bare_names={"mark": "agents.functon_tool"}).diagnostics
    assert use.message.startswith("a tool is registered here by `@mark` (did you mean `agents.function_tool`?)")
    assert found.message == "`bare_names` lists `agents.functon_tool`, which is not a name that a framework has"
    assert found.help is not None
    assert found.help.startswith("did you mean `agents.function_tool`")
