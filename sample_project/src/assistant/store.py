"""The SQLite file that tasks and notes live in."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

VARIABLE = "ASSISTANT_STORE"
"""The environment variable that says where the file is."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tasks (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    due TEXT,
    priority TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open',
    created TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS tasks_by_due ON tasks (status, due);
CREATE VIRTUAL TABLE IF NOT EXISTS notes USING fts5 (
    title, text, tags, saved UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2'
);
"""


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
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.row_factory = sqlite3.Row
        connection.executescript(_SCHEMA)
        yield connection


def now() -> str:
    """The present moment in the form of `to_text`."""
    return to_text(datetime.now(UTC))


def to_text(moment: datetime) -> str:
    """`moment` in UTC to the second, so that texts sort as times do. Without an offset it is local time."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def from_text(text: str) -> datetime:
    """The moment in UTC that `to_text` wrote."""
    return datetime.fromisoformat(text)
