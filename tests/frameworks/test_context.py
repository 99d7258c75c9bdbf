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
FASTMCP = [framework for framework in FRAMEWORKS if framework.name.startswith("fastmcp")]


@pytest.mark.network
@pytest.mark.parametrize("framework", FASTMCP, ids=lambda framework: framework.name)
def test_the_server_that_runs_is_asked(framework: Framework, tmp_path: Path) -> None:
    python = environment(framework.name.replace(" ", "-"), framework.requirements)
    (tmp_path / "server.py").write_text(SERVER, encoding="utf-8")
    config = Config(tmp_path, paths=("server.py",))
    (tmp_path / "generated").mkdir()
    for name, content in generate(analyse(config), config).items():
        (tmp_path / "generated" / name).write_bytes(content)
    done = subprocess.run(
        [python, "-c", CALLED],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
        timeout=300,
    )
    missing = "the tool needs needs context from the context"
    assert json.loads(done.stdout) == [False, [missing, None], ["other", "other"]]
