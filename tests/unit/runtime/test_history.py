"""What is written down of calls, in memory and in a file."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from toolgen.runtime import Call, CallResult, Executor, History, MemoryHistory, SQLiteHistory, Toolbox


@pytest.fixture(params=["memory", "sqlite"])
def history(request: pytest.FixtureRequest, tmp_path: Path) -> History:
    return MemoryHistory() if request.param == "memory" else SQLiteHistory(tmp_path / "calls.db")


def test_a_call_from_beginning_to_end(history: History) -> None:
    added = history.add("1", "add", {"a": 1}, "running")
    assert history.get("1") == added
    assert (added.status, added.value, added.error, added.finished) == ("running", None, None, None)
    history.finish(CallResult("1", "add", {2}))
    record = history.get("1")
    assert record is not None
    assert (record.status, record.value, record.error) == ("finished", [2], None)
    assert record.finished is not None
    assert record.finished >= record.created


def test_a_call_that_failed(history: History) -> None:
    history.add("1", "add", "{", "running")
    history.finish(CallResult("1", "add", error={"code": "x", "message": "y"}))
    record = history.get("1")
    assert record is not None
    assert (record.arguments, record.error) == ("{", {"code": "x", "message": "y"})


def test_records_keep_the_order_in_which_calls_came(history: History) -> None:
    for id_, status in [("b", "running"), ("a", "pending"), ("c", "pending")]:
        history.add(id_, "add", {}, status)  # type: ignore[arg-type]
    assert [record.id for record in history.records()] == ["b", "a", "c"]
    assert [record.id for record in history.records("pending")] == ["a", "c"]
    assert history.records("finished") == []


def test_only_one_gets_a_pending_call(history: History) -> None:
    history.add("1", "add", {}, "pending")
    with ThreadPoolExecutor(8) as pool:
        claimed = [*pool.map(lambda _: history.claim("1"), range(8))]
    assert sum(record is not None for record in claimed) == 1
    assert history.claim("2") is None


def test_an_id_is_used_once(history: History) -> None:
    history.add("1", "add", {}, "running")
    with pytest.raises(ValueError, match="there is already a call with the id '1'"):
        history.add("1", "add", {}, "running")
    assert history.get("2") is None


@pytest.mark.parametrize("text", ["\ud800", "\x00", "Wąsy", "'; DROP TABLE calls"])
def test_any_text_is_kept(text: str, history: History) -> None:
    history.add("1", text, {text: text}, "running")
    history.finish(CallResult("1", text, text))
    record = history.get("1")
    assert record is not None
    assert (record.arguments, record.value) == ({text: text}, text)


def test_of_memory_the_oldest_finished_calls_are_forgotten() -> None:
    history = MemoryHistory(keep=2)
    history.add("pending", "add", {}, "pending")
    for id_ in "abc":
        history.add(id_, "add", {}, "running")
        history.finish(CallResult(id_, "add", 1))
    assert [record.id for record in history.records()] == ["pending", "b", "c"]


def test_a_call_under_way_is_seen_after_a_crash(tmp_path: Path) -> None:
    SQLiteHistory(tmp_path / "calls.db").add("1", "add", {}, "running")
    assert [record.id for record in SQLiteHistory(tmp_path / "calls.db").records("running")] == ["1"]


def test_many_threads_write_to_one_file(tmp_path: Path) -> None:
    histories = [SQLiteHistory(tmp_path / "calls.db") for _ in range(2)]

    def write(number: int) -> None:
        histories[number % 2].add(str(number), "add", {}, "running")
        histories[number % 2].finish(CallResult(str(number), "add", number))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(200)))
    assert sorted(record.value for record in histories[0].records("finished")) == [*range(200)]
    for history in histories:
        history.close()


def test_an_executor_writes_every_call_down(shop: Toolbox, history: History) -> None:
    calls = [Call("add", {"a": 1}), Call("fail", {"reason": "x"}), Call("no_such_tool")]
    asyncio.run(Executor(shop, history=history).run_all(calls))
    records = history.records("finished")
    assert [(record.id, record.name) for record in records] == [(call.id, call.name) for call in calls]
    assert [record.value for record in records] == [2, None, None]
