"""The SQLite file that tasks, notes and conversations live in."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

VARIABLE = "ASSISTANT_STORE"
"""The environment variable that says where the file is."""

TIMEOUT = 5.0
"""How many seconds another process may keep the file."""
_WORDS = "tokenize = 'porter unicode61 remove_diacritics 2'"
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS scheduled_tasks (
    id TEXT PRIMARY KEY,
    task_type TEXT NOT NULL,
    description TEXT NOT NULL,
    schedule_type TEXT NOT NULL,
    schedule_data TEXT NOT NULL,
    execution_data TEXT,
    enabled BOOLEAN DEFAULT 1,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP,
    last_run DATETIME,
    next_run DATETIME NOT NULL,
    owner TEXT NOT NULL DEFAULT 'terminal',
    status TEXT NOT NULL DEFAULT 'open',
    claimed_until DATETIME,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT
);
CREATE INDEX IF NOT EXISTS idx_tasks_next_run ON scheduled_tasks (next_run) WHERE enabled = 1;
CREATE VIRTUAL TABLE IF NOT EXISTS notes USING fts5 (title, text, tags, saved UNINDEXED, {_WORDS});
CREATE VIRTUAL TABLE IF NOT EXISTS conversations USING fts5 (
    asked, answered, conversation UNINDEXED, saved UNINDEXED, {_WORDS}
);
"""


class StoreError(Exception):
    """A file that cannot be used, said in a sentence."""


def path() -> Path:
    """The file that `ASSISTANT_STORE` names, or `assistant/assistant.sqlite3` in the user's data folder."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen).expanduser()
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "assistant" / "assistant.sqlite3"


@contextmanager
def connect() -> Iterator[sqlite3.Connection]:
    """One transaction on the store: committed at the end, rolled back on an exception, closed after either."""
    file = path()
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file, timeout=TIMEOUT)) as connection, connection:
        connection.row_factory = sqlite3.Row
        connection.executescript(_SCHEMA)
        yield connection


def check() -> None:
    """Raises StoreError where the file cannot be used, for whoever would only find out when a task is due."""
    try:
        with connect():
            pass
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{path()} cannot be used: {error}") from None


def now() -> str:
    """The present moment in the form of `to_text`."""
    return to_text(datetime.now(UTC))


def to_text(moment: datetime) -> str:
    """`moment` in UTC to the second, so that texts sort as times do. Without an offset it is local time."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def from_text(text: str) -> datetime:
    """The moment in UTC that `to_text` wrote, or SQLite, which writes no offset."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
