"""What an executor does with calls: limits, timeouts, cancellation, events, composition, workers."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import pytest

from toolgen.runtime import (
    ApprovalPolicy,
    Call,
    CallResult,
    Event,
    Executor,
    ManifestError,
    MemoryHistory,
    ResultOf,
    SQLiteHistory,
    Toolbox,
)
from toolgen.runtime import executor as executor_module

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that may not take long."""

    async def limited() -> T:
        async with asyncio.timeout(60):
            return await coroutine

    return asyncio.run(limited())


# -- results ----------------------------------------------------------------------------------------------------


def test_a_result_has_the_value_and_its_json(shop: Toolbox) -> None:
    call = Call("place_order", '{"names": ["pen"], "size": "large"}', id="1")
    result = run(Executor(shop).run(call))
    assert (result.ok, result.error, result.id, result.value.number) == (True, None, "1", 7)
    assert result.seconds >= 0
    value = {"number": 7, "placed": "2026-01-02T00:00:00Z", "size": "large", "items": [{"name": "pen", "price": 2.5}]}
    assert result.to_dict() == {"id": "1", "name": "place_order", "ok": True, "value": value}
    assert result.to_json().startswith('{"number": 7, "placed"')


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (Call("ad"), "unknown_tool"),
        (Call("add", '{"a": "x"}'), "invalid_arguments"),
        (Call("add", "{"), "invalid_arguments"),
        (Call("add", {"a": object()}), "invalid_arguments"),
        (Call("fail", {"reason": "no luck"}), "tool_failed"),
        (Call("hurry", {"seconds": 60}), "tool_timeout"),
        (Call("wait", {"seconds": 60}, timeout=0.05), "tool_timeout"),
        (Call("block", {"seconds": 0.5}, timeout=0.05), "tool_timeout"),
    ],
    ids=[
        "an unknown name",
        "a wrong argument",
        "no JSON",
        "no JSON value",
        "a tool that fails",
        "the timeout of the tool",
        "a timeout of the call",
        "a sync tool that is late",
    ],
)
def test_what_goes_wrong_is_data(call: Call, code: str, shop: Toolbox) -> None:
    result = run(Executor(shop).run(call))
    assert result.error is not None
    assert (result.ok, result.value, result.error["code"]) == (False, None, code)
    assert "Traceback" not in result.to_json()
    assert result.to_dict()["error"]["message"]


