"""Tasks and their reminders."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Literal

from toolgen import tool

from assistant import store
from assistant.models import Priority, Task


@tool(
    category="tasks",
    tags=["reminders"],
    risk_level="low",
    examples=[
        {"text": "Call the dentist", "due": "2026-03-02T09:00:00+01:00", "priority": "high"},
        {"text": "Water the plants"},
    ],
)
def add_reminder(text: str, due: datetime | None = None, priority: Priority = Priority.NORMAL) -> Task:
    """Remember something that the user wants to do, and when to remind them of it.

    Work out relative times such as "tomorrow morning" first; get_current_time tells what to count from.

    Args:
        text: What is to be done, in the words of the user.
        due: When to remind. Without an offset it is local time; without a time the task has no reminder.
        priority: How much it matters.

    Returns:
        The task, with the number that other tools know it by.
    """
    row = (text, store.to_text(due) if due else None, priority.value, store.now())
    with store.connect() as connection:
        cursor = connection.execute("INSERT INTO tasks (text, due, priority, created) VALUES (?, ?, ?, ?)", row)
        return _find(connection, cursor.lastrowid or 0)


@tool(
    category="tasks",
    params={"limit": {"type": "integer", "minimum": 1, "maximum": 50}},
    annotations={"read_only": True, "open_world": False},
)
def list_tasks(
    status: Literal["open", "cancelled", "all"] = "open",
    due_before: datetime | None = None,
    limit: int = 20,
) -> list[Task]:
    """List tasks: those with a reminder first, the earliest before the others.

    Args:
        status: Which tasks to list.
        due_before: List only tasks with a reminder before this time.
        limit: How many tasks to list at most.
    """
    query = """
        SELECT * FROM tasks
        WHERE (:status = 'all' OR status = :status) AND (:before IS NULL OR due < :before)
        ORDER BY due IS NULL, due, id LIMIT :limit
    """
    values = {"status": status, "before": store.to_text(due_before) if due_before else None, "limit": limit}
    with store.connect() as connection:
        return [_task(row) for row in connection.execute(query, values)]


@tool(
    category="tasks",
    risk_level="medium",
    requires_approval=True,
    annotations={"destructive": True, "idempotent": True, "open_world": False},
)
def cancel_task(task_id: int) -> Task:
    """Cancel a task, so that it is no longer open and its reminder is not given.

    Args:
        task_id: Number of the task, as list_tasks shows it.

    Raises:
        LookupError: There is no task with this number.
    """
    with store.connect() as connection:
        connection.execute("UPDATE tasks SET status = 'cancelled' WHERE id = ?", (task_id,))
        return _find(connection, task_id)


def _find(connection: sqlite3.Connection, task_id: int) -> Task:
    row = connection.execute("SELECT * FROM tasks WHERE id = ?", (task_id,)).fetchone()
    if row is None:
        raise LookupError(f"there is no task {task_id}; list_tasks shows the numbers")
    return _task(row)


def _task(row: sqlite3.Row) -> Task:
    return Task(
        id=row["id"],
        text=row["text"],
        due=store.from_text(row["due"]) if row["due"] else None,
        priority=Priority(row["priority"]),
        status=row["status"],
        created=store.from_text(row["created"]),
    )
