"""`docs/runtime.md` is true: its examples run in the sample project, and print what stands behind `# →`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

RUN = """
import ast, asyncio, inspect, sys

code = compile(open(sys.argv[1]).read(), "runtime.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
made = eval(code, {"__name__": "__main__"})
if inspect.isawaitable(made):
    asyncio.run(made)
"""


def test_the_examples_print_what_they_say(repository: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (repository / "docs/runtime.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) > 8
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
