"""What calls were made, and what came of them: in memory, or in a file of SQLite.

A call is written down before it is made, so that after a crash one can see which were under way.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from time import monotonic, sleep, time
from typing import Any, Literal, Protocol, TypeAlias
from weakref import finalize

from toolgen.model.types import Json
from toolgen.runtime.calls import CallResult
from toolgen.runtime.encoding import lossy, lossy_dumps

Status: TypeAlias = Literal["pending", "running", "finished"]


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A call and what is known of it. Times are in seconds since the epoch; `value` is JSON.

    A `pending` call waits for approval. `arguments` is JSON text as a model sent it, or an object.
    """

    id: str
    name: str
    arguments: Json
    status: Status
    created: float
    value: Json = None
    error: Mapping[str, Json] | None = None
    finished: float | None = None


class History(Protocol):
    """Where an executor writes calls down. Ids are those of calls."""

    def add(self, id: str, name: str, arguments: Json, status: Status) -> CallRecord:
        """Write down a new call. Raises ValueError where there is one of this id."""

    def claim(self, id: str) -> CallRecord | None:
        """Let a pending call run; None where there is none, or somebody else was faster."""

    def finish(self, result: CallResult) -> None:
        """Write down what came of a call."""

    def get(self, id: str) -> CallRecord | None:
        """What is known of a call."""

    def records(self, status: Status | None = None) -> list[CallRecord]:
        """All calls, or those of a status, in the order in which they came."""


class MemoryHistory:
    """The calls of this process. Of the finished ones the last `keep` are kept."""

    def __init__(self, keep: int = 10_000) -> None:
        self._records: dict[str, CallRecord] = {}
        self._finished: dict[str, None] = {}
        self._keep = keep

    def add(self, id: str, name: str, arguments: Json, status: Status) -> CallRecord:
        if id in self._records:
            raise _taken(id)
        record = self._records[id] = CallRecord(id, name, arguments, status, time())
        return record

    def claim(self, id: str) -> CallRecord | None:
        record = self._records.get(id)
        if record is None or record.status != "pending":
            return None
        self._records[id] = replace(record, status="running")
        return self._records[id]

    def finish(self, result: CallResult) -> None:
        value = lossy(result.value)
        changes: dict[str, Any] = {"status": "finished", "value": value, "error": result.error, "finished": time()}
        self._records[result.id] = replace(self._records[result.id], **changes)
        self._finished[result.id] = None
        if len(self._finished) > self._keep:
            oldest = next(iter(self._finished))
            del self._finished[oldest], self._records[oldest]

    def get(self, id: str) -> CallRecord | None:
        return self._records.get(id)

    def records(self, status: Status | None = None) -> list[CallRecord]:
        return [record for record in self._records.values() if status in (None, record.status)]


class HistoryError(ValueError):
    """A file cannot be used as a history: it is none, or one of a newer format. The message says which and why."""


_PATIENCE = 30.0
"""How many seconds to wait for other processes that write to the file."""
_VERSION = 1
_TABLE = f"""
CREATE TABLE IF NOT EXISTS calls (
    position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, arguments TEXT NOT NULL,
    status TEXT NOT NULL, created REAL NOT NULL, value TEXT, error TEXT, finished REAL
);
CREATE INDEX IF NOT EXISTS calls_by_status ON calls (status);
PRAGMA user_version = {_VERSION};
"""
_COLUMNS = "id, name, arguments, status, created, value, error, finished"


class SQLiteHistory:
    """The calls of all processes that use the file at `path`, also after they ended. May be used from any thread.

    A pending call can be approved in another process than the one that asked; only one of several gets it. Raises
    HistoryError for what is no such file, or one of a newer format.
    """

    def __init__(self, path: str | Path) -> None:
        self._connection = _opened(path)
        self._close = finalize(self, self._connection.close)
        self._lock = Lock()

    def close(self) -> None:
        """Close the file, as happens when nobody has the history any more; it cannot be used after that."""
        with self._lock:
            self._close()

    def add(self, id: str, name: str, arguments: Json, status: Status) -> CallRecord:
        record = CallRecord(id, name, arguments, status, time())
        row = (id, _text(str(name)), lossy_dumps(arguments), status, record.created)
        try:
            self._run("INSERT INTO calls (id, name, arguments, status, created) VALUES (?, ?, ?, ?, ?)", *row)
        except sqlite3.IntegrityError:
            raise _taken(id) from None
        return record

    def claim(self, id: str) -> CallRecord | None:
        taken = "UPDATE calls SET status = 'running' WHERE id = ? AND status = 'pending'"
        return self.get(id) if self._run(taken, id)[1] else None

    def finish(self, result: CallResult) -> None:
        outcome = (
            lossy_dumps(result.value),
            None if result.error is None else lossy_dumps(result.error),
            time(),
            result.id,
        )
        self._run("UPDATE calls SET status = 'finished', value = ?, error = ?, finished = ? WHERE id = ?", *outcome)

    def get(self, id: str) -> CallRecord | None:
        rows, _ = self._run(f"SELECT {_COLUMNS} FROM calls WHERE id = ?", id)  # noqa: S608 - our own names
        return _record(*rows[0]) if rows else None

    def records(self, status: Status | None = None) -> list[CallRecord]:
        query = f"SELECT {_COLUMNS} FROM calls WHERE ?1 IS NULL OR status = ?1 ORDER BY position"  # noqa: S608
        return [_record(*row) for row in self._run(query, status)[0]]

    def _run(self, statement: str, *values: object) -> tuple[list[tuple[Any, ...]], int]:
        """The rows that a statement returns, and how many it changed."""
        with self._lock:
            cursor = self._connection.execute(statement, values)
            return cursor.fetchall(), cursor.rowcount


def _opened(path: str | Path) -> sqlite3.Connection:
    """A file as a history. Raises HistoryError."""
    try:
        # One connection for all threads, which take turns: SQLite's own module is built to be used like this
        # (sqlite3.threadsafety), and in WAL mode no commit waits for the disk.
        connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise _unusable(path, error) from error
    try:
        ((version,),) = connection.execute("PRAGMA user_version")
        if version > _VERSION:
            connection.close()
            reason = f"its format has version {version}, and this toolgen reads versions up to {_VERSION}"
            raise HistoryError(f"{path}: {reason}: install a newer toolgen")
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.executescript(_TABLE)
    except sqlite3.Error as error:
        connection.close()
        raise _unusable(path, error) from error
    return connection


def _use_wal(connection: sqlite3.Connection) -> None:
    """Let a file be written to while it is read. SQLite does not wait for other processes that do this at once."""
    end = monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
            sleep(0.01)
        else:
            return


def _unusable(path: str | Path, error: sqlite3.Error) -> HistoryError:
    return HistoryError(f"{path}: it cannot be used as a history of calls: {error}")


def _record(
    id: str,
    name: str,
    arguments: str,
    status: Status,
    created: float,
    value: str | None,
    error: str | None,
    finished: float | None,
) -> CallRecord:
    result, fault = (None if text is None else json.loads(text) for text in (value, error))
    return CallRecord(id, name, json.loads(arguments), status, created, result, fault, finished)


def _text(text: str) -> str:
    """`text` without lone surrogates, which a model may send and SQLite does not take."""
    return text.encode(errors="backslashreplace").decode()


def _taken(id: str) -> ValueError:
    return ValueError(f"there is already a call with the id {id!r}")
