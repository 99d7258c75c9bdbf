"""Where the code of tools runs: async tools in the event loop, sync tools in threads, processes or a cluster."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import AsyncIterator, Callable
from typing import Any

from toolgen.runtime.calls import Call
from toolgen.runtime.errors import CallError, ToolError, tool_failed
from toolgen.runtime.stream import Sink
from toolgen.runtime.toolbox import Toolbox


async def run_in(
    workers: concurrent.futures.Executor | None, toolbox: Toolbox, call: Call, approved: bool, sink: Sink | None
) -> Any:
    """What a tool returns whose call may be made; of one that yields, a list, and `sink` gets each item as it comes.

    What is made in `workers` comes when all of it is made. Raises ToolError, also for a tool that ends the program.
    """
    try:
        return await _made(workers, toolbox, call, approved, sink)
    except (SystemExit, KeyboardInterrupt) as error:  # with which a task would end the event loop
        raise tool_failed(error) from error


async def _made(
    workers: concurrent.futures.Executor | None, toolbox: Toolbox, call: Call, approved: bool, sink: Sink | None
) -> Any:
    if workers is None or call.name not in toolbox or not toolbox.is_sync(call.name):
        value = await toolbox.dispatch(call.name, call.arguments, call.context, approved=approved)
        if hasattr(value, "__anext__"):
            return [item async for item in _told(value, sink)]
        # What a function makes step by step would be gone when it was written down.
        return await asyncio.to_thread(list, value) if hasattr(value, "__next__") else value
    made = toolbox.prepare(call.name, call.arguments, call.context, approved=approved)
    future = asyncio.wrap_future(workers.submit(outcome, made))
    try:
        _, answer, _ = await future
    except Answer as raised:
        answer = raised
    except Exception as failure:  # the worker died, or what it was sent or returned cannot be sent
        raise tool_failed(failure) from failure
    value, error = answer.args
    if error is not None:
        raise CallError(**error)
    if sink and toolbox[call.name].is_generator:
        for item in value:
            sink(item)
    return value


async def _told(items: AsyncIterator[Any], sink: Sink | None) -> AsyncIterator[Any]:
    async for item in items:
        if sink:
            sink(item)
        yield item


def unless_cancelled(error: BaseException) -> BaseException:
    """`error`, which code of the application's raised. Raises it where it is the cancellation of the task that runs."""
    task = asyncio.current_task()
    if isinstance(error, asyncio.CancelledError) and task and task.cancelling():
        raise error
    return error


class Answer(Exception):  # noqa: N818 - it is no error
    """What a worker answers: a value, or an error as data, because exceptions may not survive the way back."""


def outcome(call: Callable[[], Any]) -> tuple[type[Answer], Answer, None]:
    """What `call` returns, or its error, in the shape of `sys.exc_info()`.

    Dask reads the status of a future after its result. Where the worker that keeps the result dies in between, Dask
    takes the result for the account of an exception and raises it (`_cascade_future` in distributed/cfexecutor.py):
    so it is one, and not lost.
    """
    try:
        value = call()
        answer = Answer([*value] if hasattr(value, "__next__") else value, None)
    except BaseException as error:
        answer = Answer(None, (error if isinstance(error, ToolError) else tool_failed(error)).to_dict())
    return Answer, answer, None
