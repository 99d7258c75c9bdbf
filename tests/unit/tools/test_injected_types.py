"""A type that one framework supplies is supplied whichever dialect found the tool; all else is the dialect's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.config.decorators import DeclaredDecorator
from toolgen.frameworks import BUILT_IN, DIALECTS
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

ALL = sorted(BUILT_IN.injected)
SOME = [min(dialect.injected, key=len) for dialect in DIALECTS if dialect.injected]
"""One of each framework."""

DECORATED = {
    "toolgen": "from toolgen import tool\n",
    "mcp": "from mcp.server.fastmcp import FastMCP\ntool = FastMCP('x').tool()\n",
    "fastmcp": "from fastmcp import FastMCP\ntool = FastMCP('x').tool\n",
    "ag2": "from ag2 import tool\n",
    "agent-framework": "from agent_framework import tool\n",
    "agno": "from agno.tools import tool\n",
    "anthropic": "from anthropic import beta_tool as tool\n",
    "camel": "from camel.toolkits.function_tool import tool\n",
    "crewai": "from crewai.tools import tool\n",
    "haystack": "from haystack.tools import tool\n",
    "langchain": "from langchain_core.tools import tool\n",
    "livekit": "from livekit.agents import function_tool as tool\n",
    "openai-agents": "from agents import function_tool as tool\n",
    "semantic-kernel": "from semantic_kernel.functions import kernel_function as tool\n",
    "smolagents": "from smolagents import tool\n",
    "strands": "from strands import tool\n",
}
CALLED = {
    "autogen": ("from autogen_core.tools import FunctionTool\n", "FunctionTool({}, description='D.')\n"),
    "google-adk": ("from google.adk.tools import FunctionTool\n", "FunctionTool({})\n"),
    "google-genai": ("from google.genai.types import GenerateContentConfig\n", "GenerateContentConfig(tools=[{}])\n"),
    "inspect-ai": ("from inspect_ai.tool import ToolDef\n", "ToolDef({0}, name='{0}', description='D.')\n"),
    "llama-index": (
        "from llama_index.core.tools import FunctionTool\n",
        "FunctionTool.from_defaults({}, description='D.')\n",
    ),
    "pydantic-ai": ("from pydantic_ai import Tool\n", "Tool({})\n"),
}
OF_CLASSES = {"lagent"}
"""Dialects whose tools are methods."""

TYPING = "import typing as t\nfrom typing import Annotated, Any, Optional, TypeAlias, Union\n"
IMPORT = "from {module} import {name} as C{n}\n"
SPELLINGS: dict[str, tuple[str, str]] = {
    # what is said once for each type, and the annotation
    "alone": (IMPORT, "C{n}"),
    "of the module": ("import {module}\n", "{module}.{name}"),
    "of the module under another name": ("import {module} as m{n}\n", "m{n}.{name}"),
    "for type checkers": ("if t.TYPE_CHECKING:\n    " + IMPORT, "'C{n}'"),
    "or nothing": (IMPORT, "C{n} | None = None"),
    "optional": (IMPORT, "Optional[C{n}] = None"),
    "optional and quoted": (IMPORT, "'t.Optional[C{n}]' = None"),
    "one of a union": (IMPORT, "Union[None, 'C{n}'] = None"),
    "annotated": (IMPORT, "Annotated[C{n} | None, 'text'] = None"),
    "with type arguments": (IMPORT, "C{n}[Any]"),
    "under another name": (IMPORT + "D{n} = C{n}\n", "D{n}"),
    "an alias": (IMPORT + "D{n}: TypeAlias = 'C{n}[Any] | None'\n", "D{n} = None"),
    "a class below it": (IMPORT + "class D{n}(C{n}): ...\n", "D{n}"),
}


def tools(dialect: str, once: str, annotation: str, types: list[str]) -> str:
    """A module with a tool for each of `types`, which is supplied as `x`."""
    head, call = (DECORATED[dialect], "") if dialect in DECORATED else CALLED[dialect]
    decorator = "@tool\n" if dialect in DECORATED else ""
    function = "{decorator}def f{n}(text: str, x: {annotation}) -> str:\n    'D.'\n    return text\n"
    parts = [TYPING, head]
    for n, qualified in enumerate(types):
        module, _, name = qualified.rpartition(".")
        of = {"n": n, "module": module, "name": name}
        parts += [
            once.format(**of),
            function.format(decorator=decorator, annotation=annotation.format(**of), n=n),
            call.format(f"f{n}"),
        ]
    return "".join(parts)


def test_every_dialect_of_functions_is_here() -> None:
    assert {*DECORATED, *CALLED} == {dialect.name for dialect in DIALECTS} - OF_CLASSES


@pytest.mark.parametrize(
    ("dialect", "spelling", "types"),
    [
        *(pytest.param(dialect, "alone", SOME, id=dialect) for dialect in (*DECORATED, *CALLED)),
        *(pytest.param("mcp", spelling, SOME, id=spelling) for spelling in SPELLINGS if spelling != "alone"),
        pytest.param("mcp", "alone", ALL, id="every type"),
    ],
)
def test_supplied(analyse: Analyse, dialect: str, spelling: str, types: list[str]) -> None:
    analysis = analyse({"tools.py": tools(dialect, *SPELLINGS[spelling], types)})
    assert [str(found) for found in analysis.diagnostics] == []
    assert {tool.origin.dialect for tool in analysis.manifest.tools} == {dialect}
    found = {tool.name: ([*tool.input_schema["properties"]], tool.injected) for tool in analysis.manifest.tools}
    assert found == {f"f{n}": (["text"], ("x",)) for n in range(len(types))}


INSTALLED = {
    "lib/fastmcp/__init__.py": "from fastmcp.server.context import Context\n",
    "lib/fastmcp/server/__init__.py": "",
    "lib/fastmcp/server/context.py": "from dataclasses import dataclass\n@dataclass\nclass Context:\n    name: str\n",
    "lib/fastmcp/more.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from fastmcp.server.context import Context\n"
    ),
    "lib/extended.py": (
        "from fastmcp import Context as Ctx\nfrom fastmcp.server.context import Context\nclass Mine(Context): ...\n"
    ),
}


@pytest.mark.parametrize(
    ("once", "annotation"),
    [
        ("from fastmcp import Context\n", "Context"),
        ("import fastmcp.server.context\n", "fastmcp.server.context.Context | None = None"),
        ("from fastmcp.more import Context\n", "Context"),
        ("from extended import Ctx\n", "Optional[Ctx] = None"),
        ("from extended import Mine\n", "Annotated[Mine, 'text']"),
    ],
)
def test_supplied_where_the_framework_is_installed(analyse: Analyse, once: str, annotation: str) -> None:
    source = (
        f"{TYPING}{DECORATED['mcp']}{once}@tool\ndef f(text: str, x: {annotation}) -> str:\n    'D.'\n    return text\n"
    )
    analysis = analyse(INSTALLED | {"tools.py": source}, paths=("tools.py",), search_path=("lib",))
    (found,) = analysis.manifest.tools
    assert ([*found.input_schema["properties"]], found.injected) == (["text"], ("x",))
    assert analysis.diagnostics == ()


def test_supplied_where_another_decorator_of_the_project_supplies_it(analyse: Analyse) -> None:
    """A configured dialect is known as those of toolgen are."""
    source = (
        f"{DECORATED['mcp']}from desk import Session, command\n"
        "@tool\ndef search(text: str, x: Session): 'Search.'\n@command\ndef close(text: str, x: Session): 'Close.'\n"
    )
    configured = DeclaredDecorator("desk.command", injected=("desk.Session",))
    analysis = analyse({"tools.py": source}, decorators=(configured,))
    assert [tool.injected for tool in analysis.manifest.tools] == [("x",), ("x",)]
    assert [found.code for found in analysis.diagnostics] == []


@pytest.mark.parametrize(
    ("own", "parameter", "codes"),
    [
        ("haystack", "x: Callable[[], int]", ["TG303"]),
        ("agno", "x: Image", ["TG302"]),
        ("agno", "run_context: str", []),
        ("autogen", "cancellation_token: str", []),
        ("langchain", "x: Annotated[dict[str, int], InjectedState]", []),
        ("semantic-kernel", "x: Annotated[str, {'include_in_function_choices': False}]", []),
        ("fastmcp", "x: str = Depends(find)", ["TG305"]),
    ],
)
def test_supplied_by_the_dialect_alone(analyse: Analyse, own: str, parameter: str, codes: list[str]) -> None:
    """What other frameworks take for data, or do not see: a server of MCP asks a model for it."""
    head = (
        "from collections.abc import Callable\nfrom typing import Annotated\nfrom agno.media import Image\n"
        "from fastmcp.dependencies import Depends\nfrom langgraph.prebuilt import InjectedState\ndef find(): ...\n"
    )
    function = f"def f(text: str, {parameter}) -> str:\n    'D.'\n    return text\n"

    def found(dialect: str) -> tuple[int, list[str]]:
        start, call = (DECORATED[dialect] + head + "@tool\n", "") if dialect in DECORATED else CALLED[dialect]
        analysis = analyse(
            {"tools.py": (start if dialect in DECORATED else start + head) + function + call.format("f")}
        )
        (tool,) = analysis.manifest.tools
        return len(tool.input_schema["properties"]), [one.code for one in analysis.diagnostics]

    assert (found(own), found("mcp")) == ((1, []), (2, codes))
