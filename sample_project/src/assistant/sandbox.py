"""Programs that the assistant runs: in a folder of their own, for a limited time, without a network.

bubblewrap keeps them apart from the system (https://github.com/containers/bubblewrap): they see the system's programs
read-only, one folder to write to, no network, and no other process. `prlimit` limits what each process takes, and who
runs them looks at what all of them take together.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from assistant.footprint import footprint
from assistant.models import Outcome

MAX_OUTPUT = 20_000
"""How many bytes of each stream are kept."""
LOOK = 0.1
"""How many seconds pass between two looks at the memory of a program."""
_NEEDED = ("bwrap", "prlimit", "setpriv")
_NOBODY = 65534


class SandboxError(Exception):
    """There is no sandbox here; nothing is run without one."""


@dataclass(frozen=True)
class Limits:
    """What a program may take: seconds, bytes of memory with all that it started and of a file, and processes."""

    seconds: float = 10.0
    memory: int = 512 * 2**20
    file_size: int = 16 * 2**20
    processes: int = 64


async def run(command: Sequence[str], folder: Path | None, limits: Limits = Limits(), *, stdin: str = "") -> Outcome:
    """Run `command` in `folder`, the only one that it can write to, and return what it wrote and how it ended.

    Without a folder it has one in memory that ends with it, no larger than its memory may be.

    Raises SandboxError where the programs that this needs are not installed.
    """
    if missing := [name for name in _NEEDED if not shutil.which(name)]:
        raise SandboxError(f"{', '.join(missing)} is not installed: install bubblewrap and util-linux")
    given = stdin.encode()  # which text with half a character in it fails at, before anything runs
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *_wrapped(command, folder and folder.resolve(), limits),
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env={"PATH": f"{Path(python()).parent}:{os.defpath}", "LANG": "C.UTF-8"},
        start_new_session=True,
    )
    assert process.stdin and process.stdout and process.stderr  # noqa: S101 -- they are pipes
    readers = [asyncio.create_task(_kept(stream)) for stream in (process.stdout, process.stderr)]
    with suppress(ConnectionError):
        process.stdin.write(given)
        process.stdin.close()
    try:
        stopped = await _watch(process, limits)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        exit_code = await process.wait()
    stdout, stderr = [await reader for reader in readers]
    return Outcome(None if stopped else exit_code, stdout, stderr + stopped)


async def _watch(process: Process, limits: Limits) -> str:
    """Wait until a program ends, and say why it has to be stopped where it does not."""
    try:
        async with asyncio.timeout(limits.seconds):
            while footprint(process.pid) <= limits.memory:
                with suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), LOOK)
                    return ""
    except TimeoutError:
        return f"stopped: it took more than {limits.seconds:g} seconds\n"
    return f"stopped: it took more than {limits.memory >> 20} MB of memory\n"


def python() -> str:
    """The interpreter that code is run with."""
    return str(Path(sys.executable).resolve())


def _wrapped(command: Sequence[str], folder: Path | None, limits: Limits) -> list[str]:
    prefix = Path(sys.base_prefix).resolve()
    seen = [path for path in ("/usr", "/lib", "/lib64", "/bin", "/etc/alternatives") if Path(path).exists()]
    above = [part for path in (*prefix.parents,)[-2::-1] for part in ("--perms", "0755", "--dir", str(path))]
    binds = [*above, *(part for path in [*seen, str(prefix)] for part in ("--ro-bind", path, path))]
    wrap = ["bwrap", *_apart(), "--die-with-parent", "--new-session", "--proc", "/proc", "--dev", "/dev", *binds]
    work = ["--bind", str(folder), "/work"] if folder else _in_memory("/work", limits)
    ends = [*_in_memory("/tmp", limits), *_in_memory("/dev/shm", limits)]  # noqa: S108
    closed = ["--remount-ro", "/dev", "--remount-ro", "/", "--setenv", "HOME", "/work"]
    sizes = f"--as={limits.memory}", f"--fsize={limits.file_size}", f"--nproc={limits.processes}", "--core=0"
    inside = [*_as_nobody(folder), "env", "--chdir=/work"]
    return [
        *wrap,
        *work,
        *ends,
        *closed,
        *inside,
        "prlimit",
        *sizes,
        f"--cpu={int(limits.seconds) + 1}",
        "--",
        *command,
    ]


def _in_memory(path: str, limits: Limits) -> list[str]:
    return ["--perms", "1777", "--size", str(limits.memory), "--tmpfs", path]


def _apart() -> list[str]:
    """The namespaces. Root needs none of its own for users, and has to become somebody else inside."""
    if os.geteuid() != 0:
        return ["--unshare-all"]
    kinds = [f"--unshare-{kind}" for kind in ("ipc", "pid", "net", "uts", "cgroup-try")]
    return [*kinds, "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]


def _as_nobody(folder: Path | None) -> list[str]:
    """Root is limited by nothing: what it runs is nobody's, and so is the folder."""
    if os.geteuid() != 0:
        return []
    if folder:
        os.chown(folder, _NOBODY, _NOBODY)
    return ["setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups", "--inh-caps=-all"]


async def _kept(stream: asyncio.StreamReader) -> str:
    """The first `MAX_OUTPUT` bytes of a stream, which is read to its end."""
    kept = bytearray()
    while piece := await stream.read(65536):
        kept += piece[: MAX_OUTPUT - len(kept)]
    return kept.decode("utf-8", errors="replace")
