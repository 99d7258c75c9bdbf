"""What calls were made, and what came of them: in memory, or in a file of SQLite.

A call is written down before it is made, so that after a crash one can see which were under way.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from time import monotonic, sleep, time
from typing import Any, Literal, Protocol, TypeAlias, get_args
from weakref import finalize

from toolgen.model.json_values import Json
from toolgen.runtime.calls import CallResult
from toolgen.runtime.encoding import lossy, lossy_dumps

Status: TypeAlias = Literal["pending", "running", "finished"]


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A call and what is known of it. Times are in seconds since the epoch; `value` is JSON.

    A `pending` call waits for approval. `arguments` is JSON text as a model sent it, or an object. `digest` is that of
    the tool, as it was when approval was asked for. `seconds` are those that the call itself took, without those that a
    person took to approve it; None until it has finished.
    """

    id: str
    name: str
    arguments: Json
    status: Status
    created: float
    value: Json = None
    error: Mapping[str, Json] | None = None
    finished: float | None = None
    digest: str = ""
    seconds: float | None = None


class History(Protocol):
    """Where an executor writes calls down. Ids are those of calls."""

    def add(self, id: str, name: str, arguments: Json, status: Status, digest: str = "") -> CallRecord:
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

    def add(self, id: str, name: str, arguments: Json, status: Status, digest: str = "") -> CallRecord:
        if id in self._records:
            raise _taken(id)
        record = self._records[id] = CallRecord(id, name, arguments, status, time(), digest=digest)
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
        changes["seconds"] = result.seconds
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
    """A file cannot be used as a history: it is none, of a newer format, damaged or locked. The message says which."""


_PATIENCE = 30.0
"""How many seconds to wait for other processes that write to the file."""
_VERSION = 3
_TABLE = f"""
CREATE TABLE IF NOT EXISTS calls (
    position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, arguments TEXT NOT NULL,
    status TEXT NOT NULL, created REAL NOT NULL, value TEXT, error TEXT, finished REAL, digest TEXT NOT NULL DEFAULT '',
    seconds REAL
);
CREATE INDEX IF NOT EXISTS calls_by_status ON calls (status);
PRAGMA user_version = {_VERSION};
"""
_COLUMNS = "id, name, arguments, status, created, value, error, finished, digest, seconds"
_UPGRADES = {
    1: "ALTER TABLE calls ADD COLUMN digest TEXT NOT NULL DEFAULT ''",
    2: "ALTER TABLE calls ADD COLUMN seconds REAL",
}
"""What makes a file of each version one of the next."""


