"""Two pieces of work give the same results, in one process or in two."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from toolgen import parallel
from toolgen.parallel import both

forks = pytest.mark.usefixtures("two_processors", "one_thread")


@pytest.fixture
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_processors", lambda: 2)


@pytest.fixture
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that other tests have left in this process, as Dask does, are none of these tests' business."""
    monkeypatch.setattr(threading, "active_count", lambda: 1)


def test_one_processor_does_both_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_processors", lambda: 1)
    assert both(os.getpid, os.getpid) == (os.getpid(), os.getpid())


@forks
def test_a_second_process_does_one() -> None:
    here, there = both(os.getpid, os.getpid)
    assert here == os.getpid()
    assert there != os.getpid()


@pytest.mark.usefixtures("two_processors")
def test_a_second_thread_keeps_both_here() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert both(os.getpid, os.getpid) == (os.getpid(), os.getpid())
    finally:
        stop.set()
        thread.join()


@forks
def test_results_larger_than_a_pipe_arrive_whole() -> None:
    assert both(lambda: 1, lambda: "x" * 1_000_000) == (1, "x" * 1_000_000)


def refuse() -> int:
    raise ValueError("refused")


@forks
@pytest.mark.parametrize("work", [(refuse, int), (int, refuse)], ids=["here", "there"])
def test_exceptions_are_raised_here(work: tuple[object, object]) -> None:
    with pytest.raises(ValueError, match="refused"):
        both(*work)  # type: ignore[arg-type]


@forks
def test_what_cannot_be_pickled_is_made_here() -> None:
    _, made = both(int, lambda: (number for number in (1, 2)))
    assert isinstance(made, Iterator)
    assert list(made) == [1, 2]
