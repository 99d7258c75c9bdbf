"""The README is true: its commands run, their output is what it shows, and its quoted source stands where it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROMPT = "$ "
OMITTED = "…"

SOURCES = re.findall(r"<!-- source: (\S+) -->\n```\w*\n(.*?)```", README, re.DOTALL)
TRANSCRIPTS = re.findall(r"<!-- run -->\n```console\n(.*?)```", README, re.DOTALL)


def test_the_readme_has_something_to_check() -> None:
    assert len(SOURCES) >= 2
    assert len(TRANSCRIPTS) >= 2


@pytest.mark.parametrize(("path", "quoted"), SOURCES, ids=[path for path, _ in SOURCES])
def test_quoted_source_stands_in_the_file(path: str, quoted: str) -> None:
    assert quoted.strip("\n") in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=[text.partition("\n")[0] for text in TRANSCRIPTS])
def test_commands_print_what_the_readme_shows(transcript: str, tmp_path: Path) -> None:
    project = tmp_path / "sample_project"
    shutil.copytree(ROOT / "sample_project", project, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    for step in re.split(r"^\$ ", transcript, flags=re.MULTILINE)[1:]:
        command, _, expected = step.partition("\n")
        assert_matches(run(command, project, tmp_path), expected)


def run(command: str, project: Path, home: Path) -> str:
    """What `command` prints in `project`, on both streams, in a shell that finds this environment's programs first."""
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(project / "src"),
        "ASSISTANT_STORE": str(home / "assistant.sqlite3"),
        "COLUMNS": "100",
    }
    return subprocess.run(
        command, shell=True, cwd=project, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ).stdout


def assert_matches(printed: str, expected: str) -> None:
    """Line for line, but that a line `…` stands for any lines, and `…` in a line for any text."""
    lines = expected.splitlines(keepends=True)
    pattern = "".join(
        r"(?:.*\n)*?" if line == f"{OMITTED}\n" else re.escape(line).replace(OMITTED, ".*") for line in lines
    )
    assert re.fullmatch(pattern, printed), f"expected:\n{textwrap.indent(expected, '  ')}\nprinted:\n{printed}"
