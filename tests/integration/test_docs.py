"""The pages on calls are true: their examples run in the sample project, and print what stands behind `# →`."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.forked import toolgen_process
from tests.test_readme import assert_matches, run

RUN = """
import ast, asyncio, inspect, sys

code = compile(open(sys.argv[1]).read(), "examples", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
made = eval(code, {"__name__": "__main__"})
if inspect.isawaitable(made):
    asyncio.run(made)
"""


@pytest.mark.parametrize(
    ("page", "count"), [("runtime.md", 13), ("dispatch.md", 4), ("call-syntaxes.md", 5), ("prompts.md", 2)]
)
def test_the_examples_print_what_they_say(page: str, count: int, repository: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (repository / "docs" / page).read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == count
    shutil.copytree(repository / "sample_project", tmp_path / "project")
    (tmp_path / "examples.py").write_text("\n".join(blocks), encoding="utf-8")
    environment = {
        "PYTHONPATH": str(tmp_path / "project/src"),
        "ASSISTANT_STORE": str(tmp_path / "assistant.sqlite3"),
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path / "examples.py")],
        cwd=tmp_path / "project",
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    expected = re.findall(r"^ *# → (.*)$", "\n".join(blocks), re.MULTILINE)
    assert done.stdout.splitlines() == expected, textwrap.indent(done.stderr, "  ")
    assert done.returncode == 0


@pytest.mark.parametrize(("name", "count"), [("fix.md", 3), ("migrate.md", 5), ("hand-written.md", 2)])
def test_the_pages_on_changes_of_source_show_what_the_commands_print(
    name: str, count: int, repository: Path, tmp_path: Path
) -> None:
    page = (repository / "docs" / name).read_text(encoding="utf-8")
    (tmp_path / "toolgen.toml").write_text('paths = ["."]\n')
    steps = re.findall(r"<!-- (?:file: (\S+)|run) -->\n```\w+\n(.*?)```", page, re.DOTALL)
    assert [path for path, _ in steps].count("") == count
    for path, text in steps:  # in the order in which they are read
        if path:
            (tmp_path / path).write_text(text, encoding="utf-8")
        for step in re.split(r"^\$ ", "" if path else text, flags=re.MULTILINE)[1:]:
            command, _, expected = step.partition("\n")
            assert_matches(printed(command, tmp_path), expected)


def printed(command: str, folder: Path) -> str:
    """What a command prints in `folder`, on both streams."""
    program, *arguments = shlex.split(command)
    if program != "toolgen":
        return run(command, folder, folder)
    return toolgen_process(*arguments, cwd=folder, before=_in_one_stream).stdout


def _in_one_stream() -> None:
    sys.stderr = sys.stdout


@pytest.mark.parametrize("page", ["tokens.md"])
def test_the_commands_print_of_the_sample_project_what_the_page_shows(
    page: str, repository: Path, tmp_path: Path
) -> None:
    text = (repository / "docs" / page).read_text(encoding="utf-8")
    (transcript,) = re.findall(r"<!-- run -->\n```console\n(.*?)```", text, re.DOTALL)
    shutil.copytree(repository / "sample_project", tmp_path / "project")
    command, _, expected = transcript.removeprefix("$ ").partition("\n")
    assert_matches(printed(command, tmp_path / "project"), expected)
