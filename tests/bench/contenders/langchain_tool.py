"""A tool of `langchain-core`."""

from __future__ import annotations

import json
from typing import Any

from langchain_core.tools import StructuredTool
from workload import TOOLS, Call


def contender(name: str) -> Call:
    tool: Any = StructuredTool.from_function(coroutine=TOOLS[name])

    async def call(text: str) -> Any:
        return await tool.ainvoke(json.loads(text))

    return call
