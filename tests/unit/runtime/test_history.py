"""What is written down of calls, in memory and in a file."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from toolgen.runtime import (
    Call,
    CallRecord,
    CallResult,
    Executor,
    History,
    HistoryError,
    MemoryHistory,
    ResultOf,
    SQLiteHistory,
    Toolbox,
)


@pytest.fixture(params=["memory", "sqlite"])
def history(request: pytest.FixtureRequest, tmp_path: Path) -> History:
    return MemoryHistory() if request.param == "memory" else SQLiteHistory(tmp_path / "calls.db")


def test_a_call_from_beginning_to_end(history: History) -> None:
    added = history.add("1", "add", {"a": 1}, "running")
    assert history.get("1") == added
    assert (added.status, added.value, added.error, added.finished) == ("running", None, None, None)
    history.finish(CallResult("1", "add", {2}, seconds=1.5))
    record = history.get("1")
    assert record is not None
    assert (record.status, record.value, record.error, record.seconds) == ("finished", [2], None, 1.5)
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


def write_calls(path: Path, name: str, count: int, start: Any) -> None:
    start.wait()
    history = SQLiteHistory(path)
    for number in range(count):
        history.add(f"{name}{number}", "add", {}, "running")
        history.finish(CallResult(f"{name}{number}", "add", number))


def test_many_processes_begin_one_file_and_write_to_it(tmp_path: Path) -> None:
    context = get_context("spawn")
    start = context.Barrier(4)
    processes = [context.Process(target=write_calls, args=(tmp_path / "calls.db", name, 50, start)) for name in "abcd"]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * 4
    records = SQLiteHistory(tmp_path / "calls.db").records("finished")
    assert sorted((record.id, record.value) for record in records) == sorted(
        (f"{name}{number}", number) for name in "abcd" for number in range(50)
    )


CRASHING = """
import asyncio, os, sys
from toolgen.runtime import ApprovalPolicy, Call, Executor, SQLiteHistory, Toolbox

