"""What tools yield, as it comes: `Executor.stream`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any, TypeVar

import pytest

from toolgen.runtime import ApprovalPolicy, Call, Event, Executor, Stream, Toolbox

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that may not take long, and that leaves no task behind."""

    async def limited() -> T:
        async with asyncio.timeout(60):
            result = await coroutine
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return result

    return asyncio.run(limited())


async def collected(stream: Stream) -> list[Any]:
    return [item async for item in stream]


@pytest.mark.parametrize(("name", "argument", "items"), [("count", "to", [0, 1, 2]), ("countdown", "start", [3, 2, 1])])
def test_items_come_one_by_one_and_the_result_has_them_all(
    name: str, argument: str, items: list[int], shop: Toolbox
) -> None:
    executor = Executor(shop)
    stream = executor.stream(Call(name, {argument: 3}, id="1"))
    assert run(collected(stream)) == items
    assert (stream.result.value, stream.result.ok, stream.result.id) == (items, True, "1")
    record = executor.history.get("1")
    assert record is not None
    assert (record.status, record.value) == ("finished", items)


def test_an_item_is_passed_on_before_the_next_is_made(shop: Toolbox) -> None:
    made = []

    @shop.register
    async def count(to: int) -> AsyncIterator[int]:
        for number in range(to):
            made.append(number)
            yield number
            await asyncio.sleep(0.01)

    async def seen() -> list[int]:
        return [len(made) async for _ in Executor(shop).stream(Call("count", {"to": 3}))]

    assert run(seen()) == [1, 2, 3]


def test_events_tell_of_a_stream_as_of_any_call(shop: Toolbox) -> None:
    events: list[Event] = []
    run(collected(Executor(shop, listeners=[events.append]).stream(Call("count", {"to": 2}))))
    assert [event.kind for event in events] == ["started", "finished"]
    assert events[1].result is not None
    assert events[1].result.value == [0, 1]


@pytest.mark.parametrize(
    ("call", "items", "code"),
    [
        (Call("ad"), [], "unknown_tool"),
        (Call("count", {"to": "x"}), [], "invalid_arguments"),
        (Call("count", {"to": -1}), [0], "tool_failed"),
        (Call("count", {"to": 60}, timeout=0.5), [0], "tool_timeout"),
        (Call("wipe", {"folder": "/"}), [], "approval_required"),
    ],
)
def test_what_goes_wrong_is_in_the_result(call: Call, items: list[int], code: str, shop: Toolbox) -> None:
    @shop.register
    async def count(to: int) -> AsyncIterator[int]:
        yield 0
        await asyncio.sleep(max(to, 0))
        raise LookupError(to)

    stream = Executor(shop).stream(call)
    assert run(collected(stream)) == items
    assert stream.result.error is not None
    assert stream.result.error["code"] == code


def test_a_tool_that_does_not_yield_has_a_result_alone(shop: Toolbox) -> None:
    stream = Executor(shop).stream(Call("add", {"a": 1}))
    assert run(collected(stream)) == []
    assert stream.result.value == 2


def test_before_the_end_there_is_no_result(shop: Toolbox) -> None:
    with pytest.raises(RuntimeError, match="the stream has not ended: iterate over it first"):
        _ = Executor(shop).stream(Call("count", {"to": 1})).result


def test_whoever_stops_reading_cancels_the_call(shop: Toolbox) -> None:
    ended = []

    @shop.register
    async def count(to: int) -> AsyncIterator[int]:
        try:
            for number in range(to):
                yield number
                await asyncio.sleep(0.01)
        finally:
            ended.append(to)

    async def first() -> Any:
        executor = Executor(shop)
        stream = executor.stream(Call("count", {"to": 1000}, id="1"))
        async with aclosing(stream.__aiter__()) as items:
            item = await anext(items)
        return item, stream.result, executor.history.get("1")

    item, result, record = run(first())
    assert (item, ended) == (0, [1000])
    assert result.error["code"] == record.error["code"] == "cancelled"


def test_cancelling_whoever_reads_cancels_the_call(shop: Toolbox) -> None:
    async def cancelled() -> Any:
        executor = Executor(shop)
        reader = asyncio.create_task(collected(executor.stream(Call("slow", {}, id="1"))))
        while not executor.history.get("1"):
            await asyncio.sleep(0.01)
        reader.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reader
        return executor.history.get("1")

    async def slow() -> AsyncIterator[int]:
        await asyncio.sleep(60)
        yield 1

    shop.register(slow, description="Be slow.", input_schema={"type": "object"})
    record = run(cancelled())
    assert (record.status, record.error["code"]) == ("finished", "cancelled")


def test_an_approved_call_streams(shop: Toolbox) -> None:
    executor = Executor(shop, approval=ApprovalPolicy(risk="low", ask=lambda _: True))
    assert run(collected(executor.stream(Call("count", {"to": 2})))) == [0, 1]


def test_an_id_that_was_used_is_refused_when_the_stream_begins(shop: Toolbox) -> None:
    async def twice() -> None:
        executor = Executor(shop)
        await collected(executor.stream(Call("count", {"to": 2}, id="1")))
        again = executor.stream(Call("count", {"to": 2}, id="1"))
        assert await collected(again) == []
        assert again.result.error == {"code": "duplicate_id", "message": "there is already a call with the id '1'"}

    run(twice())


def test_a_stream_is_iterated_over_once(shop: Toolbox) -> None:
    async def twice() -> Stream:
        stream = Executor(shop).stream(Call("count", {"to": 2}))
        await collected(stream)
        with pytest.raises(RuntimeError, match="iterated over once"):
            await collected(stream)
        return stream

    assert run(twice()).result.value == [0, 1]


def test_from_workers_items_come_at_the_end(shop: Toolbox) -> None:
    with ThreadPoolExecutor() as pool:
        assert run(collected(Executor(shop, workers=pool).stream(Call("countdown", {"start": 3})))) == [3, 2, 1]


# -- registered generators --------------------------------------------------------------------------------------


def sync_pairs() -> Iterator[int]:
    yield from (2, 4)


async def async_pairs() -> AsyncIterator[int]:
    yield 2
    yield 4


@pytest.mark.parametrize("function", [sync_pairs, async_pairs])
def test_a_registered_generator_streams(function: Callable[..., Any], shop: Toolbox) -> None:
    shop.register(function, name="pairs", description="Pairs.", input_schema={"type": "object"})
    assert shop["pairs"].is_generator
    stream = Executor(shop).stream(Call("pairs"))
    assert run(collected(stream)) == stream.result.value == [2, 4]
    with ThreadPoolExecutor() as pool:
        assert run(Executor(shop, workers=pool).run(Call("pairs"))).value == [2, 4]


@pytest.mark.parametrize("error", [LookupError("none"), StopIteration("over")])
def test_a_registered_generator_that_fails(error: Exception, shop: Toolbox) -> None:
    @shop.register
    def countdown(start: int) -> Iterator[int]:
        yield start
        raise error

    stream = Executor(shop).stream(Call("countdown", {"start": 2}))
    assert run(collected(stream)) == [2]
    assert stream.result.error is not None
    assert stream.result.error["code"] == "tool_failed"