class Silent:
    """An object that says nothing of itself."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


def cycle() -> list[Any]:
    inside: list[Any] = []
    inside.append(inside)
    return inside


def deep() -> list[Any]:
    inside: list[Any] = []
    for _ in range(100_000):
        inside = [inside]
    return inside


@pytest.mark.parametrize("storage", [lambda: None, lambda: SQLiteHistory(":memory:")], ids=["memory", "sqlite"])
@pytest.mark.parametrize(
    ("make", "text"),
    [
        (cycle, '"[[...]]"'),
        (deep, '"<list object at '),
        (Silent, '"<'),
        (lambda: 10**5000, '"<int object at '),
        (lambda: float("nan"), "null"),
        (lambda: "\ud800", '"\\ud800"'),
        (lambda: {1: {2}}, '{"1": [2]}'),
        (lambda: b"\xff", '"_w=="'),
        (lambda: "x" * 1_000_000, '"xxx'),
    ],
    ids=["cycle", "deep", "silent", "digits", "nan", "half", "keys", "bytes", "long"],
)
def test_a_result_of_any_kind_is_told_and_kept(
    make: Callable[[], Any], text: str, storage: Callable[[], Any], shop: Toolbox
) -> None:
    shop.register(lambda **_: make(), name="add")
    executor = Executor(shop, history=storage())
    first, second = run(executor.run_all([Call("add", {"a": 1}, id="1"), Call("fail", {"reason": ResultOf("1")})]))
    assert first.ok
    assert first.to_json().startswith(text)
    assert first.to_dict()["ok"]
    assert second.error is not None
    record = executor.history.get("1")
    assert record is not None
    assert (record.status, record.error) == ("finished", None)


def test_the_timeout_of_an_executor_counts_for_every_call(shop: Toolbox) -> None:
    result = run(Executor(shop, timeout=0.05).run(Call("wait", {"seconds": 60}, timeout=30)))
    assert result.error == {"code": "tool_timeout", "message": "'wait' took longer than 0.05 seconds"}


@pytest.mark.parametrize(("name", "argument", "items"), [("count", "to", [0, 1, 2]), ("countdown", "start", [3, 2, 1])])
def test_what_a_tool_yields_is_a_list(name: str, argument: str, items: list[int], shop: Toolbox) -> None:
    assert run(Executor(shop).run(Call(name, {argument: 3}))).value == items


def test_context_reaches_the_tool(shop: Toolbox) -> None:
    assert run(Executor(shop).run(Call("greet", {"name": "Bo"}, context={"user": "Al"}))).value == "Al greets Bo"


def codes(results: Sequence[CallResult]) -> list[Any]:
    return [result.error and result.error["code"] for result in results]


def test_no_two_calls_have_the_same_id(shop: Toolbox) -> None:
    executor = Executor(shop)
    run(executor.run(Call("add", {"a": 1}, id="1")))
    again = run(executor.run(Call("add", {"a": 5}, id="1")))
    assert again.error == {"code": "duplicate_id", "message": "there is already a call with the id '1'"}
    assert [record.arguments for record in executor.history.records()] == [{"a": 1}]
    twice = run(executor.run_all([Call("add", {"a": 1}, id="2")] * 2))
    assert codes(twice) == [None, "duplicate_id"]


def test_what_needs_a_call_of_a_used_id_does_not_get_the_result_of_the_other_one(shop: Toolbox) -> None:
    executor = Executor(shop)
    run(executor.run(Call("add", {"a": 1}, id="1")))
    calls = [Call("add", {"a": 5}, id="1"), Call("add", {"a": ResultOf("1")})]
    assert codes(run(executor.run_all(calls))) == ["duplicate_id", "dependency_failed"]


def test_an_id_that_is_used_twice_at_once_does_not_harm_other_calls(shop: Toolbox) -> None:
    async def twice() -> Any:
        executor = Executor(shop)
        calls = [Call("add", {"a": 1}, id="1"), Call("add", {"a": 2})]
        return await asyncio.gather(executor.run_all(calls), executor.run_all(calls))

    first, second = run(twice())
    assert [result.value for result in first] == [2, 3]
    assert codes(second) == ["duplicate_id"] * 2


# -- several calls ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 3, None])
def test_at_most_so_many_calls_run_at_a_time_and_results_keep_their_order(limit: int | None, shop: Toolbox) -> None:
    running, most, all_run = 0, 0, asyncio.Event()

    @shop.register
    async def add(a: int, b: int = 1) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        if running == (limit or 8):
            all_run.set()
        await all_run.wait()
        for _ in range(b):
            await asyncio.sleep(0)
        running -= 1
        return a

    calls = [Call("add", {"a": number, "b": 8 - number}) for number in range(8)]
    results = run(Executor(shop).run_all(calls, limit=limit))
    assert [result.value for result in results] == [*range(8)]
    assert most == (limit or 8)


def test_one_failure_does_not_touch_the_others(shop: Toolbox) -> None:
    calls = [Call("add", {"a": 1}), Call("fail", {"reason": "x"}), Call("add", {"a": 2})]
    assert [result.ok for result in run(Executor(shop).run_all(calls))] == [True, False, True]


# -- cancellation -----------------------------------------------------------------------------------------------


def test_a_call_is_cancelled_by_its_id(shop: Toolbox) -> None:
    async def cancelled() -> None:
        executor = Executor(shop)
        calls = [Call("wait", {"seconds": 60}, id="long"), Call("add", {"a": 1}, id="short")]
        running = asyncio.create_task(executor.run_all(calls))
        while not executor.cancel("long"):
            await asyncio.sleep(0.01)
        results = await running
        assert [result.ok for result in results] == [False, True]
        assert results[0].error == {"code": "cancelled", "message": "the call of 'wait' was cancelled"}
        assert not executor.cancel("long")

    run(cancelled())


def test_cancelling_the_caller_cancels_the_tool_and_is_written_down(shop: Toolbox) -> None:
    begun, ended = asyncio.Event(), []

    @shop.register
    async def wait(seconds: float) -> None:
        try:
            begun.set()
            await asyncio.sleep(seconds)
        finally:
            ended.append(seconds)

    async def cancelled() -> None:
        executor = Executor(shop)
        running = asyncio.create_task(executor.run(Call("wait", {"seconds": 60}, id="1")))
        await begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        record = executor.history.get("1")
        assert record is not None
        assert record.error is not None
        assert (record.status, record.error["code"]) == ("finished", "cancelled")

    run(cancelled())
    assert ended == [60]


def test_when_a_call_has_ended_so_has_its_tool(shop: Toolbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor_module, "_GRACE", 60)
    begun, ended = [], []

    @shop.register
    async def wait(seconds: float) -> None:
        try:
            begun.append(seconds)
            await asyncio.sleep(seconds)
        finally:
            await asyncio.sleep(0.05)
            ended.append(seconds)

    async def made() -> list[int]:
        executor = Executor(shop)
        await executor.run(Call("wait", {"seconds": 60}, timeout=0.01))
        counts = [len(ended)]
        running = asyncio.create_task(executor.run_all([Call("wait", {"seconds": 60}, id=id_) for id_ in "abc"]))
        while len(begun) < 4:
            await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.wait([running])
        counts.append(len(ended))
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert [record.status for record in executor.history.records()] == ["finished"] * 4
        return counts

    assert run(made()) == [1, 4]


def test_a_tool_that_does_not_end_when_it_is_cancelled_keeps_nobody(
    shop: Toolbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor_module, "_GRACE", 0.01)
    cancelled, may_end = 0, asyncio.Event()

    @shop.register
    async def wait(seconds: float) -> None:  # noqa: ARG001
        nonlocal cancelled
        while not may_end.is_set():
            try:
                await may_end.wait()
            except asyncio.CancelledError:
                cancelled += 1

    async def made() -> Any:
        result = await Executor(shop).run(Call("wait", {"seconds": 60}, timeout=0.01))
        may_end.set()
        return result

    assert run(made()).error["code"] == "tool_timeout"
    assert cancelled


def test_calls_that_did_not_begin_are_not_made_when_the_others_are_cancelled(shop: Toolbox) -> None:
    async def made() -> list[str]:
        executor = Executor(shop)
        calls = [Call("wait", {"seconds": 60}, id="first"), Call("add", {"a": 1}, id="second")]
        running = asyncio.create_task(executor.run_all(calls, limit=1))
        while not executor.history.get("first"):
            await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.wait([running])
        again = await executor.run(Call("add", {"a": 1}, id="second"))
        assert again.value == 2
        return [record.id for record in executor.history.records()]

    assert run(made()) == ["first", "second"]


def test_cancelled_calls_leave_no_threads_behind(shop: Toolbox) -> None:
    before = threading.active_count()

    async def made() -> None:
        executor = Executor(shop)
        running = asyncio.create_task(executor.run_all([Call("block", {"seconds": 0.2}, id=id_) for id_ in "abc"]))
        await asyncio.sleep(0.05)
        running.cancel()
        await asyncio.wait([running])

    run(made())
    assert threading.active_count() == before


LATE = """
import asyncio, sys, time
from toolgen.runtime import Call, Executor, Toolbox

