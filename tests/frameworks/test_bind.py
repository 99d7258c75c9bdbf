"""`bind(server)` finds the functions that no import reaches in a live object of each framework."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from forks import forked
from frameworks import FRAMEWORKS, Framework

from toolgen.config.config import Config
from toolgen.pipeline import analyse, generate

SERVER = """
{imports}

def build(factor):
    {before}
    {decorator}
    def multiply(number: int) -> int:
        "Multiply."
        return number * factor
    return {found}
"""
_FASTMCP = ("from fastmcp import FastMCP", "server = FastMCP('x')", "@server.tool", "server")
KIT = """from langchain_core.tools import BaseToolkit, StructuredTool
class Kit(BaseToolkit):
    given: list
    def get_tools(self):
        return self.given"""
MOUNTED = """
from fastmcp import FastMCP

def build(factor):
    server, inner, deep = FastMCP('x'), FastMCP('y'), FastMCP('z')
    {before}
    @{receiver}.tool
    def multiply(number: int) -> int:
        "Multiply."
        return number * factor
    {after}
    return server
"""
MOUNTS = (
    ("multiply", "inner", "server.mount(inner)", ""),
    ("multiply", "inner", "", "server.mount(inner)"),
    ("kit_multiply", "inner", "server.mount(inner, 'kit')", ""),
    ("kit_multiply", "inner", "", "server.mount(inner, 'kit')"),
    ("a_b_multiply", "deep", "inner.mount(deep, 'b')", "server.mount(inner, 'a')"),
    ("a_b_multiply", "deep", "server.mount(inner, 'a')", "inner.mount(deep, 'b')"),
)
"""The name of a tool, the server that has it, and what is mounted before and after it has it."""
LOW_LEVEL = """server = Server('x')
    @server.list_tools()
    async def tools():
        schema = {'type': 'object', 'properties': {'number': {'type': 'integer'}}, 'required': ['number']}
        return [types.Tool(name='multiply', description='Multiply.', inputSchema=schema)]"""
CALLED_FOR_ALL = """@server.call_tool()
    async def call(name, arguments):
        return {"multiply": multiply}[name](**arguments)"""
REQUESTS = """schema = {'type': 'object', 'properties': {'number': {'type': 'integer'}}, 'required': ['number']}
    async def tools(context, params):
        listed = types.Tool(name='multiply', description='Multiply.', input_schema=schema)
        return types.ListToolsResult(tools=[listed])"""
CALLED = """async def call(context=None, params=None):
        return {"multiply": multiply}[params.name](**params.arguments)"""
GIVEN = "Server('x', on_list_tools=tools, on_call_tool=call)"
SERVERS: tuple[tuple[str, str, str, str, str], ...] = (
    ("mcp 1", "from mcp.server.fastmcp import FastMCP", "server = FastMCP('x')", "@server.tool()", "server"),
    ("mcp 1", "from mcp import types\nfrom mcp.server import Server", LOW_LEVEL, CALLED_FOR_ALL, "server"),
    ("mcp 2", "from mcp.server import MCPServer", "server = MCPServer('x')", "@server.tool()", "server"),
    ("mcp 2", "from mcp import types\nfrom mcp.server import Server", REQUESTS, CALLED, GIVEN),
    ("fastmcp 2", *_FASTMCP),
    ("fastmcp 3", *_FASTMCP),
    ("fastmcp 4", *_FASTMCP),
    ("langchain", "from langchain_core.tools import tool", "", "@tool", "[multiply]"),
    ("langchain", KIT, "", "", "Kit(given=[StructuredTool.from_function(multiply)])"),
    ("pydantic-ai", "from pydantic_ai import Agent", "agent = Agent('test')", "@agent.tool_plain", "agent"),
    (
        "pydantic-ai",
        "from pydantic_ai import FunctionToolset",
        "tools = FunctionToolset()",
        "@tools.tool_plain",
        "tools",
    ),
    ("openai-agents", "from agents import Agent, function_tool", "", "@function_tool", "Agent('a', tools=[multiply])"),
    ("agno", "from agno.tools import Toolkit", "", "", "Toolkit('x', tools=[multiply])"),
    (
        "llama-index",
        "from llama_index.core.tools import FunctionTool",
        "",
        "",
        "[FunctionTool.from_defaults(multiply)]",
    ),
    ("crewai", "from crewai.tools import tool", "", "@tool('multiply')", "[multiply]"),
)
OBJECTS = """
from langchain_core.tools import BaseTool

