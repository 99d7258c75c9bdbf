"""Runs calls: one by one or together, with timeouts, approval, a history, events, and workers for sync tools."""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
import logging
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from copy import deepcopy
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from toolgen.model.json_values import Json
from toolgen.runtime.approval import ApprovalPolicy
from toolgen.runtime.calls import Call, CallResult
from toolgen.runtime.composition import dependencies, references, resolved
from toolgen.runtime.encoding import lossy
from toolgen.runtime.entry import ToolEntry
from toolgen.runtime.errors import (
    CallError,
    approval_required,
    as_data,
    cancelled,
    duplicate_id,
    result_missing,
    shown,
    timed_out,
    tool_failed,
)
from toolgen.runtime.events import Event, EventKind, Listener, tell
from toolgen.runtime.history import CallRecord, History, MemoryHistory, Status
from toolgen.runtime.stream import Sink, Stream
from toolgen.runtime.text import TextTurn, located
from toolgen.runtime.toolbox import Toolbox
from toolgen.runtime.trust import digests
from toolgen.runtime.workers import run_in, unless_cancelled

if TYPE_CHECKING:
    from toolgen.call_syntax.syntax import CallSyntax

_logger = logging.getLogger(__name__)

_GRACE = 1.0
"""How many seconds a call that is cancelled may take to end."""


