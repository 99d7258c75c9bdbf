"""Work in two processes at once, on systems where a process can be forked."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

PORTIONS = 256
"""How many portions of work there are at most: one byte names each."""


def nothing() -> None:
    """What is done meanwhile where there is nothing else to do."""


def shared(
    tasks: Sequence[Task], work: Callable[[Iterable[Task]], Result], meanwhile: Callable[[], object] = nothing
) -> list[Result]:
    """What `work` makes of `tasks`: of some of them in this process, and of the others in a forked one.

    The first task is done here. Each process takes more when it is done with those before, so that both end at about
    the same time. Which one takes which is left to chance: what is made of the results must not depend on it, nor on
    their order. They must survive pickling. Where there is one processor, no fork, or a second thread, which a fork
    would leave behind with its locks held, and where the forked process fails, `work` is given all tasks here: an
    exception is raised where it can be followed, and the results are the same on every system.

    `meanwhile` is done here while the other process has begun, and not at all where there is none: it makes something
    ready that is needed later, in time that both processes share.
    """
    if len(tasks) < 2 or not _can_fork():
        return [work(tasks)]
    tickets = _tickets(range(1, min(len(tasks), PORTIONS)))
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)  # else it would write for ever when nobody reads any more
        _send(lambda: work(_taken(tasks, tickets)), writing)
    os.close(writing)
    meanwhile()
    with open(reading, "rb") as stream:  # noqa: PTH123 - a descriptor has no path
        try:
            # Our own child writes these bytes. They are read as they come: half of it is done while it still writes.
            return [work(chain(tasks[::PORTIONS], _taken(tasks, tickets))), pickle.load(stream)]  # noqa: S301
        except (EOFError, pickle.UnpicklingError):
            pass  # the other process failed, or was ended
        finally:
            stream.close()
            os.close(tickets)
            os.waitpid(child, 0)
    return [work(tasks)]


def _tickets(numbers: Iterable[int]) -> int:
    """The end of a pipe that holds `numbers`: whoever reads one has it alone."""
    reading, writing = os.pipe()
    os.write(writing, bytes(numbers))
    os.close(writing)
    return reading


def _taken(tasks: Sequence[Task], tickets: int) -> Iterator[Task]:
    while ticket := os.read(tickets, 1):
        yield from tasks[ticket[0] :: PORTIONS]


def _can_fork() -> bool:
    return hasattr(os, "fork") and _processors() > 1 and threading.active_count() == 1


def _processors() -> int:
    """How many processors this process may use; systems other than Linux only say how many there are."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _send(work: Callable[[], object], descriptor: int) -> None:
    """Write the pickled result of `work` and end the process, whatever happens: nothing may return into the caller."""
    try:
        with open(descriptor, "wb") as stream:
            pickle.dump(work(), stream, pickle.HIGHEST_PROTOCOL)
        os._exit(0)
    except BaseException:
        os._exit(1)
