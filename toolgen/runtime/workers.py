"""Where the code of tools runs: async tools in the event loop, sync tools in threads, processes or a cluster."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable
from typing import Any

from toolgen.runtime.calls import Call
from toolgen.runtime.errors import CallError, ToolError, tool_failed
from toolgen.runtime.toolbox import Toolbox


async def run_in(workers: concurrent.futures.Executor | None, toolbox: Toolbox, call: Call) -> Any:
    """What a tool returns whose call may be made; of one that yields, a list. Raises ToolError."""
    tool = toolbox.get(call.name)
    if workers is None or tool is None or not toolbox.is_sync(call.name):
        value = await toolbox.dispatch(call.name, call.arguments, call.context, approved=True)
        return [item async for item in value] if tool and tool.is_generator else value
    made = toolbox.prepare(call.name, call.arguments, call.context, approved=True)
    future = asyncio.wrap_future(workers.submit(outcome, made))
    try:
        value, error = await future
    except Exception as failure:  # the worker died, or what it was sent or returned cannot be sent
        raise tool_failed(failure) from failure
    if error is not None:
        raise CallError(**error)
    return value


def outcome(call: Callable[[], Any]) -> tuple[Any, dict[str, Any] | None]:
    """What `call` returns, or its error as data: exceptions do not always survive the way between processes."""
    try:
        value = call()
        return ([*value] if hasattr(value, "__next__") else value), None
    except Exception as error:
        return None, (error if isinstance(error, ToolError) else tool_failed(error)).to_dict()
