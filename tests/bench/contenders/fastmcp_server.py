"""A server of `fastmcp`, without a transport."""

from __future__ import annotations

import json
from typing import Any

from fastmcp import FastMCP
from workload import TOOLS, Call


def contender(name: str) -> Call:
    server: Any = FastMCP("bench")
    server.tool(name=name)(TOOLS[name])

    async def call(text: str) -> Any:
        return await server.call_tool(name, json.loads(text))

    return call
