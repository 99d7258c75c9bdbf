"""Tasks that are done later: reminders, and what is done again and again."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import Literal

from toolgen import Injected, tool

from assistant.models import ExecutionData, Priority, Task
from assistant.scheduling import schedule as schedules
from assistant.scheduling import tasks
from assistant.scheduling.tasks import NewTask, ScheduledTask, TaskType

TOMORROW = "daily 9am"
"""When a reminder is given that no time is said for."""


@tool(
    category="tasks",
    tags=["reminders"],
    risk_level="low",
    params={"delay": {"pattern": schedules.DELAY}},
    examples=[
        {"text": "Call the dentist", "due": "2026-03-02T09:00:00+01:00", "priority": "high"},
        {"text": "Water the plants"},
        {"text": "Check the oven", "delay": "10m"},
    ],
)
def add_reminder(
    text: str,
    due: datetime | None = None,
    priority: Priority = Priority.NORMAL,
    delay: str | None = None,
    conversation: Injected[str] = "terminal",
) -> Task:
    """Remember something that the user wants to do, and when to remind them of it.

    Work out times such as "tomorrow morning" first; get_current_time tells what to count from. "In ten minutes" is a
    delay.

    Args:
        text: What is to be done, in the words of the user.
        due: When to remind. Without an offset it is local time. Without a time or a delay it is the next morning.
        priority: How much it matters.
        delay: How long from now: a number and s, m, h or d.

    Returns:
        The task, with the number that other tools know it by.

    Raises:
        ValueError: Both a time and a delay are given.
    """
    if due and delay:
        raise ValueError("say when to remind by due or by delay, not by both")
    now = datetime.now(UTC)
    moment = due or (now + schedules.delay(delay) if delay else schedules.recurring(TOMORROW, _timezone()).after(now))
    data = {"priority": priority.value}
    return _shown(tasks.add(NewTask(TaskType.REMINDER, text, moment, data=data, owner=conversation)))


@tool(
    category="tasks",
    risk_level="high",  # nobody is there to be asked when the time has come
    requires_approval=True,
    examples=[
        {
            "schedule": "weekdays 9am",
            "task_type": "web_search",
            "description": "The top three US news",
            "execution_data": {"query": "US top news", "limit": 3, "summarize": True},
        },
        {
            "schedule": "daily 1am",
            "task_type": "api_call",
            "description": "Turn off the lights",
            "execution_data": {"url": "http://home.lan/lights/off", "method": "POST"},
        },
    ],
)
def add_recurring_task(
    schedule: str,
    task_type: TaskType,
    description: str,
    execution_data: ExecutionData | None = None,
    timezone: str | None = None,
    conversation: Injected[str] = "terminal",
) -> Task:
    """Do something again and again: remind, work on a request, make an HTTP request, or search the web.

    Args:
        schedule: "daily 9am", "weekdays 6pm", "monday 10am", or a cron expression such as "*/15 * * * *".
        task_type: What is done each time.
        description: What it is for, in the words of the user. A reminder says this.
        execution_data: An agent_task needs prompt, an api_call url, a web_search query.
        timezone: IANA name of the zone of the schedule; without one it is the user's.

    Raises:
        ValueError: The schedule says no time, or the data lack what this type needs.
    """
    data = execution_data or {}
    if (needed := _NEEDED.get(task_type)) and not data.get(needed):
        raise ValueError(f"a task of type {task_type.value} needs {needed!r} in execution_data")
    recurring = schedules.recurring(schedule, timezone or _timezone())
    next_run = recurring.after(datetime.now(UTC))
    return _shown(tasks.add(NewTask(task_type, description, next_run, recurring, dict(data), conversation)))


@tool(
    category="tasks",
    params={"limit": {"type": "integer", "minimum": 1, "maximum": 50}},
    annotations={"read_only": True, "open_world": False},
)
def list_tasks(
    status: Literal["open", "done", "failed", "cancelled", "all"] = "open",
    due_before: datetime | None = None,
    limit: int = 20,
) -> list[Task]:
    """List tasks in the order in which they are due.

    Args:
        status: Which tasks to list.
        due_before: List only tasks that are due before this time.
        limit: How many tasks to list at most.
    """
    return [_shown(task) for task in tasks.select(status, due_before, limit)]


@tool(
    category="tasks",
    risk_level="medium",
    requires_approval=True,
    annotations={"destructive": True, "idempotent": True, "open_world": False},
)
def cancel_task(task_id: int) -> Task:
    """Cancel a task, so that it is no longer open and is not done again.

    Args:
        task_id: Number of the task, as list_tasks shows it.

    Raises:
        LookupError: There is no task with this number.
    """
    task = tasks.cancel(str(task_id))
    if task is None:
        raise LookupError(f"there is no task {task_id}; list_tasks shows the numbers")
    return _shown(task)


_NEEDED = {TaskType.AGENT_TASK: "prompt", TaskType.API_CALL: "url", TaskType.WEB_SEARCH: "query"}


def _timezone() -> str:
    """The zone that times of day are said in."""
    return os.environ.get("ASSISTANT_TIMEZONE") or "UTC"


def _shown(task: ScheduledTask) -> Task:
    return Task(
        id=int(task.id),
        text=task.description,
        type=task.type,
        due=task.next_run,
        schedule=str(task.recurring) if task.recurring else None,
        priority=Priority(task.data.get("priority", Priority.NORMAL)),
        status=task.status,
        error=task.error,
        created=task.created,
    )
