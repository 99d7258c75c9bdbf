from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from assistant.models import Priority
from assistant.tools.tasks import add_reminder, cancel_task, list_tasks

NINE = datetime(2026, 3, 2, 9, tzinfo=timezone(timedelta(hours=1)))


def test_an_empty_store_has_no_tasks() -> None:
    assert list_tasks() == []


def test_a_reminder_needs_only_a_text() -> None:
    task = add_reminder("Water the plants")
    assert (task.text, task.due, task.priority, task.status) == ("Water the plants", None, Priority.NORMAL, "open")
    assert list_tasks() == [task]


def test_a_reminder_keeps_the_moment_and_not_the_offset() -> None:
    task = add_reminder("Call the dentist", NINE, Priority.HIGH)
    assert (task.due, task.priority) == (datetime(2026, 3, 2, 8, tzinfo=UTC), Priority.HIGH)


def test_a_time_without_an_offset_is_local() -> None:
    local = datetime(2026, 3, 2, 9)
    assert add_reminder("Call the dentist", local).due == local.astimezone()


def test_tasks_are_listed_by_reminder_and_those_without_come_last() -> None:
    texts = [("no date", None), ("later", NINE + timedelta(hours=1)), ("sooner", NINE)]
    for text, due in texts:
        add_reminder(text, due)
    assert [task.text for task in list_tasks()] == ["sooner", "later", "no date"]
    assert [task.text for task in list_tasks(limit=1)] == ["sooner"]
    assert [task.text for task in list_tasks(due_before=NINE + timedelta(minutes=1))] == ["sooner"]


def test_a_cancelled_task_is_no_longer_open() -> None:
    kept, cancelled = add_reminder("keep"), add_reminder("drop")
    assert cancel_task(cancelled.id).status == "cancelled"
    assert cancel_task(cancelled.id).status == "cancelled"
    assert [task.id for task in list_tasks()] == [kept.id]
    assert [task.id for task in list_tasks("cancelled")] == [cancelled.id]
    assert [task.id for task in list_tasks("all")] == [kept.id, cancelled.id]


def test_cancelling_an_unknown_task_says_where_the_numbers_are() -> None:
    with pytest.raises(LookupError, match="list_tasks"):
        cancel_task(7)


def test_tasks_outlive_the_process_in_the_file_that_the_environment_names(store_file: Path) -> None:
    assert not store_file.exists()
    add_reminder("Water the plants")
    assert store_file.read_bytes().startswith(b"SQLite format 3\0")
