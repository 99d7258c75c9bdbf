"""`toolgen explain CODE` and `toolgen completion SHELL`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from toolgen.diagnostics.codes import CODES

Toolgen = Callable[..., Result]


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(toolgen: Toolgen, code: str) -> None:
    result = toolgen("explain", code.lower())
    assert result.exit_code == 0
    assert result.stdout.startswith(
        f"{code}: {CODES[code].title} ({CODES[code].severity})\n\n{CODES[code].explanation}\n"
    )
    assert not re.search(r"\{\w|\{\{|\}\}", result.stdout.partition("\nMessage:")[2])
    assert (f"# toolgen: ignore[{code}]" in result.stdout) == (code[2] in "123")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("TG229", "Message:  the tool `TOOL` of `SERVER` is left out: `OTHER` has one of this name"),
        ("TG104", "Message:  this file is SIZE bytes, more than the limit of LIMIT"),
    ],
)
def test_what_a_message_is_about_is_in_capitals(toolgen: Toolgen, code: str, line: str) -> None:
    assert line in toolgen("explain", code).stdout.splitlines()


def test_an_unknown_code(toolgen: Toolgen) -> None:
    result = toolgen("explain", "TG1O4")
    assert result.exit_code == 2
    assert "there is no `TG1O4`: did you mean" in result.stderr
    assert "`TG104`" in result.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_asks_toolgen(toolgen: Toolgen, shell: str) -> None:
    result = toolgen("completion", shell)
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"_TOOLGEN_COMPLETE={shell}_complete" in result.stdout


def test_an_unknown_shell(toolgen: Toolgen) -> None:
    assert toolgen("completion", "tcsh").exit_code == 2


def test_the_bash_script_completes_commands_in_a_real_bash(toolgen: Toolgen) -> None:
    script = toolgen("completion", "bash").stdout
    ask = f"{script}\nCOMP_WORDS=(toolgen c); COMP_CWORD=1; _toolgen_completion toolgen; echo ${{COMPREPLY[@]}}"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["bash", "-c", ask], env=os.environ | {"PATH": path}, capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == ["check", "completion"]
