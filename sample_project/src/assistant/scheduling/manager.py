"""Runs tasks when they are due, one run for each time, and tells the conversation that asked for them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import TypeAlias, TypeVar

from assistant.scheduling import tasks
from assistant.scheduling.tasks import ScheduledTask, TaskType

Run: TypeAlias = Callable[[ScheduledTask], Awaitable[str]]
"""Does what a task is for, and says what came of it."""
Deliver: TypeAlias = Callable[[str, str], Awaitable[None]]
"""Tells a conversation a text."""

GRACE = timedelta(minutes=5)
"""How late a run may begin and still be in time."""
POLL = 5.0
"""How many seconds pass at most until a task that another process added is seen."""


T = TypeVar("T")


class Missed(Enum):
    """What becomes of runs that were missed while nothing ran here."""

    RUN_ONCE = "run once"
    """However many there were, one is made up for."""
    SKIP = "skip"
    """None is; reminders are given late all the same."""


@dataclass(frozen=True)
class TaskManager:
    """Runs the tasks that the conversations of one `interface` asked for, by the runner of their type.

    `deliver` is told what came of them. Any number of managers, in any number of processes, may work on one store.
    """

    interface: str
    runners: Mapping[TaskType, Run]
    deliver: Deliver
    missed: Missed = Missed.RUN_ONCE
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def run(self) -> None:
        """Run tasks as they become due, until this is cancelled; then those under way are broken off.

        While the store cannot be used, because another process keeps it or the disk is full, nothing new is begun.
        """
        async with asyncio.TaskGroup() as group:
            while True:
                pause = POLL
                with suppress(sqlite3.Error):
                    self._begin_due(group)
                    pause = self._pause()
                await asyncio.sleep(pause)

    async def run_due(self) -> int:
        """Run what is due now, all together, and return how many tasks that were."""
        async with asyncio.TaskGroup() as group:
            return self._begin_due(group)

    def _begin_due(self, group: asyncio.TaskGroup) -> int:
        count = 0
        self._release_broken_off(group)
        while task := tasks.claim(self.now(), self.interface):
            group.create_task(self._run(task))
            count += 1
        return count

    def _pause(self) -> float:
        due = tasks.next_due(self.interface)
        return min(POLL, max(0.0, (due - self.now()).total_seconds())) if due else POLL

    def _release_broken_off(self, group: asyncio.TaskGroup) -> None:
        while task := tasks.claim_broken_off(self.now(), self.interface):
            tasks.broken_off(task, self.now())
            group.create_task(self._tell(task, f"“{task.description}” was broken off. It may have been done."))

    async def _run(self, task: ScheduledTask) -> None:
        is_late = self.now() - task.next_run > GRACE
        if is_late and self.missed is Missed.SKIP and task.type is not TaskType.REMINDER:
            await self._written(lambda: tasks.skipped(task, self.now()))
            return
        try:
            async with asyncio.timeout((tasks.LEASE / 2).total_seconds()):
                said = await self.runners[task.type](task)
        except Exception as error:  # whatever a runner raises is no reason to end the others
            kind, text = type(error).__name__, str(error)
            if not await self._written(lambda: tasks.failed(task, self.now(), f"{kind}: {text}")):
                await self._tell(task, f"“{task.description}” failed: {text or kind}")
            return
        await self._written(lambda: tasks.succeeded(task, self.now()))
        await self._tell(task, f"{said} (due {task.next_run:%Y-%m-%d %H:%M} UTC)" if is_late else said)

    async def _written(self, write: Callable[[], T]) -> T:
        """What came of a run, written down as soon as the store can be used: until then the task is claimed."""
        while True:
            try:
                return write()
            except sqlite3.Error:
                await asyncio.sleep(POLL)

    async def _tell(self, task: ScheduledTask, text: str) -> None:
        with suppress(Exception):  # the task was done; who cannot be reached now reads of it in list_tasks
            await self.deliver(task.owner, text)
