"""The file: its tables, and what is told of one that cannot be used."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant import store
from assistant.__main__ import main
from assistant.scheduling import tasks
from assistant.scheduling.manager import TaskManager
from assistant.scheduling.tasks import ScheduledTask, TaskType

COLUMNS = [
    ("id", "TEXT", 0, None, 1),
    ("task_type", "TEXT", 1, None, 0),
    ("description", "TEXT", 1, None, 0),
    ("schedule_type", "TEXT", 1, None, 0),
    ("schedule_data", "TEXT", 1, None, 0),
    ("execution_data", "TEXT", 0, None, 0),
    ("enabled", "BOOLEAN", 0, "1", 0),
    ("created_at", "DATETIME", 0, "CURRENT_TIMESTAMP", 0),
    ("last_run", "DATETIME", 0, None, 0),
    ("next_run", "DATETIME", 1, None, 0),
]
"""Name, type, whether it must be there, default, whether it is the key."""


def test_tasks_have_the_columns_of_the_design_and_its_index() -> None:
    with store.connect() as connection:
        found = [tuple(row)[1:] for row in connection.execute("PRAGMA table_info(scheduled_tasks)")]
        (index,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'idx_tasks_next_run'").fetchone()
    assert found[: len(COLUMNS)] == COLUMNS
    assert index.endswith("ON scheduled_tasks (next_run) WHERE enabled = 1")


def test_the_index_is_used_to_find_what_is_due() -> None:
    with store.connect() as connection:
        plan = connection.execute(
            "EXPLAIN QUERY PLAN SELECT id FROM scheduled_tasks WHERE enabled = 1 AND next_run <= 'x' ORDER BY next_run"
        )
        assert "idx_tasks_next_run" in " ".join(row["detail"] for row in plan)


def test_a_row_with_these_columns_alone_is_a_task_that_runs() -> None:
    statement = """
        INSERT INTO scheduled_tasks (id, task_type, description, schedule_type, schedule_data, next_run)
        VALUES ('7', 'reminder', 'stretch', 'recurring', '{"cron": "0 9 * * *"}', ?)
    """
    nine = datetime(2026, 3, 2, 9, tzinfo=UTC)
    with store.connect() as connection:
        connection.execute(statement, (store.to_text(nine),))
    told: list[str] = []

    async def run(task: ScheduledTask) -> str:
        return task.description

    async def deliver(owner: str, text: str) -> None:
        told.append(f"{owner}: {text}")

    asyncio.run(TaskManager("terminal", {TaskType.REMINDER: run}, deliver, now=lambda: nine).run_due())
    assert told == ["terminal: stretch"]
    (task,) = tasks.select("open", None, 5)
    assert (task.next_run, task.created.tzinfo) == (datetime(2026, 3, 3, 9, tzinfo=UTC), UTC)


@pytest.mark.parametrize("arguments", [["--script"], ["stats"], ["web"], ["telegram"]])
@pytest.mark.parametrize("name", ["store.sqlite3", "calls.sqlite3"])
def test_a_file_that_is_no_store_is_told_at_once(
    arguments: list[str], name: str, store_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store_file.parent.mkdir()
    broken = store_file.with_name(name)
    broken.write_bytes(b"no database " * 100)
    assert main(arguments) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"error: {broken}")
    assert told.count("\n") == 1
    assert broken.read_bytes() == b"no database " * 100


def test_a_folder_that_cannot_be_made_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "file" / "store.sqlite3"))
    with pytest.raises(store.StoreError, match="cannot be used"):
        store.check()


def test_processes_that_begin_at_once_make_one_store(store_file: Path) -> None:
    code = "import sys; from assistant import store; sys.stdin.readline(); store.check(); print(store.path())"
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code]
    started = [subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(4)]
    for process in started:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    for process in started:
        out, error = process.communicate()
        assert (out.strip(), error) == (str(store_file), "")


def test_what_is_written_is_written_whole_or_not_at_all(store_file: Path) -> None:
    with pytest.raises(ZeroDivisionError), store.connect() as connection:
        connection.execute("INSERT INTO notes (title, text, tags, saved) VALUES ('a', 'b', '[]', 'c')")
        _ = 1 / 0
    with store.connect() as connection, closing(connection.execute("SELECT count(*) FROM notes")) as found:
        assert found.fetchone()[0] == 0
