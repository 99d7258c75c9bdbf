"""Run a module as `python -m` does, and log what it does to the machine: `recorder.py LOG MODULE [ARGUMENT…]`.

A line of the log is a JSON list: an audit event (https://docs.python.org/3/library/audit_events.html), and what it is
about: a name, or absolute paths. Not logged are reading and `compile`, which `ast.parse` is. A process that is forked
goes on logging.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

_ON_PATHS = {
    "os.chmod",
    "os.link",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.symlink",
    "os.truncate",
    "os.utime",
}
_PROCESSES = {"os.exec", "os.posix_spawn", "os.spawn", "os.system", "pty.spawn", "subprocess.Popen"}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def _place(path: Any) -> str:
    return str(Path(os.fsdecode(path)).absolute())


def _opened(path: Any, _mode: str | None, flags: int) -> list[str]:
    """A number is a descriptor, which was opened before."""
    return [] if isinstance(path, int) or not flags & _WRITING else [_place(path)]


def _executed(code: Any) -> list[str]:
    """Code that was made of a text, such as the methods of a dataclass, has no file."""
    return [] if code.co_filename.startswith("<") else [_place(code.co_filename)]


def _named(name: object, *_details: object) -> list[str]:
    return [str(name)]


def _placed(*arguments: Any) -> list[str]:
    return [_place(argument) for argument in arguments if isinstance(argument, str | bytes | os.PathLike)]


_SUBJECTS: Mapping[str, Callable[..., list[str]]] = {
    "exec": _executed,
    "import": _named,
    "open": _opened,
    **dict.fromkeys(_ON_PATHS, _placed),
    **dict.fromkeys(_PROCESSES, _named),
}
"""What each event that is logged is about, from its arguments; an empty list where it does not matter."""


def _subjects(event: str, arguments: Sequence[Any]) -> list[str]:
    return (_named if event.startswith("socket.") else _SUBJECTS[event])(*arguments)


def main(log: str, module: str) -> None:
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def record(event: str, arguments: Sequence[Any]) -> None:
        if (event in _SUBJECTS or event.startswith("socket.")) and (subjects := _subjects(event, arguments)):
            os.write(descriptor, json.dumps([event, *subjects]).encode() + b"\n")

    sys.addaudithook(record)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _, log, module, *sys.argv[1:] = sys.argv
    sys.path[0] = str(Path.cwd())
    main(log, module)
