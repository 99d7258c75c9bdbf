"""Runs the probe: the process that imports the user's modules, watched from outside."""

from __future__ import annotations

import json
import os
import queue
import secrets
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from toolgen.frameworks import published
from toolgen.model.json_values import Json, Schema
from toolgen.verify.orphans import ended_orphans

PROBE = Path(__file__).with_name("probe.py")
TABLE, CALLS = published.__file__, str(Path(__file__).with_name("calls.py"))
"""The scripts that the probe loads."""

_LONGEST = 64 << 20
"""Bytes in an answer; the schemas of the largest tools published take a thousandth of it."""
_AHEAD = 100
"""Answers that are read before they are asked for."""


_WAY_OUT = "install it where the tools run, and name the interpreter there with `python` in the configuration"


class NoIntrospectionError(Exception):
    """The probe cannot do its work in this environment: pydantic or the interpreter itself is missing."""


class _EndedError(Exception):
    """The process is no more, or is given up; the message says why."""


@dataclass(frozen=True, slots=True)
class Request:
    """A tool to be imported: where it is, and which of its parameters a model does not fill.

    `kinds` are the kinds of those that it fills, by their names: a framework may give `*args` and `**kwargs` by name.
    With `object` for its `binding` it is an object of a framework, whose tools are wanted. `calls` are arguments, and
    whether they are damaged, that are decoded as the generated module does, and validated as that of the `dialect`;
    of an object those of the tools that are `asked`, which its framework calls by the name `served`. Where
    `null_is_default`, null that the framework refuses is as good as nothing.
    """

    name: str
    module: str
    qualname: str
    binding: str
    injected: tuple[str, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)
    has_output: bool = False
    dialect: str = ""
    calls: tuple[tuple[Json, bool], ...] = ()
    served: str = ""
    null_is_default: bool = False
    asked: tuple[Request, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out of the tool `name`: its schemas, or why there are none.

    `error` says why it could not be imported, `unreachable` why there is nothing to look at. `given` are the arguments
    of toolgen's decorator, `params` the parameters whose schemas it gives. `published` are the tools of an object, and
    `dialect` what it is of; `calls` are those that give the function other values than its framework would, with both,
    and `called` the same of the tools of an object.
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
    called: Mapping[str, Sequence[Mapping[str, Json]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Interpreter:
    """The `python` that imports, the folder `root` where it does, the `path` of modules, and the generated folder."""

    python: str
    root: Path
    path: Sequence[Path]
    output: Path


def introspect(requests: Sequence[Request], interpreter: Interpreter, timeout: float) -> dict[str, Answer]:
    """The answers by the names of the tools.

    A module that takes longer than `timeout` seconds, or that ends the process, is given up, and the tools of others
    are asked for in a new process. Raises NoIntrospectionError.
    """
    answers: dict[str, Answer] = {}
    pending = list(requests)
    while pending:
        try:
            for answer in _session(pending, interpreter, timeout):
                answers[answer.name] = answer
        except _EndedError as ended:
            module = next(request.module for request in pending if request.name not in answers)
            given_up = [request for request in pending if request.module == module and request.name not in answers]
            answers |= {request.name: Answer(request.name, error=str(ended)) for request in given_up}
        pending = [request for request in pending if request.name not in answers]
    return answers


def _session(requests: Sequence[Request], interpreter: Interpreter, timeout: float) -> Iterator[Answer]:
    """The answers of one process. Raises _EndedError where it ends before the last."""
    with ended_orphans(), _started(interpreter.python, interpreter.root) as process:
        try:
            answers = _Answers(process, timeout)
            scripts = {"table": TABLE, "calls": CALLS, "output": str(interpreter.output)}
            request = {"path": [*map(str, interpreter.path)], **scripts, "tools": [*map(asdict, requests)]}
            _send(process, {"token": answers.token, **request})
            _check(answers)
            for _ in requests:
                yield Answer(**answers.next())
        finally:
            _kill(process)


def _started(python: str, root: Path) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - the interpreter that the configuration names, and our own script
            [python, str(PROBE)],
            cwd=root,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise NoIntrospectionError(f"`{python}` cannot be run: {error.strerror}") from error


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and those of its group, which would go on and hold its pipes."""
    if os.name == "nt":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _send(process: subprocess.Popen[bytes], request: Json) -> None:
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    with suppress(BrokenPipeError), process.stdin:  # that it has ended is seen where it is read
        process.stdin.write(json.dumps(request).encode())


class _Answers:
    """What the process says, message by message. Each has the `token` that it was sent before it ran the user's code:
    what that code writes is no answer.
    """

    def __init__(self, process: subprocess.Popen[bytes], timeout: float) -> None:
        self.token = secrets.token_hex()
        self._process, self._timeout = process, timeout
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        self._pipe = os.dup(process.stdout.fileno())
        self._lines: queue.Queue[bytes] = queue.Queue(_AHEAD)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Read line by line, empty at the end; a process that left the group may hold the pipe, so this alone waits."""
        with os.fdopen(self._pipe, "rb") as pipe:
            while line := pipe.readline(_LONGEST):
                self._lines.put(line)
        self._lines.put(b"")

    def next(self) -> dict[str, Any]:
        """The next message. Raises _EndedError."""
        try:
            line = self._lines.get(timeout=self._timeout)
            code = None if line else self._process.wait(self._timeout)
        except (queue.Empty, subprocess.TimeoutExpired):
            raise _EndedError(f"it took longer than {self._timeout:g} seconds") from None
        if code is not None:
            raise _EndedError(f"it ended the process with exit code {code}")
        try:
            message: dict[str, Any] = json.loads(line)
            if message.pop("token") == self.token:
                return message
        except (ValueError, RecursionError, AttributeError, TypeError, KeyError):
            pass
        raise _EndedError("it wrote where only toolgen answers")


def _check(answers: _Answers) -> None:
    """Raises NoIntrospectionError where the probe does not start."""
    try:
        message = answers.next()
    except _EndedError as ended:
        raise NoIntrospectionError(f"it does not start: {ended}") from ended
    if "fatal" in message:
        raise NoIntrospectionError(f"{message['fatal']}; {_WAY_OUT}")
