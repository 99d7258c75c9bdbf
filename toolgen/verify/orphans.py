"""The processes that a process leaves behind when it ends, and that left its group: Linux gives them to who asks.

Source: `PR_SET_CHILD_SUBREAPER` of prctl(2), and proc_pid_stat(5).
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_SET_SUBREAPER, _GET_SUBREAPER = 36, 37
_ROUNDS = 100
"""How often processes are looked for, each of which may have started others meanwhile."""
_PAUSE = 0.01


@contextmanager
def ended_orphans() -> Iterator[None]:
    """End descendants of processes that were started inside and ended; only on Linux, where it allows that."""
    was_reaper = _reaping()
    if was_reaper is None:
        yield
        return
    known = _children()
    try:
        yield
    finally:
        _end(known)
        _prctl(_SET_SUBREAPER, was_reaper)


def _reaping() -> int | None:
    """Make orphans children of this process; whether they were so before, None where that cannot be."""
    if sys.platform != "linux" or not Path("/proc/self/stat").exists():
        return None
    from ctypes import byref, c_int

    before = c_int(0)
    is_known = _prctl(_GET_SUBREAPER, byref(before)) and _prctl(_SET_SUBREAPER, 1)
    return before.value if is_known else None


def _prctl(option: int, argument: object) -> bool:
    from ctypes import CDLL

    try:
        return bool(CDLL(None).prctl(option, argument, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _end(known: set[int]) -> None:
    """End the children of this process that are not `known`: those of one that ends are its children then."""
    for _ in range(_ROUNDS):
        if not (left := _children() - known):
            return
        for child in left:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(child, os.WNOHANG)
        time.sleep(_PAUSE)


def _children() -> set[int]:
    own = os.getpid()
    processes = (int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal())
    return {process for process in processes if _parent(process) == own}


def _parent(process: int) -> int:
    """The process that started another, or was given it; 0 where there is none any more."""
    try:
        # The name before it, in brackets, may hold anything.
        return int(Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[1])
    except (OSError, IndexError):
        return 0