toolbox = Toolbox.load("corner_shop/generated")
executor = Executor(toolbox, history=SQLiteHistory(sys.argv[1]))
calls = [Call("add", {"a": 1}, id="done"), Call("wipe", {"folder": "/tmp"}, id="waits")]
asyncio.run(executor.run_all(calls))
asyncio.run(executor.run(Call("end_process", id="under way")))
"""


def test_after_a_process_was_killed_another_sees_its_calls_and_decides(
    shop: Toolbox, shop_folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "calls.db"
    done = subprocess.run([sys.executable, "-c", CRASHING, str(path)], cwd=shop_folder, timeout=600, check=False)
    assert done.returncode == 3
    history = SQLiteHistory(path)
    assert [(record.id, record.status) for record in history.records()] == [
        ("done", "finished"),
        ("waits", "pending"),
        ("under way", "running"),
    ]
    executor = Executor(shop, history=history)
    assert [record.id for record in executor.pending()] == ["waits"]
    assert asyncio.run(executor.approve("waits")).value == "wiped /tmp"
    assert asyncio.run(executor.run(Call("add", {"a": ResultOf("done")}))).value == 3
    again = asyncio.run(executor.run(Call("add", {"a": 1}, id="under way")))
    assert dict(again.error or {})["code"] == "duplicate_id"


def test_a_file_of_a_newer_format_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "calls.db"
    SQLiteHistory(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 4")
    with pytest.raises(HistoryError) as caught:
        SQLiteHistory(path)
    reason = "its format has version 4, and this toolgen reads versions up to 3: install a newer toolgen"
    assert str(caught.value) == f"{path}: {reason}"


@pytest.mark.parametrize(
    ("version", "lacks", "digest"), [(1, ("digest", "seconds"), ""), (2, ("seconds",), "sha256:0")]
)
def test_a_file_of_a_format_before_is_brought_up_to_date(
    tmp_path: Path, version: int, lacks: tuple[str, ...], digest: str
) -> None:
    path = tmp_path / "calls.db"
    history = SQLiteHistory(path)
    history.add("1", "add", {"a": 1}, "pending", "sha256:0")
    history.close()
    without = "".join(f"ALTER TABLE calls DROP COLUMN {column};" for column in lacks)
    sql(f"{without} PRAGMA user_version = {version}", path)
    for _ in range(2):
        history = SQLiteHistory(path)
        assert [(record.id, record.digest, record.seconds) for record in history.records()] == [("1", digest, None)]
        history.close()


def made(path: Path) -> Path:
    """A history with many calls, which is closed."""
    history = SQLiteHistory(path)
    for number in range(500):
        history.add(str(number), "add", {"text": "x" * 100}, "running")
    history.close()
    return path


def sql(statement: str, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement)


SPOILT: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("Not a database. " * 100),
    "a folder": lambda path: path.mkdir(),
    "truncated": lambda path: os.truncate(made(path), 5000),
    "garbage": lambda path: made(path).write_bytes(path.read_bytes()[:4096] + b"\xff" * 60_000),
    "another table": lambda path: sql("CREATE TABLE calls (id, status)", path),
    "a schema that is no UTF-8": lambda path: made(path).write_bytes(
        path.read_bytes().replace(b"NULL UNI", b"NULL\xfcUNI")
    ),
    "a view": lambda path: sql("CREATE VIEW calls AS SELECT 1 AS id, 2 AS status", path),
    "a text for a number": lambda path: sql("UPDATE calls SET created = 'x'", made(path)),
    "bytes for text": lambda path: sql("UPDATE calls SET arguments = x'ff'", made(path)),
    "text that is no UTF-8": lambda path: sql("UPDATE calls SET arguments = CAST(x'ff' AS TEXT)", made(path)),
    "no JSON": lambda path: sql("UPDATE calls SET arguments = '{'", made(path)),
    "endless JSON": lambda path: sql(f"UPDATE calls SET value = '{'[' * 100_000}'", made(path)),
    "an error that is no object": lambda path: sql("UPDATE calls SET error = '[]'", made(path)),
    "a status that is none": lambda path: sql("UPDATE calls SET status = 'x'", made(path)),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_file_that_is_spoilt_is_a_history_error(spoil: Callable[[Path], object], tmp_path: Path) -> None:
    spoil(path := tmp_path / "calls.db")
    with pytest.raises(HistoryError, match=r"calls\.db: "):
        SQLiteHistory(path).records()
    with pytest.raises(HistoryError, match=r"calls\.db: "):
        SQLiteHistory(path).get("499")


@pytest.mark.parametrize("path", ["nowhere/calls.db", "a\0b"])
def test_a_path_at_which_there_can_be_no_file(path: str, tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match="it cannot be used as a history of calls: "):
        SQLiteHistory(f"{tmp_path}/{path}")


def test_a_file_that_another_program_keeps_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolgen.runtime.history._PATIENCE", 0.05)
    history = SQLiteHistory(tmp_path / "calls.db")
    with closing(sqlite3.connect(tmp_path / "calls.db")) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(HistoryError, match="database is locked"):
            history.add("1", "add", {}, "running")


def test_a_history_that_is_closed(tmp_path: Path) -> None:
    (history := SQLiteHistory(tmp_path / "calls.db")).close()
    with pytest.raises(HistoryError, match="closed"):
        history.get("1")


@pytest.mark.skipif(os.name == "nt", reason="there are no such permissions")
@pytest.mark.parametrize("was_there", ["no", "yes", "behind a link"])
def test_a_history_is_for_its_owner_alone(was_there: str, tmp_path: Path) -> None:
    path = tmp_path / "calls.db"
    if was_there != "no":
        made(path).chmod(0o644)
    if was_there == "behind a link":
        (path := tmp_path / "link").symlink_to("calls.db")
    history = SQLiteHistory(path)
    history.add("secret", "add", {}, "running")
    modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir() if not file.is_symlink()}
    assert modes == {"calls.db": 0o600, "calls.db-shm": 0o600, "calls.db-wal": 0o600}


def test_a_history_may_be_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    SQLiteHistory(":memory:").add("1", "add", {}, "running")
    assert not [*tmp_path.iterdir()]


class Full(MemoryHistory):
    """A history that fails in one of its methods for the call "2"."""

    def __init__(self, method: str) -> None:
        super().__init__()
        self.method = method

    def fail(self, id: str, method: str) -> None:
        if (id, method) == ("2", self.method):
            raise OSError("the disk is full")

    def add(self, id: str, *what: Any) -> CallRecord:
        self.fail(id, "add")
        return super().add(id, *what)

    def get(self, id: str) -> CallRecord | None:
        self.fail(id, "get")
        return super().get(id)

    def finish(self, result: CallResult) -> None:
        self.fail(result.id, "finish")
        super().finish(result)


UNWRITTEN = "the call could not be written down, and was not made"


@pytest.mark.parametrize(
    ("method", "value", "error"),
    [
        ("add", None, {"code": "history_failed", "message": UNWRITTEN}),
        ("get", 2, None),
        ("finish", 2, None),  # the tool was called, and who asked is told what it returned
    ],
)
def test_a_history_that_fails_harms_one_call_alone(method: str, value: Any, error: Any, shop: Toolbox) -> None:
    calls = [Call("add", {"a": 1}, id="1"), Call("add", {"a": 1}, id="2")]
    first, second = asyncio.run(Executor(shop, history=Full(method)).run_all(calls))
    assert (first.value, second.value, second.error) == (2, value, error)


def test_an_executor_writes_every_call_down(shop: Toolbox, history: History) -> None:
    calls = [Call("add", {"a": 1}), Call("fail", {"reason": "x"}), Call("no_such_tool")]
    asyncio.run(Executor(shop, history=history).run_all(calls))
    records = history.records("finished")
    assert [(record.id, record.name) for record in records] == [(call.id, call.name) for call in calls]
    assert [record.value for record in records] == [2, None, None]
