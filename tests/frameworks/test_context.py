"""Dispatch asks a running server for its `Context`, and nothing where none runs."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from environments import environment
from frameworks import FRAMEWORKS, Framework

from toolgen.config.config import Config
from toolgen.pipeline import analyse, generate

SERVER = """
from fastmcp import Context, FastMCP
server = FastMCP("shop")

@server.tool
async def needs(context: Context) -> str:
    "Needs it."
    return context.fastmcp.name

@server.tool
def takes(context: Context | None = None) -> str | None:
    "Takes it, in a thread."
    return context and context.fastmcp.name
"""
CALLED = """
import asyncio, json, sys
sys.path.insert(0, ".")
from generated import dispatch

async def called(name):
    try:
        return await dispatch.dispatch(name, {})
    except dispatch.InvalidContext as error:
        return str(error)

async def main():
    before = any(name.partition(".")[0] == "fastmcp" for name in sys.modules)
    outside = [await called("needs"), await called("takes")]
    from fastmcp import Client, FastMCP
    other = FastMCP("other")

    @other.tool
    async def both() -> str:
        return json.dumps([await called("needs"), await called("takes")])

    async with Client(other) as client:
        [content] = (await client.call_tool_mcp("both", {})).content
    print(json.dumps([before, outside, json.loads(content.text)]))

asyncio.run(main())
"""
MCP_1 = """
from mcp.server.fastmcp import Context, FastMCP
server = FastMCP("shop")

@server.tool()
async def needs(context: Context[object, None, None]) -> str:
    "Needs it."
    return context.request_id

@server.tool()
def takes(context: Context | None = None) -> str | None:
    "Takes it, in a thread."
    return context and context.request_id
"""
CALLED_MCP_1 = """
import asyncio, json, sys
sys.path.insert(0, ".")
from generated import dispatch
from mcp.server.fastmcp import FastMCP
from mcp.shared.memory import create_connected_server_and_client_session as connected

async def called(name):
    try:
        return await dispatch.dispatch(name, {})
    except dispatch.InvalidContext as error:
        return str(error)

async def main():
    outside = [await called("needs"), await called("takes")]
    other = FastMCP("other")

    @other.tool()
    async def both() -> str:
        own = other.get_context().request_id
        return json.dumps([own == await called("needs"), own == await called("takes")])

    async with connected(other._mcp_server) as client:
        [content] = (await client.call_tool("both", {})).content
    print(json.dumps([False, outside, json.loads(content.text)]))

asyncio.run(main())
"""
PYDANTIC_AI = """
from pydantic_ai import FunctionToolset, RunContext
tools = FunctionToolset()

@tools.tool
async def needs(context: RunContext[str]) -> str:
    "Needs it."
    return context.deps

@tools.tool
def takes(context: RunContext[str]) -> str:
    "Takes it, in a thread."
    return context.deps
"""
CALLED_PYDANTIC_AI = """
import asyncio, json, sys
sys.path.insert(0, ".")
from generated import dispatch
from pydantic_ai import Agent
from pydantic_ai.models.test import TestModel

async def called(name):
    try:
        return await dispatch.dispatch(name, {})
    except dispatch.InvalidContext as error:
        return str(error)

async def main():
    outside = [await called("needs"), await called("takes")]
    agent, found = Agent(TestModel(), deps_type=str), []

    @agent.tool_plain
    async def both() -> str:
        found.extend([await called("needs"), await called("takes")])
        return ""

    await agent.run("x", deps="other")
    print(json.dumps([False, outside, found]))

asyncio.run(main())
"""
LANGCHAIN = """
from typing import Annotated
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import tool
from langgraph.prebuilt import InjectedStore, ToolRuntime
from langgraph.store.base import BaseStore

@tool
async def needs(context: RunnableConfig) -> str:
    "Needs the configuration."
    return context["configurable"]["user"]

@tool
def takes(context: Annotated[BaseStore, InjectedStore()]) -> str:
    "Takes the store, in a thread."
    return context.get(("names",), "first").value["name"]

@tool
def runs(runtime: ToolRuntime) -> str:
    "Needs what is made for a call of a `ToolNode`, with its id and the state."
    return runtime.tool_call_id
"""
CALLED_LANGCHAIN = """
import asyncio, json, sys
sys.path.insert(0, ".")
from generated import dispatch
from typing import TypedDict
from langgraph.graph import START, StateGraph
from langgraph.store.memory import InMemoryStore

class State(TypedDict):
    found: list

async def called(name):
    try:
        return await dispatch.dispatch(name, {})
    except dispatch.InvalidContext as error:
        return str(error)

async def node(state):
    assert await called("runs") == "the tool runs needs runtime from the context"
    return {"found": [await called("needs"), await called("takes")]}

async def main():
    outside = [await called("needs"), await called("takes")]
    store = InMemoryStore()
    store.put(("names",), "first", {"name": "other"})
    graph = StateGraph(State).add_node("node", node).add_edge(START, "node").compile(store=store)
    done = await graph.ainvoke({"found": []}, {"configurable": {"user": "other"}})
    print(json.dumps([False, outside, done["found"]]))

asyncio.run(main())
"""
FASTMCP = [framework for framework in FRAMEWORKS if framework.name.startswith("fastmcp")]


OTHERS = {
    "mcp 1": (MCP_1, CALLED_MCP_1, True, None),
    "pydantic-ai": (PYDANTIC_AI, CALLED_PYDANTIC_AI, "other", ""),
    "langchain": (LANGCHAIN, CALLED_LANGCHAIN, "other", ""),
}


ENDED = "\nsys.stdout.flush()\n__import__('os')._exit(0)"
"""Of 240 interpreters that have run a server of fastmcp 2, one aborts while it finalizes, without toolgen as well."""


def said(framework: Framework, source: str, called: str, folder: Path) -> object:
    """What `called` prints in a folder that has `source` and what is generated for it."""
    python = environment(framework.name.replace(" ", "-"), framework.requirements)
    (folder / "server.py").write_text(source, encoding="utf-8")
    config = Config(folder, paths=("server.py",))
    (folder / "generated").mkdir()
    for name, content in generate(analyse(config), config).items():
        (folder / "generated" / name).write_bytes(content)
    done = subprocess.run(
        [python, "-c", called + ENDED],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
        timeout=600,
    )
    return json.loads(done.stdout)


MISSING = "the tool {} needs context from the context"


@pytest.mark.network
@pytest.mark.parametrize("framework", FASTMCP, ids=lambda framework: framework.name)
def test_the_server_that_runs_is_asked(framework: Framework, tmp_path: Path) -> None:
    outside = [MISSING.format("needs"), None]
    assert said(framework, SERVER, CALLED, tmp_path) == [False, outside, ["other", "other"]]


@pytest.mark.network
@pytest.mark.parametrize("framework", [one for one in FRAMEWORKS if one.name in OTHERS], ids=lambda one: one.name)
def test_the_request_or_run_that_goes_on_is_asked(framework: Framework, tmp_path: Path) -> None:
    source, called, inside, takes = OTHERS[framework.name]
    outside = [MISSING.format("needs"), takes if takes is None else MISSING.format("takes")]
    assert said(framework, source, called, tmp_path) == [False, outside, [inside, inside]]
