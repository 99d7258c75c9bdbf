"""`toolgen fix`: shows what it would change, and writes it where that is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Toolgen

GONE = '''\
from toolgen import tool


@tool
def add(left: int) -> int:
    """Add.

    Args:
        left: The one.
        right: The other.
    """
'''
DIFF = '''\
--- a/tools.py
+++ b/tools.py
@@ -7,5 +7,4 @@
{}
     Args:
         left: The one.
-        right: The other.
     """
'''.format(" ")


@pytest.fixture
def gone(project: Path) -> Path:
    (project / "tools.py").write_text(GONE)
    return project


def test_a_diff_is_shown_and_nothing_written(gone: Path, toolgen: Toolgen) -> None:
    done = toolgen("fix")
    assert (done.exit_code, done.stdout) == (1, DIFF)
    assert done.stderr == "1 file to change: run it again with `--write`\nexit code 1: 1 file to change\n"
    assert (gone / "tools.py").read_text() == GONE


def test_files_are_written_and_then_there_is_nothing_to_do(gone: Path, toolgen: Toolgen) -> None:
    done = toolgen("fix", "--write")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "tools.py: TG208\n1 file changed\n", "")
    assert (gone / "tools.py").read_text() == GONE.replace("        right: The other.\n", "")
    for arguments, said in ((["--write"], "0 files changed\n"), ([], "")):
        done = toolgen("fix", *arguments)
        assert (done.exit_code, done.stdout) == (0, said)


def test_what_cannot_be_changed_is_told_beside_it(gone: Path, toolgen: Toolgen) -> None:
    (gone / "toolgen.toml").write_text('paths = ["tools.py", "odd.py"]\n')
    (gone / "odd.py").write_text(GONE.replace("add", "sub").replace("Add.", 'Sub.""" """'))
    done = toolgen("fix", "--write")
    assert done.exit_code == 0
    assert done.stdout == "tools.py: TG208\n1 file changed\n"
    assert "odd.py:5:5: TG602 this is left as it is (TG208): the docstring is made of several strings" in done.stderr


def test_a_docstring_in_epydocs_style_is_told_and_gets_no_second_section(gone: Path, toolgen: Toolgen) -> None:
    docstring = '    """Add.\n\n    @param left: One.\n    """\n'
    (gone / "tools.py").write_text(f"from toolgen import tool\n\n\n@tool\ndef add(left: int) -> int:\n{docstring}")
    done = toolgen("fix")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "TG602 this is left as it is (TG611): the docstring is written in Epydoc's style" in done.stderr


def test_a_code_without_a_fix_is_refused(gone: Path, toolgen: Toolgen) -> None:
    assert gone
    done = toolgen("fix", "--select", "TG101")
    assert done.exit_code == 2
    assert "`TG101` has no fix" in done.stderr


def test_what_is_said_now_is_suppressed_where_it_stands(gone: Path, toolgen: Toolgen) -> None:
    source = GONE.replace("left: int", "left").replace("-> int:", "-> int:  # noqa") + "    return 1"
    (gone / "tools.py").write_text(source)
    assert toolgen("fix", "--ignore", "TG304,TG208", "--write").exit_code == 0
    ignore = "# noqa  # toolgen: ignore[TG208, TG304]"
    assert (gone / "tools.py").read_text() == source.replace("# noqa", ignore)
    assert toolgen("check").stderr.count("TG208") == 0
    assert toolgen("fix", "--ignore", "TG304,TG208").exit_code == 0
    assert toolgen("fix", "--ignore", "TG101").exit_code == 2


def test_progress_is_shown_on_a_terminal_alone(gone: Path) -> None:
    pty = pytest.importorskip("pty", reason="terminals of this system are others")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "toolgen", "fix", "--write"]
    done = subprocess.run(command, cwd=gone, stderr=theirs, stdout=subprocess.PIPE, text=True, check=True)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert [part.removeprefix("\x1b[K") for part in shown.split("\r")] == [
        "",
        "reading the project…",
        "changing files: 1 of 1…",
        "reading it as it will be…",
        "",
    ]
    assert done.stdout == "tools.py: TG208\n1 file changed\n"
