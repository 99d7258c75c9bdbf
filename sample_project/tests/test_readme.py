"""The README is true: its commands run in a copy of this project, and print what it shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
README = (PROJECT / "README.md").read_text("utf-8")
TRANSCRIPTS = re.findall(r"<!-- run -->\n```console\n(.*?)```", README, re.DOTALL)


def test_there_is_something_to_run() -> None:
    assert len(TRANSCRIPTS) == 4


def test_commands_print_what_the_readme_shows_one_after_the_other(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    for step in re.split(r"^\$ ", "".join(TRANSCRIPTS), flags=re.MULTILINE)[1:]:
        lines = step.splitlines()
        more = [line[2:] for line in lines[1:] if line.startswith(">")]
        expected = "\n".join(lines[1 + len(more) :])
        printed = run("\n".join([lines[0], *more]), project).rstrip("\n")
        assert re.fullmatch(re.escape(expected).replace("…", ".*"), printed), (lines[0], printed)


@pytest.mark.parametrize(("file", "test"), re.findall(r"`(tests/\w+\.py)::(\w+)`", README))
def test_tests_that_the_readme_names_are_there(file: str, test: str) -> None:
    assert f"def {test}(" in (PROJECT / file).read_text("utf-8")


def test_each_system_has_a_test() -> None:
    _, _, table = README.partition("| system | tests |\n|---|---|\n")
    rows = table.strip().splitlines()
    assert len(rows) > 30
    assert [row for row in rows if not re.fullmatch(r"\| .+ \| (`tests/\w+\.py::\w+`(, )?)+ \|", row)] == []


def run(command: str, project: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(project / "src"), "COLUMNS": "100"}
    bash = shutil.which("bash") or "bash"
    done = subprocess.run([bash, "-c", command], cwd=project, env=environment, text=True, capture_output=True)
    return done.stdout + done.stderr
