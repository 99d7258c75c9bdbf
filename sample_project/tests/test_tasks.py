from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from assistant.models import Priority
from assistant.scheduling.tasks import TaskType
from assistant.tools.tasks import add_recurring_task, add_reminder, cancel_task, list_tasks

NINE = datetime(2026, 3, 2, 9, tzinfo=timezone(timedelta(hours=1)))


def test_an_empty_store_has_no_tasks() -> None:
    assert list_tasks() == []


def test_a_reminder_needs_only_a_text_and_comes_the_next_morning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSISTANT_TIMEZONE", "Asia/Tokyo")
    task = add_reminder("Water the plants")
    assert (task.text, task.priority, task.status) == ("Water the plants", Priority.NORMAL, "open")
    assert (task.due.hour, task.due.minute) == (0, 0)  # nine in Tokyo
    assert timedelta(0) < task.due - datetime.now(UTC) <= timedelta(days=1)
    assert list_tasks() == [task]


def test_a_delay_counts_from_now() -> None:
    before, due, after = datetime.now(UTC), add_reminder("Check the oven", delay="10m").due, datetime.now(UTC)
    assert before.replace(microsecond=0) <= due - timedelta(minutes=10) <= after


def test_a_time_and_a_delay_are_too_much() -> None:
    with pytest.raises(ValueError, match="not by both"):
        add_reminder("Check the oven", due=NINE, delay="10m")


def test_a_recurring_task_has_a_schedule_and_its_next_time() -> None:
    task = add_recurring_task("monday 10am", TaskType.REMINDER, "Bins", timezone="Europe/Berlin")
    assert task.schedule == "monday 10:00 (Europe/Berlin)"
    assert f"{task.due.astimezone(ZoneInfo('Europe/Berlin')):%A %H:%M}" == "Monday 10:00"


@pytest.mark.parametrize(
    ("type", "needed"),
    [(TaskType.AGENT_TASK, "prompt"), (TaskType.API_CALL, "url"), (TaskType.WEB_SEARCH, "query")],
)
def test_a_task_needs_the_data_of_its_type(type: TaskType, needed: str) -> None:
    with pytest.raises(ValueError, match=needed):
        add_recurring_task("daily 9am", type, "it", {"limit": 3})


def test_a_reminder_keeps_the_moment_and_not_the_offset() -> None:
    task = add_reminder("Call the dentist", NINE, Priority.HIGH)
    assert (task.due, task.priority) == (datetime(2026, 3, 2, 8, tzinfo=UTC), Priority.HIGH)


def test_a_time_without_an_offset_is_local() -> None:
    local = datetime(2026, 3, 2, 9)
    assert add_reminder("Call the dentist", local).due == local.astimezone()


def test_tasks_are_listed_in_the_order_in_which_they_are_due() -> None:
    for text, due in [("last", NINE + timedelta(days=1)), ("later", NINE + timedelta(hours=1)), ("sooner", NINE)]:
        add_reminder(text, due)
    assert [task.text for task in list_tasks()] == ["sooner", "later", "last"]
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
