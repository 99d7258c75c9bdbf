"""What a call yields, while it is being made."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any, TypeAlias

from toolgen.runtime.calls import CallResult

Sink: TypeAlias = Callable[[Any], object]
"""Is given each item as it comes."""

_END = object()


class Stream:
    """The items that a tool yields, as they come: `async for item in stream`, once. Then there is the `result`.

    The call begins with the iteration, and is cancelled where that ends early. The tool does not wait for whoever
    reads. `make` makes the call, and `cancel` ends it.
    """

    def __init__(self, make: Callable[[Sink], Coroutine[Any, Any, CallResult]], cancel: Callable[[], bool]) -> None:
        self._make = make
        self._cancel = cancel
        self._result: CallResult | None = None
        self._has_begun = False

    @property
    def result(self) -> CallResult:
        """What came of the call; its value is the list of all items. Raises RuntimeError while there is none."""
        if self._result is None:
            raise RuntimeError("the stream has not ended: iterate over it first")
        return self._result

    async def __aiter__(self) -> AsyncGenerator[Any, None]:
        if self._has_begun:
            raise RuntimeError("a stream is iterated over once: make another call for another")
        self._has_begun = True
        items: asyncio.Queue[Any] = asyncio.Queue()
        call = asyncio.create_task(self._make(items.put_nowait))
        call.add_done_callback(lambda _: items.put_nowait(_END))
        try:
            while (item := await items.get()) is not _END:
                yield item
        finally:
            if not call.done() and not self._cancel():
                call.cancel()
            await asyncio.wait([call])
            if not call.cancelled():
                self._result = call.result()
