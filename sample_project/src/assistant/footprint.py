"""The memory of a program with all that it started: limits of the system count each process for itself."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_PARENT = re.compile(r"\) \S (\d+) ")
_SHARE = re.compile(r"^Pss:\s*(\d+) kB", re.MULTILINE)
"""What is shared counts in parts: https://docs.kernel.org/filesystems/proc.html."""


def footprint(pid: int) -> int:
    """How many bytes a process and its descendants take together. One that may not be looked at counts as none."""
    children = defaultdict[int, list[int]](list)
    for process, parent in _parents():
        children[parent].append(process)
    family = [pid]
    for member in family:  # which grows meanwhile
        family += children[member]
    return sum(map(_bytes, family))


def _parents() -> Iterator[tuple[int, int]]:
    for folder in _PROC.iterdir():
        if folder.name.isdigit():
            with suppress(OSError):  # it has ended
                if found := _PARENT.search((folder / "stat").read_text("utf-8", "replace")):
                    yield int(folder.name), int(found[1])


def _bytes(pid: int) -> int:
    with suppress(OSError):
        if found := _SHARE.search((_PROC / str(pid) / "smaps_rollup").read_text("utf-8")):
            return int(found[1]) * 1024
    return 0