toolbox = Toolbox.load("corner_shop/generated")
if sys.argv[1] == "registered":
    toolbox.register(lambda seconds: time.sleep(seconds), name="hurry_up")
print(asyncio.run(Executor(toolbox).run(Call("hurry_up", {"seconds": 3600}))).error["code"])
"""


@pytest.mark.parametrize("kind", ["scanned", "registered"])
def test_a_program_does_not_wait_for_a_tool_that_is_over_its_own_time(kind: str, shop_folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LATE, kind], cwd=shop_folder, timeout=600, check=True, capture_output=True, text=True
    )
    assert done.stdout == "tool_timeout\n"


@pytest.mark.parametrize("name", ["add", "hurry_up"])
def test_a_registered_function_that_raises_stop_iteration_keeps_nobody_waiting(name: str, shop: Toolbox) -> None:
    shop.register(lambda **_: next(iter([])), name=name)
    result = run(Executor(shop).run(Call(name, {"a": 1, "seconds": 1})))
    assert result.error == {"code": "tool_failed", "message": "RuntimeError: the tool raised StopIteration"}


# -- events -----------------------------------------------------------------------------------------------------


def test_events_tell_what_happens(shop: Toolbox) -> None:
    events: list[Event] = []
    run(Executor(shop, listeners=[events.append]).run(Call("add", {"a": 1}, id="1")))
    assert [(event.kind, event.call_id, event.tool) for event in events] == [
        ("started", "1", "add"),
        ("finished", "1", "add"),
    ]
    assert events[0].result is None
    assert events[1].result is not None
    assert events[1].result.value == 2


def test_a_listener_that_fails_is_logged_and_harms_nobody(shop: Toolbox, caplog: pytest.LogCaptureFixture) -> None:
    kinds = []

    def broken(event: Event) -> None:
        raise RuntimeError(f"no disk for {event.kind}")

    listeners: list[Callable[[Event], object]] = [broken, lambda event: kinds.append(event.kind)]
    assert run(Executor(shop, listeners=listeners).run(Call("add", {"a": 1}))).ok
    assert kinds == ["started", "finished"]
    assert "no disk" in caplog.text


# -- composition ------------------------------------------------------------------------------------------------


def test_the_result_of_one_call_is_an_argument_of_another(shop: Toolbox) -> None:
    price = ResultOf("order").path("items", 1, "name")
    calls = [
        Call("fail", {"reason": price}, id="last"),
        Call("place_order", {"names": ["pen", ResultOf("name")]}, id="order"),
        Call("greet", {"name": "Bo"}, id="name", context={"user": "Al"}),
    ]
    last, order, name = run(Executor(shop).run_all(calls, limit=1))
    assert name.value == "Al greets Bo"
    assert order.value.items[1].name == "Al greets Bo"
    assert last.error is not None
    assert last.error["message"].endswith("Al greets Bo")


def test_independent_calls_run_together(shop: Toolbox) -> None:
    together = asyncio.Barrier(5)

    @shop.register
    async def wait(seconds: float) -> str:  # noqa: ARG001
        await together.wait()
        return "waited"

    calls = [Call("wait", {"seconds": 0}, id=str(number)) for number in range(5)]
    calls.append(Call("place_order", {"names": [ResultOf(call.id) for call in calls]}))
    results = run(Executor(shop).run_all(calls))
    assert [item.name for item in results[-1].value.items] == ["waited"] * 5


def test_what_needs_a_failed_call_is_not_made(shop: Toolbox) -> None:
    calls = [
        Call("fail", {"reason": "x"}, id="a"),
        Call("add", {"a": ResultOf("a")}, id="b"),
        Call("add", {"a": ResultOf("b")}, id="c"),
    ]
    executor = Executor(shop)
    _, second, third = run(executor.run_all(calls))
    assert second.error == {
        "code": "dependency_failed",
        "message": "it needs the result of 'a', which has none",
        "call": "a",
    }
    assert third.error is not None
    assert third.error["call"] == "b"
    assert [record.status for record in executor.history.records()] == ["finished"] * 3


def test_a_path_that_leads_nowhere(shop: Toolbox) -> None:
    calls = [Call("add", {"a": 1}, id="a"), Call("add", {"a": ResultOf("a").path("items", 0)})]
    error = run(Executor(shop).run_all(calls))[1].error
    assert error == {"code": "dependency_failed", "message": "there is nothing at the result of 'a'['items'][0]"}


def test_results_of_earlier_calls_are_taken_from_the_history(shop: Toolbox, tmp_path: Path) -> None:
    run(Executor(shop, history=SQLiteHistory(tmp_path / "calls.db")).run(Call("place_order", {"names": ["a"]}, id="1")))
    later = Executor(shop, history=SQLiteHistory(tmp_path / "calls.db"))
    assert run(later.run(Call("add", {"a": ResultOf("1").path("number")}))).value == 8


@pytest.mark.parametrize(
    ("needs", "message"),
    [
        ({"a": "a"}, "calls wait for each other: a → a"),
        ({"a": "b", "b": "a"}, "calls wait for each other: "),
        ({"a": "nowhere"}, "it needs the result of 'nowhere', which is no call that was made"),
        ({"a": []}, "it needs the result of '[]', which is no call that was made"),
    ],
)
def test_calls_that_cannot_be_composed_are_not_made(needs: dict[str, str], message: str, shop: Toolbox) -> None:
    executor = Executor(shop)
    calls = [Call("add", {"a": ResultOf(other)}, id=id_) for id_, other in needs.items()]
    after = Call("add", {"a": ResultOf("a")}, id="after")
    alone, *results = run(executor.run_all([Call("add", {"a": 1}), *calls, after]))
    assert alone.value == 2
    errors = [result.error or {} for result in results]
    assert {error["code"] for error in errors} == {"dependency_failed"}
    assert errors[0]["message"].startswith(message)
    assert errors[-1]["message"] == "it needs the result of 'a', which has none"


# -- workers ----------------------------------------------------------------------------------------------------


def test_sync_tools_run_in_processes_and_async_tools_here(shop: Toolbox) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        calls = [
            Call("block", {"seconds": 0}),
            Call("wait", {"seconds": 0}),
            Call("place_order", {"names": ["pen"]}),
            Call("countdown", {"start": 2}),
            Call("greet", {"name": "Bo"}, context={"user": "Al"}),
            Call("fail", {"reason": "no luck"}),
            Call("add", {"a": "x"}),
        ]
        block, wait, order, countdown, greet, fail, add = run(Executor(shop, workers=pool).run_all(calls))
    assert block.value != os.getpid()
    assert wait.value == "waited"
    assert order.value.items[0].name == "pen"
    assert (countdown.value, greet.value) == ([2, 1], "Al greets Bo")
    assert fail.error is not None
    assert fail.error["code"] == "tool_failed"
    assert fail.error["message"].endswith("no luck")
    assert add.error is not None
    assert add.error["faults"][0]["path"] == "$.a"


def test_processes_load_a_dispatch_module_that_no_import_finds(
    shop: Toolbox, shop_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(shop_folder / "corner_shop/generated", tmp_path / "copied here")
    copied = Toolbox.load(tmp_path / "copied here")
    assert copied.digest == shop.digest
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert run(Executor(copied, workers=pool).run(Call("block", {"seconds": 0}))).value != os.getpid()


class Confused(ThreadPoolExecutor):
    """Takes results for the accounts of exceptions, as Dask does with those of a worker that died."""

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Any:
        def raises() -> None:
            _, error, traceback = function(*arguments, **keywords)
            raise error.with_traceback(traceback)

        return super().submit(raises)


def test_a_result_that_is_taken_for_an_exception_is_not_lost(shop: Toolbox) -> None:
    with Confused() as pool:
        good, bad = run(Executor(shop, workers=pool).run_all([Call("add", {"a": 1}), Call("add", {"a": "x"})]))
    assert (good.value, bad.error and bad.error["code"]) == (2, "invalid_arguments")


def test_a_process_that_ends_is_an_error_of_the_call(shop: Toolbox) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        result = run(Executor(shop, workers=pool).run(Call("end_process")))
    assert result.error is not None
    assert result.error["code"] == "tool_failed"
    assert "BrokenProcessPool" in result.error["message"]


@pytest.mark.parametrize("workers", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_a_tool_that_would_end_the_program_fails_alone(workers: Any, shop: Toolbox) -> None:
    calls = [Call("leave"), Call("leave_later"), Call("add", {"a": 1})]
    with workers(1) if workers else nullcontext() as pool:
        leave, later, add = run(Executor(shop, workers=pool).run_all(calls))
    assert add.ok
    assert leave.error == {"code": "tool_failed", "message": "SystemExit: 2"}
    assert later.error == {"code": "tool_failed", "message": "SystemExit: not now"}


def test_a_registered_function_runs_in_the_workers_too(shop: Toolbox) -> None:
    shop.register(lambda a, b=1: a * b, name="add")
    with ThreadPoolExecutor() as pool:
        assert run(Executor(shop, workers=pool).run(Call("add", {"a": 3, "b": 3}))).value == 9


def test_a_call_waits_for_a_worker_no_longer_than_its_timeout(shop: Toolbox) -> None:
    begun, may_end = threading.Event(), threading.Event()

    @shop.register
    def block(seconds: float) -> bool:  # noqa: ARG001
        begun.set()
        return may_end.wait(60)

    async def made() -> Any:
        executor = Executor(shop, workers=pool)
        first = asyncio.create_task(executor.run(Call("block", {"seconds": 0})))
        await asyncio.to_thread(begun.wait)
        second = await executor.run(Call("block", {"seconds": 0}, timeout=0.05))
        may_end.set()
        return await first, second

    with ThreadPoolExecutor(1) as pool:
        first, second = run(made())
    assert first.value is True
    assert second.error is not None
    assert second.error["code"] == "tool_timeout"


@pytest.mark.parametrize("is_registered", [False, True])
def test_the_timeout_of_a_tool_counts_from_where_a_worker_takes_the_call(is_registered: bool, shop: Toolbox) -> None:
    if is_registered:
        shop.register(lambda seconds: time.sleep(seconds), name="hurry_up")
    calls = [Call("block", {"seconds": 1.2}), Call("hurry_up", {"seconds": 0}), Call("hurry_up", {"seconds": 4})]
    with ThreadPoolExecutor(1) as pool:
        results = run(Executor(shop, workers=pool).run_all(calls))
    assert [result.error and result.error["code"] for result in results] == [None, None, "tool_timeout"]


# -- what the application supplies ------------------------------------------------------------------------------


def own_hours(branch: str, branches: list[str]) -> str:
    return f"{branch} of {len(branches)}"


@pytest.fixture(params=["scanned", "registered"])
def hours(request: pytest.FixtureRequest, library: Path) -> Toolbox:
    """A toolbox with the tool `opening_hours`, which needs `branches` of the application."""
    toolbox = Toolbox.load(library)
    if request.param == "registered":
        toolbox.register(own_hours, name="opening_hours")
    return toolbox


def test_what_the_application_forgets_is_no_concern_of_a_models(
    hours: Toolbox, caplog: pytest.LogCaptureFixture
) -> None:
    good = Call("opening_hours", {"branch": "a"}, id="1", context={"branches": ["a"]})
    bad = Call("opening_hours", {"branch": "a"}, id="2", context={"other": 1})
    first, second = run(Executor(hours).run_all([good, bad]))
    assert first.value == "a of 1"
    assert second.error == {
        "code": "invalid_context",
        "message": "the application does not supply what 'opening_hours' needs",
    }
    (entry,) = caplog.messages
    assert entry == "the call '2' was not made: the tool opening_hours needs branches from the context"


def test_what_the_application_supplies_to_all_calls(hours: Toolbox) -> None:
    """A lack of it is told before a model is asked."""
    with pytest.raises(TypeError, match="the tool opening_hours needs branches from the context"):
        Executor(hours, context={"other": 1})
    executor = Executor(hours, context={"branches": ["a"]})
    own = Call("opening_hours", {"branch": "b"}, context={"branches": ["a", "b"]})
    results = run(executor.run_all([Call("opening_hours", {"branch": "a"}), own]))
    assert [result.value for result in results] == ["a of 1", "b of 2"]


def test_a_manifest_that_cannot_be_read_is_told_when_the_executor_is_made(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(ManifestError):
        Executor(Toolbox.load(tmp_path))


class Ended(BaseException):
    """What no program catches."""


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, asyncio.CancelledError, Ended])
@pytest.mark.parametrize("place", ["check_context", "decode", "ask", "history"])
def test_nothing_is_raised_but_the_cancellation_of_the_caller(place: str, error: Any, shop: Toolbox) -> None:
    """Wherever the application's own code runs, such as a validator of a tool that has to be approved."""

    def fails(*_: Any, **__: Any) -> Any:
        raise error("mine")

    executor = Executor(shop, approval=ApprovalPolicy(ask=fails if place == "ask" else lambda _: True))
    setattr(*{"ask": (executor, "unused"), "history": (executor.history, "add")}.get(place, (shop, place)), fails)
    failed = run(executor.run(Call("wipe", {"folder": "/tmp"})))
    assert failed.error is not None
    assert failed.error["code"] == ("approval_denied" if place == "ask" else "tool_failed")


def test_an_approval_without_a_context_leaves_the_call_pending(library: Path) -> None:
    history = MemoryHistory()
    policy = ApprovalPolicy(risk="low")
    first = Executor(Toolbox.load(library), approval=policy, history=history)
    call = Call("opening_hours", {"branch": "a"}, id="1", context={"branches": ["a"]})
    assert run(first.run(call)).pending
    later = Executor(Toolbox.load(library), approval=policy, history=history)
    with pytest.raises(TypeError, match="needs branches"):
        run(later.approve("1"))
    assert run(later.approve("1", {"branches": ["a", "b"]})).value == "a of 2"


def test_an_approval_has_the_context_of_the_executor(library: Path) -> None:
    toolbox = Toolbox.load(library)
    (history := MemoryHistory()).add("1", "opening_hours", {"branch": "a"}, "pending", toolbox.digests["opening_hours"])
    executor = Executor(toolbox, history=history, context={"branches": ["a"]})
    assert run(executor.approve("1")).value == "a of 1"
