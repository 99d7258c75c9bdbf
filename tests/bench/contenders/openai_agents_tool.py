"""A function tool of `openai-agents`. What is wrong with the arguments is returned as text for the model."""

from __future__ import annotations

from typing import Any

from agents import function_tool
from agents.tool_context import ToolContext
from workload import TOOLS, Call


def contender(name: str) -> Call:
    tool: Any = function_tool(TOOLS[name], strict_mode=False)

    async def call(text: str) -> Any:
        context: Any = ToolContext(None, tool_name=name, tool_call_id="1", tool_arguments=text)
        return await tool.on_invoke_tool(context, text)

    return call