class SQLiteHistory:
    """The calls of all processes that use the file at `path`, also after they ended. May be used from any thread.

    A pending call can be approved in another process than the one that asked; only one of several gets it. The file is
    for its owner alone (0600). Raises HistoryError for what is no such file, one of a newer format, or one that is
    damaged or locked; so do its methods.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._connection = _opened(path)
        self._close = finalize(self, self._connection.close)
        self._lock = Lock()

    def close(self) -> None:
        """Close the file, as happens when nobody has the history any more; it cannot be used after that."""
        with self._lock:
            self._close()

    def add(self, id: str, name: str, arguments: Json, status: Status, digest: str = "") -> CallRecord:
        record = CallRecord(id, name, arguments, status, time(), digest=digest)
        row = (id, str(name), lossy_dumps(arguments), status, record.created, digest)
        columns = "id, name, arguments, status, created, digest"
        taken = f"INSERT INTO calls ({columns}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"  # noqa: S608
        if not self._run(taken, *row)[1]:
            raise _taken(id)
        return record

    def claim(self, id: str) -> CallRecord | None:
        taken = "UPDATE calls SET status = 'running' WHERE id = ? AND status = 'pending'"
        return self.get(id) if self._run(taken, id)[1] else None

    def finish(self, result: CallResult) -> None:
        outcome = (
            lossy_dumps(result.value),
            None if result.error is None else lossy_dumps(result.error),
            time(),
            result.seconds,
            result.id,
        )
        changed = "status = 'finished', value = ?, error = ?, finished = ?, seconds = ?"
        self._run(f"UPDATE calls SET {changed} WHERE id = ?", *outcome)  # noqa: S608 - our own names

    def get(self, id: str) -> CallRecord | None:
        rows, _ = self._run(f"SELECT {_COLUMNS} FROM calls WHERE id = ?", id)  # noqa: S608 - our own names
        return self._record(*rows[0]) if rows else None

    def records(self, status: Status | None = None) -> list[CallRecord]:
        query = f"SELECT {_COLUMNS} FROM calls WHERE ? IS NULL OR status = ? ORDER BY position"  # noqa: S608
        return [self._record(*row) for row in self._run(query, status, status)[0]]

    def _record(self, id: str, *fields: Any) -> CallRecord:
        """A row as a record. Raises HistoryError where it is not one that a history wrote."""
        try:
            return _record(id, *fields)
        except (TypeError, ValueError, RecursionError) as error:
            raise HistoryError(f"{self._path}: what it says of the call {id!r} cannot be read: {error}") from error

    def _run(self, statement: str, *values: object) -> tuple[list[tuple[Any, ...]], int]:
        """The rows that a statement returns, and how many it changed. Raises HistoryError."""
        try:
            with self._lock:
                cursor = self._connection.execute(statement, [_text(one) for one in values])
                return cursor.fetchall(), cursor.rowcount
        except (sqlite3.Error, ValueError, OverflowError) as error:  # such as text that is no UTF-8
            raise _unusable(self._path, error) from error


def _opened(path: str | Path) -> sqlite3.Connection:
    """A file as a history, for its owner alone: arguments and results may be secret. Raises HistoryError."""
    try:
        _make_private(path, create=True)
        # One connection for all threads, which take turns: SQLite's own module is built to be used like this
        # (sqlite3.threadsafety), and in WAL mode no commit waits for the disk.
        connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    except (sqlite3.Error, ValueError) as error:
        raise _unusable(path, error) from error
    try:
        ((version,),) = connection.execute("PRAGMA user_version")
        if version > _VERSION:
            connection.close()
            reason = f"its format has version {version}, and this toolgen reads versions up to {_VERSION}"
            raise HistoryError(f"{path}: {reason}: install a newer toolgen")
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        for upgrade in (_UPGRADES[one] for one in range(version or _VERSION, _VERSION)):
            with suppress(sqlite3.OperationalError):  # of another process, which was faster
                connection.execute(upgrade)
        connection.executescript(_TABLE)
        connection.execute(f"SELECT position, {_COLUMNS} FROM calls LIMIT 0")  # noqa: S608 - our own names
        _make_private(path)
    except (sqlite3.Error, UnicodeDecodeError) as error:  # of a schema whose text is no UTF-8
        connection.close()
        raise _unusable(path, error) from error
    return connection


def _make_private(path: str | Path, *, create: bool = False) -> None:
    """Let nobody else read the file and those that SQLite has beside it, which get the mode that it has."""
    if str(path) in ("", ":memory:"):
        return
    with suppress(OSError):  # SQLite will say it, or somebody else is the owner
        if create:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            return
        for beside in ("", "-wal", "-shm"):
            Path(f"{os.path.realpath(path)}{beside}").chmod(0o600)


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


def _unusable(path: str | Path, error: Exception) -> HistoryError:
    return HistoryError(f"{path}: it cannot be used as a history of calls: {error}")


_TYPES = (str, str, str, str, float, str | None, str | None, float | None, str, float | None)
"""What the columns of a call hold, of which SQLite takes anything."""


def _record(*row: Any) -> CallRecord:
    """Raises TypeError or ValueError for what no history wrote."""
    if not all(map(isinstance, row, _TYPES)) or row[3] not in get_args(Status):
        raise TypeError("a column holds something else than a history writes")
    id, name, arguments, status, created, value, error, finished, digest, seconds = row
    result, fault = (None if text is None else json.loads(text) for text in (value, error))
    if not isinstance(fault, dict | None):
        raise TypeError("the error is no object")
    return CallRecord(id, name, json.loads(arguments), status, created, result, fault, finished, digest, seconds)


def _text(value: object) -> object:
    """`value` without lone surrogates, which a model may send and SQLite does not take."""
    return value.encode(errors="backslashreplace").decode() if isinstance(value, str) else value


def _taken(id: str) -> ValueError:
    return ValueError(f"there is already a call with the id {id!r}")
