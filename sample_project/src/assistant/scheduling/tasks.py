"""The tasks in the store: what is to be done, when, and for whom. No two processes run one of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Literal

from assistant import store
from assistant.scheduling.schedule import Recurring

ATTEMPTS = 3
"""How often a task is tried before it counts as failed."""
BACKOFF = timedelta(seconds=30)
"""How long after the first failure it is tried again; after each other it is twice as long."""
LEASE = timedelta(minutes=10)
"""How long a run may take. One that has not ended by then was broken off, and is not begun again: it may have run."""

_OWNED = "(owner = :interface OR owner LIKE :interface || ':%')"
"""A condition in SQL: the task is one of the conversations of an interface."""

Status = Literal["open", "done", "failed", "cancelled"]


class TaskType(Enum):
    """What is done when the time has come."""

    REMINDER = "reminder"
    """The user is told the description."""
    AGENT_TASK = "agent_task"
    """The assistant works on `prompt`, and the user is told its answer."""
    API_CALL = "api_call"
    """An HTTP request is made."""
    WEB_SEARCH = "web_search"
    """The web is searched for `query`, and the user is told what is found."""


@dataclass(frozen=True)
class NewTask:
    """A task that is to be put into the store. `owner` is the conversation that hears of it: an interface, or
    one of its conversations, such as `telegram:7`."""

    type: TaskType
    description: str
    next_run: datetime
    recurring: Recurring | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    owner: str = "terminal"


@dataclass(frozen=True)
class ScheduledTask:
    """A row of `scheduled_tasks`. `next_run` of a task that is over is when it ran last, or would have."""

    id: str
    type: TaskType
    description: str
    recurring: Recurring | None
    data: Mapping[str, Any]
    owner: str
    status: Status
    created: datetime
    last_run: datetime | None
    next_run: datetime
    attempts: int
    error: str | None
    claimed_until: datetime | None


def add(task: NewTask) -> ScheduledTask:
    """Put `task` into the store. Its id is a number, one more than there are tasks: it is said to a person."""
    statement = """
        INSERT INTO scheduled_tasks
            (id, task_type, description, schedule_type, schedule_data, execution_data, owner, created_at, next_run)
        SELECT CAST(coalesce(max(CAST(id AS INTEGER)), 0) + 1 AS TEXT), ?, ?, ?, ?, ?, ?, ?, ? FROM scheduled_tasks
        RETURNING *
    """
    kind = "recurring" if task.recurring else "once"
    schedule = task.recurring.to_json() if task.recurring else {"at": store.to_text(task.next_run)}
    values = (
        *(task.type.value, task.description, kind, json.dumps(schedule), json.dumps(dict(task.data)), task.owner),
        *(store.now(), store.to_text(task.next_run)),
    )
    with store.connect() as connection:
        return _task(connection.execute(statement, values).fetchone())


def find(task_id: str) -> ScheduledTask | None:
    """The task of this id."""
    with store.connect() as connection:
        row = connection.execute("SELECT * FROM scheduled_tasks WHERE id = ?", (task_id,)).fetchone()
        return row and _task(row)


def select(status: Status | Literal["all"], before: datetime | None, limit: int) -> list[ScheduledTask]:
    """Tasks in the order of their next runs, those of one `status` that run before a time."""
    query = """
        SELECT * FROM scheduled_tasks
        WHERE (:status = 'all' OR status = :status) AND (:before IS NULL OR next_run < :before)
        ORDER BY next_run, CAST(id AS INTEGER) LIMIT :limit
    """
    values = {"status": status, "before": store.to_text(before) if before else None, "limit": limit}
    with store.connect() as connection:
        return [_task(row) for row in connection.execute(query, values)]


def cancel(task_id: str) -> ScheduledTask | None:
    """End the task of this id, if it is open; what runs now is not stopped."""
    with store.connect() as connection:
        statement = "UPDATE scheduled_tasks SET enabled = 0, status = 'cancelled' WHERE id = ? AND status = 'open'"
        connection.execute(statement, (task_id,))
    return find(task_id)


def next_due(interface: str) -> datetime | None:
    """When the next task of an interface is due that nobody runs."""
    query = f"SELECT min(next_run) AS due FROM scheduled_tasks WHERE enabled AND claimed_until IS NULL AND {_OWNED}"  # noqa: S608
    with store.connect() as connection:
        due = connection.execute(query, {"interface": interface}).fetchone()["due"]
        return store.from_text(due) if due else None


def claim(now: datetime, interface: str) -> ScheduledTask | None:
    """Take one task of an interface that is due: no other process gets it, until it is said here what came of it."""
    return _claim("claimed_until IS NULL AND next_run <= :now", now, interface)


def claim_broken_off(now: datetime, interface: str) -> ScheduledTask | None:
    """Take one task whose run has not ended in its time: its process is gone."""
    return _claim("claimed_until <= :now", now, interface)


def _claim(condition: str, now: datetime, interface: str) -> ScheduledTask | None:
    """The first open task that a condition in SQL holds for, claimed in one statement."""
    statement = f"""
        UPDATE scheduled_tasks SET claimed_until = :until WHERE id = (
            SELECT id FROM scheduled_tasks WHERE enabled AND {condition} AND {_OWNED}
            ORDER BY next_run, CAST(id AS INTEGER) LIMIT 1
        ) RETURNING *
    """  # noqa: S608 -- the conditions are those above
    values = {"now": store.to_text(now), "until": store.to_text(now + LEASE), "interface": interface}
    with store.connect() as connection:
        rows = connection.execute(statement, values).fetchall()
        return _task(rows[0]) if rows else None


def succeeded(task: ScheduledTask, now: datetime) -> None:
    """`task` ran: the next time is that of its schedule, and it is done where it has none."""
    _go_on(task, now, "done", None)


def skipped(task: ScheduledTask, now: datetime) -> None:
    """`task` was missed, and is not made up for."""
    _go_on(task, now, "failed", "missed")


def broken_off(task: ScheduledTask, now: datetime) -> None:
    """The process that ran `task` is gone. Whether it did what it should is not known: it is not done again."""
    _go_on(task, now, "failed", "broken off: it may have run")


def failed(task: ScheduledTask, now: datetime, error: str) -> bool:
    """`task` ended with an error: it is tried again later. False where that was the last time for this run."""
    attempts = task.attempts + 1
    if attempts >= ATTEMPTS:
        _go_on(task, now, "failed", error)
        return False
    statement = """
        UPDATE scheduled_tasks SET claimed_until = NULL, attempts = ?, last_error = ?, last_run = ?, next_run = ?
        WHERE id = ? AND claimed_until = ?
    """
    again = now + BACKOFF * 2 ** (attempts - 1)
    with store.connect() as connection:
        times = store.to_text(now), store.to_text(again)
        connection.execute(statement, (attempts, error, *times, task.id, _claimed(task)))
    return True


def _go_on(task: ScheduledTask, now: datetime, status: Status, error: str | None) -> None:
    """Set the next run of a recurring task; the `status` of one that runs once is its last.

    Nothing is set where the run took so long that it counted as broken off: the task is another's by then. A clock that
    was put back does not bring a time again.
    """
    statement = """
        UPDATE scheduled_tasks SET claimed_until = NULL, attempts = 0, last_error = ?, last_run = ?, next_run = ?,
            enabled = enabled AND ?, status = CASE WHEN status = 'open' THEN ? ELSE status END
        WHERE id = ? AND claimed_until = ?
    """
    following = task.recurring.after(max(now, task.next_run)) if task.recurring else task.next_run
    goes_on = task.recurring is not None
    with store.connect() as connection:
        times = store.to_text(now), store.to_text(following)
        ends = "open" if goes_on else status
        connection.execute(statement, (error, *times, goes_on, ends, task.id, _claimed(task)))


def _claimed(task: ScheduledTask) -> str | None:
    return store.to_text(task.claimed_until) if task.claimed_until else None


def _task(row: sqlite3.Row) -> ScheduledTask:
    schedule = json.loads(row["schedule_data"])
    return ScheduledTask(
        id=row["id"],
        type=TaskType(row["task_type"]),
        description=row["description"],
        recurring=Recurring.from_json(schedule) if row["schedule_type"] == "recurring" else None,
        data=json.loads(row["execution_data"] or "{}"),
        owner=row["owner"],
        status=row["status"],
        created=store.from_text(row["created_at"]),
        last_run=store.from_text(row["last_run"]) if row["last_run"] else None,
        next_run=store.from_text(row["next_run"]),
        attempts=row["attempts"],
        error=row["last_error"],
        claimed_until=store.from_text(row["claimed_until"]) if row["claimed_until"] else None,
    )
