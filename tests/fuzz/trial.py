"""One build, watched: in a forked process with a limit of time and memory, whose sockets and processes are counted.

A fork of a process that has toolgen loaded begins at once, so that thousands of builds can be tried.
"""

from __future__ import annotations

import functools
import os
import resource
import select
import signal
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

import jsonschema  # noqa: F401 - loaded once, before the forks
from click.testing import CliRunner

import toolgen.cli.build
import toolgen.cli.fix
import toolgen.cli.migrate
import toolgen.emit.artifacts
import toolgen.resolving
import toolgen.rewrite.tree
import toolgen.tools.catalogue  # noqa: F401
from tests.effort import ATTEMPTS, unit
from toolgen.cli import cli
from toolgen.syntax.newer_syntax import text_and_tree

EFFORT, MEGABYTES = 10_000, 500
"""What no build of a small project may take: about 10 s of an idle processor, in the unit of `tests/effort.py`."""

_GRACE = 600
"""Seconds until a build is ended that waits for something, on a machine that may have much else to do."""

_ADDRESSES = 4 << 30
_TOOL = b"from toolgen import tool\n@tool(tags=[str(1)])\ndef f(a: int) -> list[str]: 'Do it.'\n"
_CONFIGURATION = 'paths = ["."]\noutput = "generated"\n'
_CHANGING = {"os.chmod", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.truncate"}
_REACHING = ("socket.", "subprocess.", "os.exec", "os.posix_spawn", "os.system", "pty.")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a build did. `code` is its exit code, less than 0 for the signal that ended it; `output` what it printed.

    `effort` is in the unit of `tests/effort.py`, `megabytes` the most it held beyond what the process held that it was
    forked of, `reached` the audit events of sockets, of processes and of what is written outside of the project.
    `spoilt` are the files that a change of sources left in no order.
    """

    code: int
    output: str
    effort: float
    megabytes: float
    reached: tuple[str, ...]
    spoilt: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[str, ...]:
        """What must never be: no name of a fault for a build that did as it should."""
        found = {
            "internal error": "internal error" in self.output or "Traceback" in self.output,
            "ended by a signal": self.code < 0,
            "no such exit code": self.code > 2,
            f"more work than {EFFORT}": self.effort > EFFORT,
            f"more than {MEGABYTES} MB": self.megabytes > MEGABYTES,
            "reached outside": bool(self.reached),
            "spoilt a file": bool(self.spoilt),
        }
        return tuple(name for name, is_so in found.items() if is_so)


def build(files: Mapping[str, bytes], configuration: str = _CONFIGURATION, *, at_most: float = EFFORT) -> Outcome:
    """Build a project of `files`, contents by path, in a folder and a process of its own.

    What takes more than `at_most` is built anew, as often as an effort is measured: what other processes do to the
    caches of the machine may double it.
    """
    best = _build(files, configuration)
    for _ in range(1, ATTEMPTS):
        if best.effort <= at_most:
            break
        best = min(best, _build(files, configuration), key=attrgetter("effort"))
    return best


def _build(files: Mapping[str, bytes], configuration: str) -> Outcome:
    with TemporaryDirectory(prefix="fuzz-") as name:
        return _watched(_project(Path(name).resolve(), files, configuration), ["build"])


def rewrite(files: Mapping[str, bytes], arguments: Sequence[str]) -> Outcome:
    """Change the sources of such a project by a command with `arguments`, which has to leave all in order.

    What does not parse, a file that is not one of `files`, and one that is changed while nothing says so are faults.
    """
    with TemporaryDirectory(prefix="fuzz-") as name:
        folder = _project(Path(name).resolve(), files, _CONFIGURATION)
        outcome = _watched(folder, [*arguments, "--write"])
        found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        del found["toolgen.toml"]
        changed = [path for path, data in found.items() if data != files.get(path)]
        wrong = [path for path in changed if path not in files or not _parses(found[path])]
        wrong += [path for path in changed if f"{path}: " not in outcome.output]
        wrong += [path for path in files if path not in found]
        return replace(outcome, spoilt=tuple(wrong))


def _parses(data: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            text_and_tree(data)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


def _project(folder: Path, files: Mapping[str, bytes], configuration: str) -> Path:
    for path, data in {**files, "toolgen.toml": configuration.encode()}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


@functools.cache
def _warm(command: str) -> None:
    """Run `command` here, once: forks of this process begin with all that it loads, compiles and prepares."""
    with TemporaryDirectory(prefix="fuzz-") as name:
        folder = _project(Path(name).resolve(), {"tools.py": _TOOL}, _CONFIGURATION)
        CliRunner().invoke(cli, [command, "--config", str(folder)], catch_exceptions=False)


def _watched(folder: Path, arguments: Sequence[str]) -> Outcome:
    _warm(arguments[0])
    ours, theirs = os.pipe()
    before, unit_before = _resident(), unit()
    child = os.fork()
    if not child:
        os.close(ours)
        _run(folder, arguments, theirs, seconds=int(2 * EFFORT * unit_before))
    os.close(theirs)
    printed = _read(ours, time.monotonic() + _GRACE)
    if printed is None:
        os.kill(child, signal.SIGKILL)
    os.close(ours)
    _, status, used = os.wait4(child, 0)
    lines = (printed or b"").decode(errors="replace").split("\n")
    reached = tuple(line for line in lines if line.startswith("\x00"))
    output = "\n".join(line for line in lines if not line.startswith("\x00"))
    megabytes = max(0, _megabytes(used) - before)
    effort = 2 * (used.ru_utime + used.ru_stime) / (unit_before + unit())
    return Outcome(os.waitstatus_to_exitcode(status), output, effort, megabytes, reached)


def _resident() -> float:
    """The megabytes that this process holds, with which a fork begins; the most it ever held where that is not told."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / (1 << 20)
    except OSError:
        return _megabytes(resource.getrusage(resource.RUSAGE_SELF))


def _megabytes(used: resource.struct_rusage) -> float:
    return used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _read(descriptor: int, until: float) -> bytes | None:
    """All that is written to `descriptor`; None where that does not end in time."""
    parts: list[bytes] = []
    while (left := until - time.monotonic()) > 0:
        if not select.select([descriptor], [], [], left)[0]:
            continue
        if not (part := os.read(descriptor, 1 << 16)):
            return b"".join(parts)
        parts.append(part)
    return None


def _writes_outside(folder: Path, event: str, given: Any) -> bool:
    """Whether a file is opened to be written, or changed in another way, that is not in `folder`."""
    if event == "open":
        path, _, flags = given
        is_written = isinstance(path, str) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        return bool(is_written) and not Path(folder, path).is_relative_to(folder) and path != os.devnull
    paths = given[:2] if event == "os.rename" else given[:1]
    return event in _CHANGING and not all(Path(folder, os.fsdecode(path)).is_relative_to(folder) for path in paths)


def _run(folder: Path, arguments: Sequence[str], output: int, seconds: int) -> NoReturn:
    """Run `toolgen` with `arguments` in `folder`, and end, at the latest after so many seconds of the processor.

    What it prints goes to `output`, and what it reaches, after a NUL.
    """
    try:
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.chdir(folder)
        sys.dont_write_bytecode = True  # of a module that is imported here first: it is no part of a build
        resource.setrlimit(resource.RLIMIT_AS, (_ADDRESSES, _ADDRESSES))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        sys.stdout = sys.stderr = open(1, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115

        def hook(event: str, given: Any) -> None:
            if event.startswith(_REACHING) or _writes_outside(folder, event, given):
                os.write(1, f"\n\0{event}\n".encode())

        sys.addaudithook(hook)
        code: object = 70
        try:
            cli([*arguments], prog_name="toolgen", standalone_mode=True)
        except SystemExit as ended:
            code = ended.code or 0
        sys.stdout.flush()
        os._exit(code if isinstance(code, int) else 71)
    finally:
        os._exit(72)