class Executor:
    """Runs the calls of one agent. Use it from one event loop.

    `workers` is where sync tools run: any `concurrent.futures.Executor`, for example a `ProcessPoolExecutor` or what
    Dask's `client.get_executor()` returns; without it they run in threads of this process. `timeout` is how many
    seconds a call may take at most, in addition to what its tool declares. `history` is in memory unless it is given,
    `approval` asks for what tools declare, and `listeners` are told of every event. `context` is what the application
    supplies to calls that bring none of their own.

    What the application did wrong is told here, before a model is asked: raises what `Toolbox.load` raises of manifests
    that cannot be read, and TypeError where `context` is given and lacks what one of the tools needs.
    """

    def __init__(
        self,
        toolbox: Toolbox,
        *,
        workers: concurrent.futures.Executor | None = None,
        timeout: float | None = None,
        approval: ApprovalPolicy | None = None,
        history: History | None = None,
        listeners: Sequence[Listener] = (),
        context: Mapping[str, object] | None = None,
    ) -> None:
        if any(map(inspect.iscoroutinefunction, listeners)):
            raise TypeError("a listener is not async: put events into a queue that a task of your own reads")
        for name in toolbox.names:  # which reads the manifests
            if context is not None:
                toolbox.check_context(name, context)
        self.toolbox = toolbox
        self.history: History = MemoryHistory() if history is None else history
        self._workers = workers
        self._timeout = timeout
        self._approval = approval or ApprovalPolicy()
        self._listeners = listeners
        self._context = context
        self._running: dict[str, asyncio.Task[Any]] = {}
        self._sinks: dict[str, Sink] = {}
        self._reserved: set[str] = set()
        self._waiting: dict[tuple[str, float], Call] = {}

    async def run(self, call: Call) -> CallResult:
        """Make a call. Whatever goes wrong with it is in the result; a call that needs approval may be pending.

        That is also what the application did wrong: an id that was used (`duplicate_id`) or is no text (`invalid_id`),
        of which nothing is written down, a context that lacks what the tool needs (`invalid_context`), and a reference
        to a call that was not made (`dependency_failed`). Nothing is raised but the cancellation of the caller.
        """
        return (await self.run_all([call]))[0]

    async def run_text(
        self, text: str, *, syntax: str | CallSyntax | None = None, context: Mapping[str, object] | None = None
    ) -> TextTurn:
        """Make the calls that stand in the text of a model, together, and say what came of them.

        `syntax` is how they are written, unless as configured, and `context` what the caller supplies to them. Mistakes
        of the model are part of what is returned.
        """
        parsed = self.toolbox.call_syntax(syntax).parse(text)
        results = await self.run_all([Call(call.name, call.arguments, context=context) for call in parsed.calls])
        wrong = [
            fault for call, result in zip(parsed.calls, results, strict=True) for fault in located(text, call, result)
        ]
        return TextTurn(parsed.message, parsed.calls, tuple(results), (*parsed.errors, *wrong))

    def stream(self, call: Call) -> Stream:
        """Make a call, and pass on what its tool yields as it comes: `async for item in executor.stream(call)`.

        What `run` would return is the `result` of the stream after that.
        """
        return Stream(partial(self._streamed, call), partial(self.cancel, call.id))

    async def _streamed(self, call: Call, sink: Sink) -> CallResult:
        if not isinstance(call.id, str) or self._is_used(call.id):
            return _used(call)
        self._sinks[call.id] = sink
        try:
            return await self.run(call)
        finally:
            self._sinks.pop(call.id, None)

    async def run_all(self, calls: Sequence[Call], *, limit: int | None = None) -> list[CallResult]:
        """Make several calls, at most `limit` at a time, and return their results in the same order.

        A call that has the results of others as arguments is made after them, all others together. It is not made
        where one of those failed, or waits for it. Raises ValueError for a `limit` below one, and nothing else.
        """
        if limit is not None and limit < 1:
            raise ValueError(f"at least one call has to be made at a time, not {limit}")
        first: dict[str, int] = {}
        for index, call in enumerate(calls):
            if isinstance(call.id, str):
                first.setdefault(call.id, index)
        needed, endless = dependencies([calls[index] for index in first.values()], self._has_finished)
        fresh = {id for id in first if not self._is_used(id)}
        self._reserved |= fresh
        slots = nullcontext() if limit is None else asyncio.Semaphore(limit)
        tasks: dict[str, asyncio.Task[CallResult]] = {}

        async def after(call: Call) -> CallResult:
            if call.id not in fresh:
                return _used(call)
            others = [tasks[other] for other in needed[call.id]]
            if others:
                await asyncio.wait(others)
            async with slots:
                results = {other.result().id: other.result() for other in others}
                return await self._compose(call, results, endless.get(call.id))

        try:
            async with asyncio.TaskGroup() as group:
                for id, index in first.items():
                    tasks[id] = group.create_task(after(calls[index]))
        finally:
            self._reserved -= fresh
        made = {index: tasks[id].result() for id, index in first.items()}
        return [made[index] if index in made else _used(call) for index, call in enumerate(calls)]

    def _is_used(self, id: str) -> bool:
        """Whether there is a call of this id, in the history or on the way to it."""
        return id in self._reserved or self._recorded(id) is not None

    def _recorded(self, id: str) -> CallRecord | None:
        """What the history has of a call; a history that cannot be read is the fault of the call that needs it."""
        try:
            return self.history.get(id)
        except Exception:
            return None

    def cancel(self, id: str) -> bool:
        """Cancel a call that is running, whose result is then an error `cancelled`. False where there is none.

        A sync tool that already runs in a thread or process goes on, and what it returns is thrown away.
        """
        task = self._running.get(id)
        return task.cancel() if task else False

    def pending(self) -> list[CallRecord]:
        """The calls that wait for approval, also those of earlier processes where the history is a file."""
        return self.history.records("pending")

    async def approve(self, id: str, context: Mapping[str, object] | None = None) -> CallResult:
        """Make a pending call. `context` is needed where an earlier process was given one.

        It is not made where its tool is another than when approval was asked for (`tool_changed`). Raises KeyError
        where no call of this id is pending, and TypeError where the context lacks something; the call is pending then
        as before.
        """
        if (record := self.history.get(id)) is not None:
            self.toolbox.check_context(record.name, self._given(id, record, context).context)
        call = self._claimed(id, context)
        if record is not None and record.digest != self._digest(record.name):
            error = CallError("tool_changed", f"{call.name!r} is no longer the tool that approval was asked for")
            return self._finished(_failed(call, error))
        self._tell("approved", call)
        return await self._make(call, approved=True)

    def deny(self, id: str, reason: str = "") -> CallResult:
        """Refuse a pending call. Raises KeyError where no call of this id is pending."""
        call = self._claimed(id)
        self._tell("denied", call)
        because = f": {reason}" if reason else ""
        error = CallError("approval_denied", f"the call of {call.name!r} was not allowed{because}")
        return self._finished(_failed(call, error))

    def _claimed(self, id: str, context: Mapping[str, object] | None = None) -> Call:
        """A pending call, which nobody else gets."""
        record = self.history.claim(id)
        if record is None:
            raise KeyError(f"no call with the id {id!r} waits for approval")
        call = self._given(id, record, context)
        self._waiting.pop((id, record.created), None)
        return call

    def _digest(self, name: str) -> str:
        """The digest of what is told of the tool `name` now; empty where there is none."""
        tool = self.toolbox.get(name)
        return "" if tool is None else digests([tool])[name]

    def _given(self, id: str, record: CallRecord, context: Mapping[str, object] | None) -> Call:
        """A call as it was given to this executor; one of another, who may use an id again, as the history has it."""
        call = self._waiting.get((id, record.created)) or Call(record.name, record.arguments, id)
        return replace(call, context=next((one for one in (context, call.context) if one is not None), self._context))

    async def _compose(self, call: Call, results: Mapping[str, CallResult], fault: CallError | None) -> CallResult:
        """Make a call whose references stand for `results`, or for what the history has, if there is no `fault`."""
        call = replace(call, context=self._context) if call.context is None else call
        try:
            return await self._consider(call, fault or self._lacking(call) or self._composed(call, results))
        except BaseException as error:  # it could not be written down, so that it was not made
            return _failed(call, unless_cancelled(error))

    def _lacking(self, call: Call) -> CallError | None:
        """That the application does not supply what the tool needs. What is told of that is no concern of a model's."""
        try:
            self.toolbox.check_context(call.name, call.context)
        except TypeError as error:
            _logger.error("the call %s was not made: %s", shown(call.id), error)
            return CallError("invalid_context", f"the application does not supply what {call.name!r} needs")
        return None

    def _composed(self, call: Call, results: Mapping[str, CallResult]) -> Call | CallError:
        """A call with all that it needs of others, or why there is none."""
        try:
            for id, result in results.items():
                if not result.ok:
                    raise result_missing(id)
            if any(references(call.arguments)):
                return replace(call, arguments=resolved(call.arguments, lambda id: self._value(id, results)))
        except CallError as error:
            return error
        except RecursionError as error:
            return CallError("dependency_failed", str(error))
        return call

    def _value(self, id: str, results: Mapping[str, CallResult]) -> Json:
        if id in results:
            return lossy(results[id].value)
        record = self._recorded(id)
        if record is None or record.error is not None:
            raise result_missing(id)
        return record.value

    async def _consider(self, given: Call, call: Call | CallError) -> CallResult:
        """Make a call, or have it wait for approval. Nobody is asked about arguments that do not fit the tool."""
        if isinstance(call, CallError):
            self._written(given, "running")
            return self._finished(CallResult(given.id, given.name, error=call.to_dict()))
        tool = self.toolbox.get(call.name)
        asks = tool is not None and self._asks(tool)
        record = self._written(call, "pending" if asks else "running")
        if tool is None or not asks:
            return await self._make(call)
        try:
            if "preprocess" not in tool.hooks:  # which may make them fit
                self.toolbox.decode(call.name, call.arguments, call.context)
        except BaseException as error:
            return self._finished(_failed(call, unless_cancelled(error)))
        # What a person sees is what is called, whatever becomes of the objects that were given and shown.
        context = None if call.context is None else dict(call.context)
        call = replace(call, arguments=deepcopy(record.arguments), context=context)
        self._waiting[call.id, record.created] = call
        self._tell("approval_requested", call)
        decision = await self._approval.decide(record)
        with suppress(KeyError):  # somebody else decided in the meantime
            if decision is True:
                return await self.approve(call.id)
            if decision is not None:
                return self.deny(call.id, decision or "")
        return self._known(call)

    def _asks(self, tool: ToolEntry) -> bool:
        """Whether a call needs approval. Where nothing can make it, the call says so."""
        try:
            return self._approval.applies(tool) or self.toolbox.requires_approval(tool.name)
        except CallError:
            return False

    def _written(self, call: Call, status: Status) -> CallRecord:
        """A call written down, without which it is not made. Raises CallError."""
        try:
            digest = self._digest(call.name) if status == "pending" else ""
            return self.history.add(call.id, call.name, lossy(call.arguments), status, digest)
        except Exception as error:
            if self._recorded(call.id) is not None:  # another process was faster
                raise duplicate_id(call.id) from None
            _logger.exception("the call %s was not written down", shown(call.id))
            raise CallError("history_failed", "the call could not be written down, and was not made") from error

    async def _make(self, call: Call, *, approved: bool = False) -> CallResult:
        """Make a call that may be made, and write down what came of it."""
        self._tell("started", call)
        start = perf_counter()
        result = CallResult(call.id, call.name)
        try:
            result = replace(result, value=await self._outcome(call, approved))
        except asyncio.CancelledError:
            error = cancelled(call.name)
            self._finished(replace(result, error=error.to_dict(), seconds=perf_counter() - start))
            raise
        except Exception as raised:
            result = replace(result, error=as_data(raised))
        return self._finished(replace(result, seconds=perf_counter() - start))

    async def _outcome(self, call: Call, approved: bool) -> Any:
        """What the tool returns. Raises what it raises, and CallError where it takes too long or is cancelled by id."""
        limits = [seconds for seconds in (call.timeout, self._timeout) if seconds is not None]
        task = asyncio.ensure_future(run_in(self._workers, self.toolbox, call, approved, self._sinks.get(call.id)))
        task.add_done_callback(_retrieved)
        self._running[call.id] = task
        try:
            done, _ = await asyncio.wait({task}, timeout=min(limits, default=None))
        finally:
            del self._running[call.id]
            if task.cancel():
                # What the tool does when it is cancelled belongs to the call; it may refuse to end.
                await asyncio.wait({task}, timeout=_GRACE)
        if not done:
            raise timed_out(call.name, min(limits))
        if task.cancelled():
            raise cancelled(call.name)
        failure = task.exception()
        if failure is not None and not isinstance(failure, Exception):
            raise tool_failed(failure) from failure
        return task.result()

    def _known(self, call: Call) -> CallResult:
        """What the history says of a call that needs approval."""
        record = self._recorded(call.id)
        if record is None or record.status != "finished":
            return CallResult(call.id, call.name, error=approval_required(call.name).to_dict())
        return CallResult(call.id, call.name, record.value, record.error)

    def _has_finished(self, id: str) -> bool:
        record = self._recorded(id)
        return record is not None and record.status == "finished"

    def _finished(self, result: CallResult) -> CallResult:
        """The result, written down and told. It stands where writing fails: the tool was called."""
        try:
            self.history.finish(result)
        except Exception:
            _logger.exception("the result of the call %s was not written down", shown(result.id))
        tell(self._listeners, Event("finished", result.id, result.name, result))
        return result

    def _tell(self, kind: EventKind, call: Call) -> None:
        tell(self._listeners, Event(kind, call.id, call.name))


def _failed(call: Call, error: BaseException) -> CallResult:
    return CallResult(call.id, call.name, error=as_data(error))


def _used(call: Call) -> CallResult:
    return _failed(call, duplicate_id(call.id))


def _retrieved(task: asyncio.Task[Any]) -> None:
    """Look at what came of a task that nobody waits for any more, so that it is not reported as forgotten."""
    if not task.cancelled():
        task.exception()
