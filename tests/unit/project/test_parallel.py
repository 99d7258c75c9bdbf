"""Two pieces of work give the same results, in one process or in two."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable

import pytest

from toolgen.project import parallel
from toolgen.project.parallel import PORTIONS, shared

# Python 3.12 warns of a fork beside threads; those that are there do not matter to these tests.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
forks = pytest.mark.usefixtures("two_processors", "one_thread")


@pytest.fixture
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_processors", lambda: 2)


@pytest.fixture
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads of the process that runs the tests, or that other tests have left, are none of these tests' business."""
    monkeypatch.setattr(threading, "active_count", lambda: 1)


def pid_and_sum(numbers: Iterable[int]) -> tuple[int, int]:
    """Which process adds up `numbers`, and what it gets."""
    return os.getpid(), sum(numbers)


def test_one_processor_does_all_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_processors", lambda: 1)
    assert shared(range(10), pid_and_sum) == [(os.getpid(), 45)]


@forks
@pytest.mark.parametrize("count", [0, 1])
def test_less_than_two_tasks_are_done_here(count: int) -> None:
    assert shared(range(count), pid_and_sum) == [(os.getpid(), 0)]


@forks
@pytest.mark.parametrize("count", [2, PORTIONS - 1, PORTIONS, PORTIONS + 1, 10_000])
def test_two_processes_take_each_task_once(count: int) -> None:
    (here, one), (there, two) = shared(range(count), pid_and_sum)
    assert here == os.getpid() != there
    assert one + two == sum(range(count))


@forks
def test_a_process_that_is_done_takes_more() -> None:
    """The first task of each process: none is done before the other process has begun."""
    reading, writing = os.pipe()

    def slowly_there(numbers: Iterable[int]) -> int:
        count = 0
        for count, _ in enumerate(numbers, 1):  # noqa: B007 - the last one counts
            if os.getpid() == parent:
                continue
            os.read(reading, 1)  # until all that is left has been done
        if os.getpid() == parent:
            os.write(writing, b"x")
        return count

    parent = os.getpid()
    try:
        here, there = shared(range(20), slowly_there)
    finally:
        os.close(reading)
        os.close(writing)
    assert there <= 1
    assert here + there == 20


@pytest.mark.usefixtures("two_processors")
def test_a_second_thread_keeps_all_here() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert shared(range(10), pid_and_sum) == [(os.getpid(), 45)]
    finally:
        stop.set()
        thread.join()


@forks
def test_results_larger_than_a_pipe_arrive_whole() -> None:
    results = shared(range(2), lambda numbers: "x" * (1_000_000 + len([*numbers])))
    assert sum(map(len, results)) == 2_000_002


def refuse(numbers: Iterable[int]) -> int:
    raise ValueError(f"refused {sum(numbers)}")


@forks
def test_what_is_done_meanwhile_is_done_once_and_here() -> None:
    done: list[int] = []
    shared(range(10), pid_and_sum, lambda: done.append(os.getpid()))
    assert done == [os.getpid()]


def test_nothing_is_done_meanwhile_where_there_is_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_processors", lambda: 1)
    done: list[int] = []
    shared(range(10), pid_and_sum, lambda: done.append(os.getpid()))
    assert done == []


@forks
def test_exceptions_are_raised_here() -> None:
    with pytest.raises(ValueError, match="refused"):
        shared(range(10), refuse)


@forks
def test_what_a_process_fails_at_is_done_here() -> None:
    parent = os.getpid()

    def end_there(numbers: Iterable[int]) -> int:
        total = sum(numbers)
        if os.getpid() != parent:
            os._exit(3)
        return total

    assert shared(range(10), end_there) == [45]


@forks
def test_what_cannot_be_pickled_is_made_here() -> None:
    (made,) = shared(range(10), lambda numbers: (number for number in [*numbers]))
    assert list(made) == [*range(10)]


@forks
def test_a_fault_here_is_raised_while_the_other_process_writes() -> None:
    """The other process has more to write than a pipe holds, and nobody will read it."""
    here = os.getpid()

    def work(_: Iterable[int]) -> bytes:
        if os.getpid() == here:
            raise KeyError
        return bytes(1_000_000)

    with pytest.raises(KeyError):
        shared(range(10), work)
