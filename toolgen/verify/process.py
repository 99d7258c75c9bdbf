"""Runs the probe: the process that imports the user's modules, watched from outside."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from toolgen.frameworks import published
from toolgen.model.types import Json, Schema

PROBE = Path(__file__).with_name("probe.py")
TABLE, CALLS = published.__file__, str(Path(__file__).with_name("calls.py"))
"""The scripts that the probe loads."""


class NoIntrospectionError(Exception):
    """The probe cannot do its work in this environment: pydantic or the interpreter itself is missing."""


class _EndedError(Exception):
    """The process is no more, or is given up; the message says why."""


@dataclass(frozen=True, slots=True)
class Request:
    """A tool to be imported: where it is, and which of its parameters a model does not fill.

    With `object` for its `binding` it is an object of a framework, whose tools are wanted. `calls` are arguments, and
    whether they are damaged, that are decoded as the generated module does, and validated as that of the `dialect`.
    """

    name: str
    module: str
    qualname: str
    binding: str
    injected: tuple[str, ...] = ()
    has_output: bool = False
    dialect: str = ""
    calls: tuple[tuple[Json, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out of the tool `name`: its schemas, or why there are none.

    `error` says why it could not be imported, `unreachable` why there is nothing to look at. `given` are the arguments
    of toolgen's decorator, `params` the parameters whose schemas it gives. `published` are the tools of an object, and
    `dialect` what it is of; `calls` are those that give the function other values than its framework would, with both.
    """

    name: str
    input: Schema | None = None
    output: Schema | None = None
    error: str = ""
    unreachable: str = ""
    given: Sequence[str] = ()
    params: Sequence[str] = ()
    published: Sequence[published.Published] = ()
    dialect: str = ""
    calls: Sequence[Mapping[str, Json]] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """The `python` that imports, the folder `root` where it does, the `path` of modules, and the generated folder."""

    python: str
    root: Path
    path: Sequence[Path]
    output: Path


def introspect(requests: Sequence[Request], place: Place, timeout: float) -> dict[str, Answer]:
    """The answers by the names of the tools.

    A module that takes longer than `timeout` seconds, or that ends the process, is given up, and the tools of others
    are asked for in a new process. Raises NoIntrospectionError.
    """
    answers: dict[str, Answer] = {}
    pending = list(requests)
    while pending:
        try:
            for answer in _session(pending, place, timeout):
                answers[answer.name] = answer
        except _EndedError as ended:
            module = next(request.module for request in pending if request.name not in answers)
            given_up = [request for request in pending if request.module == module and request.name not in answers]
            answers |= {request.name: Answer(request.name, error=str(ended)) for request in given_up}
        pending = [request for request in pending if request.name not in answers]
    return answers


def _session(requests: Sequence[Request], place: Place, timeout: float) -> Iterator[Answer]:
    """The answers of one process. Raises _EndedError where it ends before the last."""
    with _started(place.python, place.root) as process:
        try:
            lines = _lines(process)
            scripts = {"table": TABLE, "calls": CALLS, "output": str(place.output)}
            _send(process, {"path": [*map(str, place.path)], **scripts, "tools": [*map(asdict, requests)]})
            _check(lines, process, timeout)
            for _ in requests:
                yield Answer(**_line(lines, process, timeout))
        finally:
            process.kill()


def _started(python: str, root: Path) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - the interpreter that the configuration names, and our own script
            [python, str(PROBE)],
            cwd=root,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
    except OSError as error:
        raise NoIntrospectionError(f"`{python}` cannot be run: {error.strerror}") from error


def _lines(process: subprocess.Popen[bytes]) -> queue.Queue[bytes]:
    """What `process` prints, line by line; an empty line is the end."""
    lines: queue.Queue[bytes] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        for line in process.stdout:
            lines.put(line)
        lines.put(b"")

    threading.Thread(target=read, daemon=True).start()
    return lines


def _send(process: subprocess.Popen[bytes], request: Json) -> None:
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    with suppress(BrokenPipeError), process.stdin:  # that it has ended is seen where it is read
        process.stdin.write(json.dumps(request).encode())


def _line(lines: queue.Queue[bytes], process: subprocess.Popen[bytes], timeout: float) -> dict[str, Any]:
    """The next message of `process`. Raises _EndedError."""
    try:
        line = lines.get(timeout=timeout)
    except queue.Empty:
        raise _EndedError(f"it took longer than {timeout:g} seconds") from None
    if not line:
        raise _EndedError(f"it ended the process with exit code {process.wait()}")
    message: dict[str, Any] = json.loads(line)
    return message


def _check(lines: queue.Queue[bytes], process: subprocess.Popen[bytes], timeout: float) -> None:
    """Raises NoIntrospectionError where the probe does not start."""
    try:
        message = _line(lines, process, timeout)
    except _EndedError as ended:
        raise NoIntrospectionError(f"it does not start: {ended}") from ended
    if "fatal" in message:
        raise NoIntrospectionError(message["fatal"])