class Times(BaseTool):
    description: str = "Multiply."
    factor: int

    def _run(self, number: int) -> int:
        return number * self.factor

def build(factor):
    return [Times(name="multiply", factor=factor), Times(name="double", factor=2)]
"""
CALLED = """
import asyncio, sys
sys.path.insert(0, ".")
from generated_objects.dispatch import Dispatcher
from objects import build

async def product(*instances, **named):
    return await Dispatcher(*instances, **named).dispatch("multiply", {"number": 6})

async def main():
    multiply, double = build(7)
    print(await product(build(7)), await product(double, multiply), await product(multiply=multiply, double=double))

asyncio.run(main())
"""
PROBE = """
import asyncio, importlib, json, sys
sys.path.insert(0, ".")
for module, name in zip(sys.argv[1::2], sys.argv[2::2]):
    dispatch = importlib.import_module(f"generated_{module}.dispatch")
    dispatch.bind(importlib.import_module(module).build(7))
    print("product:", asyncio.run(dispatch.dispatch(name, {"number": 6})))
"""
FASTMCP = [framework for framework in FRAMEWORKS if framework.name.startswith("fastmcp")]
LANGCHAIN = [framework for framework in FRAMEWORKS if framework.name == "langchain"]
BOUND = [framework for framework in FRAMEWORKS if framework.name in {name for name, *_ in SERVERS}]


@pytest.mark.network
@pytest.mark.parametrize("framework", BOUND, ids=lambda framework: framework.name)
def test_a_live_object_has_the_functions(framework: Framework, tmp_path: Path) -> None:
    rows = [row for name, *row in SERVERS if name == framework.name]
    keys = ("imports", "before", "decorator", "found")
    sources = [("multiply", SERVER.format(**dict(zip(keys, row, strict=True)))) for row in rows]
    assert products(framework, sources, tmp_path) == [42] * len(rows)


@pytest.mark.network
@pytest.mark.parametrize("framework", FASTMCP, ids=lambda framework: framework.name)
def test_a_server_has_the_functions_of_those_that_are_mounted_on_it(framework: Framework, tmp_path: Path) -> None:
    sources = [(name, MOUNTED.format(before=before, receiver=at, after=after)) for name, at, before, after in MOUNTS]
    assert products(framework, sources, tmp_path) == [42] * len(MOUNTS)


@pytest.mark.network
@pytest.mark.parametrize("framework", LANGCHAIN, ids=lambda framework: framework.name)
def test_objects_of_one_class_are_bound_by_their_names(framework: Framework, tmp_path: Path) -> None:
    write(tmp_path, "objects", OBJECTS, {"double": "tool_class", "multiply": "tool_class"})
    done = forked(framework, "-c", CALLED, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("42 42 42\n", "")


def products(framework: Framework, sources: Sequence[tuple[str, str]], folder: Path) -> Sequence[int]:
    """What the tool of each server makes of 6 when the live server is bound, all in one process.

    `sources` are the names of the tools and the modules that have them.
    """
    asked = []
    for number, (name, source) in enumerate(sources):
        write(folder, f"server_{number}", source, {name: "local"})
        asked += [f"server_{number}", name]
    done = forked(framework, "-c", PROBE, *asked, cwd=folder)
    assert done.returncode == 0, done.stderr
    return [int(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("product: ")]


def write(folder: Path, module: str, source: str, bindings: Mapping[str, str]) -> None:
    """Write a module with tools, each with its binding, and what is generated for them."""
    (folder / f"{module}.py").write_text(source)
    config = Config(folder, paths=(f"{module}.py",))
    analysis = analyse(config)
    assert {tool.name: tool.origin.binding for tool in analysis.manifest.tools} == bindings
    generated = folder / f"generated_{module}"
    generated.mkdir()
    for file in ("__init__.py", "_support.py", "dispatch.py"):
        (generated / file).write_bytes(generate(analysis, config)[file])
