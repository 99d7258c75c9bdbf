from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from assistant import store
from assistant.scheduling import manager, tasks
from assistant.scheduling.manager import GRACE, Missed, TaskManager
from assistant.scheduling.schedule import recurring
from assistant.scheduling.tasks import NewTask, ScheduledTask, TaskType

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class Clock:
    """A clock, the tasks that ran, and what was delivered to whom."""

    def __init__(self, run: Callable[[ScheduledTask], Awaitable[str]] | None = None) -> None:
        self.now = NINE
        self.ran: list[str] = []
        self.delivered: list[tuple[str, str]] = []
        self._run = run

    async def run(self, task: ScheduledTask) -> str:
        self.ran.append(task.id)
        return await self._run(task) if self._run else f"did {task.description}"

    async def deliver(self, owner: str, text: str) -> None:
        self.delivered.append((owner, text))

    def at(self, moment: datetime, missed: Missed = Missed.RUN_ONCE, interface: str = "terminal") -> list[str]:
        """Run what is due at `moment`, and return what ran."""
        self.now, before = moment, len(self.ran)
        runners = dict.fromkeys(TaskType, self.run)
        manager = TaskManager(interface, runners, self.deliver, missed, lambda: self.now)
        asyncio.run(manager.run_due())
        return self.ran[before:]


async def failing(task: ScheduledTask) -> str:
    raise LookupError("no such page")


def add(type: TaskType = TaskType.AGENT_TASK, schedule: str | None = None, owner: str = "terminal") -> ScheduledTask:
    again = recurring(schedule, "UTC") if schedule else None
    return tasks.add(NewTask(type, "it", NINE, again, owner=owner))


def status(task: ScheduledTask) -> tuple[str, str | None]:
    found = tasks.find(task.id)
    assert found
    return found.status, found.error


def test_a_task_runs_when_it_is_due_and_only_once() -> None:
    task, clock = add(), Clock()
    assert [clock.at(NINE - MINUTE), clock.at(NINE), clock.at(NINE + MINUTE)] == [[], [task.id], []]
    assert (status(task), clock.delivered) == (("done", None), [("terminal", "did it")])


def test_a_recurring_task_runs_at_each_of_its_times() -> None:
    task, clock = add(schedule="daily 9am"), Clock()
    days = [clock.at(NINE + timedelta(days=day)) for day in range(3)]
    assert (days, status(task)) == ([[task.id]] * 3, ("open", None))


def test_a_time_that_the_clock_shows_twice_is_one_run() -> None:
    when = recurring("daily 2:30", "Europe/Berlin")
    start = datetime(2026, 10, 24, 12, tzinfo=UTC)
    tasks.add(NewTask(TaskType.AGENT_TASK, "it", when.after(start), when))
    clock = Clock()
    moments = [start + timedelta(hours=hours / 2) for hours in range(80)]
    assert [f"{moment:%dT%H:%M}" for moment in moments if clock.at(moment)] == ["25T00:30", "26T01:30"]


@pytest.mark.parametrize(
    ("type", "missed", "runs"),
    [
        (TaskType.AGENT_TASK, Missed.RUN_ONCE, 1),
        (TaskType.AGENT_TASK, Missed.SKIP, 0),
        (TaskType.REMINDER, Missed.SKIP, 1),
    ],
)
def test_of_runs_that_were_missed_one_or_none_is_made_up_for(type: TaskType, missed: Missed, runs: int) -> None:
    task, clock = add(type, "daily 9am"), Clock()
    late = NINE + timedelta(days=3) + GRACE + MINUTE
    assert clock.at(late, missed) == [task.id] * runs
    assert clock.at(late + MINUTE, missed) == []
    assert clock.at(NINE + timedelta(days=4), missed) == [task.id]


def test_what_runs_late_says_when_it_was_due() -> None:
    add()
    clock = Clock()
    clock.at(NINE + timedelta(hours=2))
    assert clock.delivered == [("terminal", "did it (due 2026-03-02 09:00 UTC)")]


def test_a_failure_is_tried_again_after_longer_and_longer_and_then_told() -> None:
    task, clock = add(), Clock(failing)
    moments = [NINE + timedelta(seconds=seconds) for seconds in range(0, 200, 10)]
    ran = [(moment - NINE).total_seconds() for moment in moments if clock.at(moment)]
    assert ran == [0, 30, 90]
    assert status(task) == ("failed", "LookupError: no such page")
    assert clock.delivered == [("terminal", "“it” failed: no such page")]


def test_a_recurring_task_that_failed_goes_on_at_its_next_time() -> None:
    task, clock = add(schedule="daily 9am"), Clock(failing)
    for seconds in (0, 30, 90):
        clock.at(NINE + timedelta(seconds=seconds))
    assert [clock.at(NINE + timedelta(hours=1)), clock.at(NINE + timedelta(days=1))] == [[], [task.id]]


def test_a_task_that_is_cancelled_does_not_run() -> None:
    task, clock = add(schedule="daily 9am"), Clock()
    tasks.cancel(task.id)
    assert (clock.at(NINE), status(task)[0]) == ([], "cancelled")


def test_what_is_cancelled_while_it_runs_stays_cancelled() -> None:
    async def cancelled(task: ScheduledTask) -> str:
        tasks.cancel(task.id)
        return ""

    task, clock = add(schedule="daily 9am"), Clock(cancelled)
    clock.at(NINE)
    assert (clock.at(NINE + timedelta(days=1)), status(task)[0]) == ([], "cancelled")


