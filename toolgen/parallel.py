"""Two pieces of work at once, on systems where a process can be forked."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def both(here: Callable[[], A], there: Callable[[], B]) -> tuple[A, B]:
    """The results of `here`, called in this process, and of `there`, called in a forked one at the same time.

    The result of `there` must survive pickling. Where there is one processor, no fork, or a second thread, which a fork
    would leave behind with its locks held, and where the forked process fails, `there` is called here as well: an
    exception is raised where it can be followed, and the results are the same on every system.
    """
    if not _can_fork():
        return here(), there()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _send(there, writing)
    os.close(writing)
    with open(reading, "rb") as stream:  # noqa: PTH123 - a descriptor has no path
        try:
            first = here()
            data = stream.read()
        finally:
            stream.close()
            _, status = os.waitpid(child, 0)
    # Our own child wrote these bytes a moment ago.
    return first, pickle.loads(data) if status == 0 else there()  # noqa: S301


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
