"""Pipes, devices and files of any size in the place of what toolgen reads: each is told, and none is opened."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.forked import limited_memory, toolgen_process

TOOLS = 'from toolgen import tool\n\n\n@tool\ndef f() -> str:\n    """F."""\n    return ""\n'


def large(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(3_000_000_000)


@pytest.mark.parametrize("make", [os.mkfifo, large], ids=["pipe", "large"])
@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("toolgen.toml", "TG001"),
        ("tools.py", "TG105"),
        ("generated/manifest.json", "TG403"),
        ("generated/__init__.py", "TG403"),
        ("generated/toolgen.sum", "TG403"),
        ("generated/.toolgen.journal", "TG403"),
        ("generated/mine", "TG402"),
        ("templates/prompt.md.j2", "TG007"),
    ],
)
def test_in_the_place_of_a_file(tmp_path: Path, make: object, place: str, code: str) -> None:
    settings = 'paths = ["tools.py"]\n' + ('templates = "templates"\n' if place.startswith("templates") else "")
    (tmp_path / "toolgen.toml").write_text(settings)
    (tmp_path / "tools.py").write_text(TOOLS)
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).unlink(missing_ok=True)
    assert callable(make)
    make(tmp_path / place)
    code = {(large, "tools.py"): "TG104", (os.mkfifo, "toolgen.toml"): "TG008"}.get((make, place), code)
    for command in (("build",), ("check",)):
        said = toolgen(tmp_path, *command)
        assert said.returncode in {1, 2}
        assert f"{code} " in said.stderr, said.stderr
        assert "\n  help: " in said.stderr
    assert (tmp_path / place).exists()


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/tty", "pipe", "pipe.py"])
def test_scan(tmp_path: Path, path: str) -> None:
    if not path.startswith("/"):
        os.mkfifo(tmp_path / path)
    said = toolgen(tmp_path, "scan", path)
    assert said.returncode == 1
    assert "TG105 this path cannot be read: it is neither a file nor a folder" in said.stderr


def toolgen(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`toolgen` in `folder`, with 500 MB of memory and ten minutes."""
    return toolgen_process(*arguments, cwd=folder, before=limited_memory(500))
