"""Whole processes, measured side by side.

What a machine can do drifts while one measures, so nothing here is compared across runs: the commands of a comparison
take turns, and what is reported is the median of the ratios within the turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import fmean, median
from time import perf_counter

_BYTES_PER_UNIT = 1 if sys.platform == "darwin" else 1024
"""`ru_maxrss` is in bytes on macOS and in kilobytes elsewhere."""


@dataclass(frozen=True, slots=True)
class Command:
    """Arguments of the running interpreter, and the folder to run it in. `prepare` runs before, unmeasured.

    A turn runs it `repeat` times and takes the mean, so that a short process sees as much of the drift as a long one.
    """

    arguments: tuple[str, ...]
    folder: Path
    prepare: Callable[[], None] = lambda: None
    repeat: int = 1


@dataclass(frozen=True, slots=True)
class Sample:
    """One run of a process: seconds on the wall and on the processor, and the largest resident set in MB.

    The kernel counts in what a process held before it became the command: `peak` is never below that of this process.
    """

    wall: float
    cpu: float
    peak: float


def run(command: Command) -> Sample:
    """Run `command` once. Raises RuntimeError with what it wrote to stderr when it fails."""
    command.prepare()
    # A process that may not write .pyc files would compile its own modules in every round.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryFile() as stderr:
        start = perf_counter()
        process = subprocess.Popen(
            [sys.executable, *command.arguments],
            cwd=command.folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            stderr.seek(0)
            message = stderr.read(4_000).decode(errors="replace")
            raise RuntimeError(f"python {' '.join(command.arguments)}: exit code {process.returncode}\n{message}")
    return Sample(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * _BYTES_PER_UNIT / 1e6)


def take_turns(commands: Mapping[str, Command], rounds: int) -> dict[str, list[Sample]]:
    """`rounds` samples of each command. They run in turns, forwards and backwards, after one run to warm caches."""
    samples: dict[str, list[Sample]] = {name: [] for name in commands}
    for command in commands.values():
        run(command)
    for turn in range(rounds):
        for name in commands if turn % 2 == 0 else reversed(list(commands)):
            samples[name].append(_mean([run(commands[name]) for _ in range(commands[name].repeat)]))
    return samples


def _mean(samples: Sequence[Sample]) -> Sample:
    return Sample(*(fmean(getattr(sample, quantity) for sample in samples) for quantity in Sample.__slots__))


def ratio(above: Sequence[float], below: Sequence[float]) -> float:
    """The median of the ratios within the turns; infinite where there is nothing below."""
    return median(a / b if b > 0 else inf for a, b in zip(above, below, strict=True))