def test_a_run_whose_process_died_is_not_begun_again_but_told() -> None:
    once, daily, clock = add(), add(schedule="daily 9am"), Clock()
    assert {task.id for task in (tasks.claim(NINE, "terminal"), tasks.claim(NINE, "terminal")) if task} == {"1", "2"}
    assert clock.at(NINE + tasks.LEASE - MINUTE) == []
    assert clock.at(NINE + tasks.LEASE) == []
    assert status(once) == ("failed", "broken off: it may have run")
    assert [text for _, text in clock.delivered] == ["“it” was broken off. It may have been done."] * 2
    assert clock.at(NINE + timedelta(days=1)) == [daily.id]


def test_tasks_are_run_by_the_interface_that_asked_and_told_to_its_conversation() -> None:
    chat, screen, clock = add(owner="telegram:7"), add(), Clock()
    assert [clock.at(NINE, interface="telegram"), clock.at(NINE)] == [[chat.id], [screen.id]]
    assert [owner for owner, _ in clock.delivered] == ["telegram:7", "terminal"]


def test_one_that_cannot_be_told_is_done_all_the_same() -> None:
    class Deaf(Clock):
        async def deliver(self, owner: str, text: str) -> None:
            raise ConnectionError

    task, clock = add(), Deaf()
    clock.at(NINE)
    assert status(task) == ("done", None)


def test_a_clock_that_is_put_back_brings_no_run_again() -> None:
    task, clock = add(schedule="daily 9am"), Clock()

    async def run(task: ScheduledTask) -> str:
        clock.now = NINE - MINUTE
        return ""

    clock._run = run
    assert [clock.at(NINE), clock.at(NINE), clock.at(NINE + timedelta(days=1))] == [[task.id], [], [task.id]]


@pytest.mark.parametrize("fails", [True, False])
def test_a_run_that_counted_as_broken_off_sets_nothing_when_it_ends_after_all(fails: bool) -> None:
    """A computer that was asleep meanwhile: another process has run the task at its next time, and runs it again."""
    task = add(schedule="*/20 * * * *")

    async def run(given: ScheduledTask) -> str:
        asleep = NINE + timedelta(minutes=15)
        broken = tasks.claim_broken_off(asleep, "terminal")
        assert broken
        tasks.broken_off(broken, asleep)
        assert tasks.claim(NINE + timedelta(minutes=20), "terminal")  # by the other process, which runs it now
        return await failing(given) if fails else ""

    clock = Clock(run)
    clock.at(NINE)
    assert tasks.claim(NINE + timedelta(minutes=25), "terminal") is None
    assert status(task)[0] == "open"


@pytest.mark.parametrize("type", [TaskType.AGENT_TASK, TaskType.REMINDER])
def test_a_store_that_another_process_keeps_ends_nothing(type: TaskType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "TIMEOUT", 0.01)
    monkeypatch.setattr(manager, "POLL", 0.01)
    other = sqlite3.connect(store.path(), isolation_level=None) if add(type) else None
    assert other

    async def keep(task: ScheduledTask) -> str:
        other.execute("BEGIN EXCLUSIVE")
        asyncio.get_running_loop().call_later(0.2, other.rollback)
        return "kept"

    async def run() -> None:
        clock = Clock(keep)
        running = asyncio.create_task(TaskManager("terminal", dict.fromkeys(TaskType, clock.run), clock.deliver).run())
        while not clock.delivered:
            await asyncio.sleep(0.01)
        add(type)
        while len(clock.delivered) < 2:
            await asyncio.sleep(0.01)
        running.cancel()
        assert clock.ran == ["1", "2"]

    asyncio.run(asyncio.wait_for(run(), 300))
    other.close()


PROCESS = """
import asyncio, sys
from assistant.scheduling.manager import TaskManager
from assistant.scheduling.tasks import TaskType

async def run(task):
    await asyncio.sleep(0.001)
    return task.id

async def deliver(owner, text):
    print(text, flush=True)

sys.stdin.readline()
asyncio.run(TaskManager("terminal", dict.fromkeys(TaskType, run), deliver).run_due())
"""


def test_two_processes_at_once_run_each_task_once() -> None:
    for _ in range(60):
        add()
    pipe = subprocess.PIPE
    started = [subprocess.Popen([sys.executable, "-c", PROCESS], stdin=pipe, stdout=pipe, text=True) for _ in range(2)]
    ran = [process.communicate("\n")[0].split() for process in started]
    told = [text.partition(" ")[0] for texts in ran for text in texts if text.isdigit()]
    assert sorted(map(int, told)) == list(range(1, 61))


def test_the_manager_sees_what_is_added_while_it_runs() -> None:
    clock = Clock()

    async def run() -> None:
        manager = TaskManager("terminal", dict.fromkeys(TaskType, clock.run), clock.deliver)
        running = asyncio.create_task(manager.run())
        tasks.add(NewTask(TaskType.REMINDER, "soon", datetime.now(UTC) + timedelta(seconds=1)))
        await asyncio.sleep(0)
        while not clock.delivered:
            await asyncio.sleep(0.01)
        running.cancel()

    asyncio.run(asyncio.wait_for(run(), 300))
    assert clock.delivered == [("terminal", "did soon")]
