"""Text of strangers' repositories on a terminal: no command prints what one would obey, and no line is made up."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Toolgen
from toolgen.cli import COMMANDS
from toolgen.model.unsafe import CHARACTERS

HOSTILE = "\x1b[2J\x07\x9b31m\x85\u202e\u2066\r\u2028\u2029\u200b\u200d\u2060\ufeff\xad\U000e0041x"
ESCAPED = HOSTILE.encode("unicode_escape").decode()
LINE = "\nfake.py:1:1: TG201 made up"
UNSAFE = re.compile(f"[{CHARACTERS}]")

TOOLS = f'''\
from toolgen import Tool, tool


@tool(title="{ESCAPED}")
def add(left: int = 1, text: str = "{ESCAPED}") -> int:
    """Add {ESCAPED}."""
    return left


class Kinds(Tool):
    name = "kinds"
    description = "Kinds."
    parameters_schema = {{"type": "object", "properties": {{"x": {{"enum": ["{ESCAPED}"]}}, "y{ESCAPED}": {{}}}}}}

    def execute(self, **given): ...


@tool("x{ESCAPED}\\n")
def wrong(a, b: "no{ESCAPED}"): ...
'''
CALLS = {
    "build": [[], ["--digest"], ["--config", HOSTILE + LINE]],
    "show": [["add"], ["x" + HOSTILE + LINE]],
    "scan": [["."], [HOSTILE + LINE]],
    "verify": [[HOSTILE + LINE], ["--tool", HOSTILE + LINE]],
    "explain": [["TG201"], [HOSTILE + LINE]],
    "completion": [["bash"], [HOSTILE + LINE]],
}
"""What each command is called with; nothing, where it is not named."""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A project with files of every kind that hold such text, and have such names."""
    folder = tmp_path / f"tools{HOSTILE}{LINE}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / f"a{HOSTILE}.py").write_text(TOOLS, encoding="utf-8")
    (tmp_path / "good.py").write_text(TOOLS.partition('@tool("x')[0], encoding="utf-8")
    output = json.dumps("out" + HOSTILE).replace(r"\udb40\udc41", r"\U000e0041")
    stubs = 'stubs = ["tools.pyi", "tools.d.ts"]\ntargets = ["openai"]'
    (tmp_path / "toolgen.toml").write_text(f'paths = ["."]\noutput = {output}\non_error = "skip"\n{stubs}\n')
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_a_terminal_is_told_nothing(toolgen: Toolgen, hostile: Path, name: str) -> None:
    assert "wrote" in toolgen("build").output
    for file in hostile.glob("out*/*.*"):
        file.write_text(file.read_text(encoding="utf-8") + HOSTILE + LINE, encoding="utf-8")
    for arguments in CALLS.get(name, [[]]):
        result = toolgen(name, *arguments, color=True)
        assert not UNSAFE.search(result.output)
        assert not re.search("^fake", result.stderr, re.MULTILINE)


def test_a_first_configuration_tells_nothing_either(toolgen: Toolgen, hostile: Path) -> None:
    for file in [hostile / "toolgen.toml", *hostile.rglob("*.py")]:  # a project that has tools gets no file
        file.write_text("") if file.name == "__init__.py" else file.unlink()
    result = toolgen("init", color=True)
    assert "created tools" in result.output
    assert not UNSAFE.search(result.output)


def test_what_is_generated_is_safe_to_look_at(toolgen: Toolgen, hostile: Path) -> None:
    assert "wrote" in toolgen("build").output
    files = [file for file in hostile.glob("out*/*") if file.is_file()]
    assert len(files) > 5
    assert not [file.name for file in files if UNSAFE.search(file.read_text(encoding="utf-8"))]
