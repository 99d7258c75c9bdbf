"""Environments that hold the newest release of a framework, made by `uv` and kept between runs.

Every process resolves the requirements anew, so that the newest release is the newest; the folder of an environment is
named by what the resolution said, so that what is kept is never stale and two runs never disturb each other.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "toolgen-frameworks"


@functools.cache
def environment(name: str, requirements: tuple[str, ...]) -> Path:
    """The interpreter of an environment with the newest releases that meet `requirements`.

    Raises RuntimeError with what `uv` says where they cannot be resolved or installed on the running Python.
    """
    resolved = _uv("pip", "compile", "--quiet", "--no-header", "--no-annotate", "-", stdin="\n".join(requirements))
    digest = hashlib.sha256(f"{sys.base_prefix}\n{sys.version}\n{resolved}".encode()).hexdigest()
    folder = CACHE / f"{name}-{digest[:16]}"
    if not folder.exists():
        _install(resolved, folder)
        _remove_others(name, folder)
    return _python(folder)


def _install(resolved: str, folder: Path) -> None:
    """Make the environment beside its place and move it there when it is complete. Another run may have been faster."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as temporary:
        made = Path(temporary) / "environment"
        _uv("venv", "--quiet", "--relocatable", str(made))
        _uv("pip", "sync", "--quiet", "--python", str(_python(made)), "-", stdin=resolved)
        if not folder.exists():
            made.rename(folder)


def _remove_others(name: str, folder: Path) -> None:
    for other in CACHE.glob(f"{name}-{'[0-9a-f]' * 16}"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _uv(*arguments: str, stdin: str = "") -> str:
    """What `uv` prints. It installs for the running interpreter, and reads no configuration of this project."""
    interpreter = {"UV_PYTHON": sys.executable, "UV_NO_CONFIG": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "uv", *arguments],
        input=stdin,
        env=os.environ | interpreter,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout
