"""The pages on calls are true: their examples run in the sample project, and print what stands behind `# →`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

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
        timeout=120,
        check=False,
    )
    expected = re.findall(r"^ *# → (.*)$", "\n".join(blocks), re.MULTILINE)
    assert done.stdout.splitlines() == expected, textwrap.indent(done.stderr, "  ")
    assert done.returncode == 0
