"""`bind(server)` finds the functions that no import reaches in a live object of each framework."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from environments import environment
from frameworks import FRAMEWORKS

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
SERVERS: tuple[tuple[str, str, str, str, str], ...] = (
    ("mcp 1", "from mcp.server.fastmcp import FastMCP", "server = FastMCP('x')", "@server.tool()", "server"),
    ("mcp 1", "from mcp import types\nfrom mcp.server import Server", LOW_LEVEL, CALLED_FOR_ALL, "server"),
    ("mcp 2", "from mcp.server import MCPServer", "server = MCPServer('x')", "@server.tool()", "server"),
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
PROBE = """
import asyncio, json, sys
sys.path.insert(0, ".")
import server
from generated import dispatch
dispatch.bind(server.build(7))
print(json.dumps(asyncio.run(dispatch.dispatch(sys.argv[1], {"number": 6}))))
"""
_REQUIREMENTS = {framework.name: framework.requirements for framework in FRAMEWORKS}


@pytest.mark.network
@pytest.mark.parametrize(("framework", "imports", "before", "decorator", "found"), SERVERS)
def test_a_live_object_has_the_functions(
    framework: str, imports: str, before: str, decorator: str, found: str, tmp_path: Path
) -> None:
    source = SERVER.format(imports=imports, before=before, decorator=decorator, found=found)
    assert product(framework, source, "multiply", tmp_path) == 42


@pytest.mark.network
@pytest.mark.parametrize("framework", ["fastmcp 2", "fastmcp 3", "fastmcp 4"])
@pytest.mark.parametrize(("name", "receiver", "before", "after"), MOUNTS)
def test_a_server_has_the_functions_of_those_that_are_mounted_on_it(
    framework: str, name: str, receiver: str, before: str, after: str, tmp_path: Path
) -> None:
    source = MOUNTED.format(before=before, receiver=receiver, after=after)
    assert product(framework, source, name, tmp_path) == 42


def product(framework: str, source: str, name: str, tmp_path: Path) -> object:
    """What the tool `name` of the server in `source` makes of 6, when the live server is bound."""
    python = environment(framework.replace(" ", "-"), _REQUIREMENTS[framework])
    (tmp_path / "server.py").write_text(source)
    config = Config(tmp_path, paths=("server.py",))
    analysis = analyse(config)
    assert [(tool.name, tool.origin.binding) for tool in analysis.manifest.tools] == [(name, "local")]
    (tmp_path / "generated").mkdir()
    for file in ("__init__.py", "_support.py", "dispatch.py"):
        (tmp_path / "generated" / file).write_bytes(generate(analysis, config)[file])
    done = subprocess.run(
        [str(python), "-c", PROBE, name],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
