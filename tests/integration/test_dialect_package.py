"""The package of `docs/dialects.md`, as it is written there, is installed and teaches `toolgen scan` a framework."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from uv import find_uv_bin


@pytest.fixture(scope="module")
def document(repository: Path) -> str:
    return (repository / "docs/dialects.md").read_text(encoding="utf-8")


@pytest.fixture
def project(document: str, tmp_path: Path) -> Path:
    """The files of the document, each behind its name."""
    for name, text in re.findall(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", document, re.DOTALL | re.MULTILINE):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


def test_example_package(
    document: str, project: Path, repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = tmp_path_factory.mktemp("environment")  # in the project it would be left out
    options = ("--quiet", "--offline", "--no-deps", "--python", sys.executable, "--target", str(environment))
    subprocess.run([find_uv_bin(), "pip", "install", *options, str(project)], check=True)
    done = subprocess.run(
        [sys.executable, "-m", "toolgen", "scan", "tickets.py"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(environment), str(repository)])},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    shown = re.search(r"^\$ toolgen scan tickets.py\n(.*?)^```$", document, re.DOTALL | re.MULTILINE)
    assert shown is not None
    assert (done.stdout, done.stderr, done.returncode) == (shown[1], "", 0)
