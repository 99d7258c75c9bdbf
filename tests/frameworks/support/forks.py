"""Processes where a framework is imported already: importing it takes longer than most that is asked of it."""

from __future__ import annotations

import atexit
import json
import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from environments import environment
from frameworks import HERE, Framework

FORKING = HERE / "probes" / "forking.py"
IMPORTS = re.compile(r"^ *(?:from|import) ([\w.]+)", re.MULTILINE)
ON_LOOPBACK = {"NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}

_running: dict[tuple[str, ...], subprocess.Popen[str]] = {}
"""The process that is forked, by the requirements of its environment: one at a time, since they are large."""


def forked(
    framework: Framework, *arguments: object, cwd: Path | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """What `python *arguments` does in the environment of `framework`: a script, or `-c` and a text, and what follows.

    It runs in a process of its own, which has imported what the cases of the framework import.
    """
    given = [*map(str, arguments)]
    with TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("stdin", "stdout", "stderr")]
        streams[0].write_text(stdin, encoding="utf-8")
        job = {"arguments": given, "cwd": str(cwd or Path.cwd()), "streams": [*map(str, streams)]}
        code = _asked(_process(framework), json.dumps(job))
        return subprocess.CompletedProcess(given, code, *(path.read_text("utf-8") for path in streams[1:]))


def _asked(process: subprocess.Popen[str], line: str) -> int:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return int(process.stdout.readline())


def _process(framework: Framework) -> subprocess.Popen[str]:
    if framework.requirements not in _running:
        end()
        python = environment(framework.name.replace(" ", "-"), framework.requirements)
        _running[framework.requirements] = subprocess.Popen(
            [python, FORKING, *_imports(framework)],
            # `PYTHONPATH` and the like are those of this environment.
            env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | ON_LOOPBACK,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
    return _running[framework.requirements]


def _imports(framework: Framework) -> Sequence[str]:
    texts = ((framework.path / f"{case}.py").read_text(encoding="utf-8") for case in framework.cases)
    return sorted({name for text in texts for name in IMPORTS.findall(text)} - {"__future__", "shared", "toolgen"})


@atexit.register
def end() -> None:
    """End the process that is forked."""
    while _running:
        _, process = _running.popitem()
        with process:
            process.kill()
