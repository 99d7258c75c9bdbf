"""Tools in the file that runs as the program: dispatch calls those of the program, and imports no second one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from toolgen.cli import cli

PROGRAM = '''\
from app.generated import dispatch
from toolgen import tool

print("runs")
SAID = []


@tool
def say(text: str) -> int:
    """Say it."""
    SAID.append(text)
    return len(SAID)


class Desk:
    @tool
    def ring(self) -> str:
        """Ring."""
        return type(self).__module__


if __name__ == "__main__":
    tools = dispatch.Dispatcher(Desk())
    print(tools.dispatch_sync("say", {"text": "a"}), SAID, tools.dispatch_sync("ring", {}))
'''

OTHER = """\
from app.generated import dispatch

print(dispatch.call_sync("say", {"text": "a"}))
"""


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["app/desk.py"], "runs\n1 ['a'] __main__\n"),
        (["-m", "app.desk"], "runs\n1 ['a'] __main__\n"),
        (["-c", "import app.desk as d; print(d.dispatch.call_sync('say', {'text': 'a'}), d.SAID)"], "runs\n1 ['a']\n"),
        (["other/desk.py"], "runs\n1\n"),
    ],
)
def test_the_program_is_not_run_a_second_time(arguments: list[str], printed: str, tmp_path: Path) -> None:
    (tmp_path / "toolgen.toml").write_text('paths = ["app/desk.py"]\noutput = "app/generated"\n')
    for folder in ("app", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    (tmp_path / "app/desk.py").write_text(PROGRAM)
    (tmp_path / "other/desk.py").write_text(OTHER)
    assert CliRunner().invoke(cli, ["build", "--config", str(tmp_path)]).exit_code == 0
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == (printed, "")
