"""`toolgen` in a process of its own that begins at once: a fork of this one, which has loaded all that commands need.

A new interpreter takes ten times as long for that. What happens before is shown by `tests/integration/audited`.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NoReturn

import toolgen.cli.build
import toolgen.cli.check
import toolgen.cli.fix
import toolgen.cli.migrate
import toolgen.emit.artifacts
import toolgen.resolving
import toolgen.tools.catalogue  # noqa: F401
from toolgen.cli import main

_GRACE = 600
"""Seconds until it is ended."""


def toolgen_process(
    *arguments: str, cwd: Path, before: Callable[[], None] = lambda: None
) -> subprocess.CompletedProcess[str]:
    """What `toolgen` with `arguments` does in `cwd`; `before` is called in its process first."""
    with TemporaryFile() as stdout, TemporaryFile() as stderr:
        if not (child := os.fork()):
            _run(arguments, cwd, (stdout.fileno(), stderr.fileno()), before)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        printed = [_all(stream) for stream in (stdout, stderr)]
    return subprocess.CompletedProcess(arguments, code, *printed)


def _all(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode()


def limited_memory(megabytes: int) -> Callable[[], None]:
    """Has a process take no more than so many megabytes beyond what it has."""

    def limit() -> None:
        taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + (megabytes << 20),) * 2)

    return limit


def _run(arguments: Sequence[str], cwd: Path, streams: tuple[int, int], before: Callable[[], None]) -> NoReturn:
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(_GRACE)
        for target, stream in enumerate(streams, 1):
            os.dup2(stream, target)
        sys.stdout, sys.stderr = (os.fdopen(target, "w", encoding="utf-8") for target in (1, 2))
        os.chdir(cwd)
        os.environ["COLUMNS"] = "100"
        sys.argv = ["toolgen", *arguments]
        before()
        main()
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(70)
