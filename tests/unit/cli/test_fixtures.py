"""`toolgen fixtures`: examples as the calls of a scripted model."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from toolgen.call_syntax import BUILT_IN, call_syntax

Toolgen = Callable[..., Result]
SOURCE = '''\
from toolgen import tool


@tool(examples=[{"path": "a.py", "text": "x = 1\\n"}, {"path": "é b"}], multiline=["text"])
def write_file(path: str, text: str = "") -> None:
    """Write a file."""


@tool(examples=[{}])
def now() -> str:
    """Tell the time."""


@tool
def undo() -> None:
    """Undo it."""
'''
NOW: Any = ("now", {})
WRITTEN = [("write_file", {"path": "a.py", "text": "x = 1\n"}), ("write_file", {"path": "é b"})]


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "toolgen.toml").write_text('syntax = "line"\n')
    (tmp_path / "tools.py").write_text(SOURCE, encoding="utf-8")


@pytest.mark.parametrize("syntax", BUILT_IN)
def test_all_examples_are_calls_of_one_message(toolgen: Toolgen, syntax: str) -> None:
    result = toolgen("fixtures", "--syntax", syntax)
    assert (result.exit_code, result.stderr) == (0, "")
    calls = call_syntax(syntax, tools(toolgen)).parse(result.stdout).calls
    assert [(call.name, call.arguments) for call in calls] == [NOW, *WRITTEN]
    assert toolgen("fixtures", "--syntax", syntax).stdout == result.stdout


def tools(toolgen: Toolgen) -> Any:
    """What the syntaxes ask of tools."""
    listed = json.loads(toolgen("scan", ".", "--format", "json").stdout)["tools"]
    return [type("Tool", (), {"multiline": (), **tool}) for tool in listed]


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ([], "🛠️ now\n\n🛠️ write_file a.py\nx = 1\n\n🛠️🔚\n\n🛠️ write_file é b\n🛠️🔚\n"),
        (["now"], "🛠️ now\n"),
        (["write_file", "now"], "🛠️ write_file a.py\nx = 1\n\n🛠️🔚\n\n🛠️ write_file é b\n🛠️🔚\n\n🛠️ now\n"),
    ],
)
def test_the_syntax_is_the_configured_one_and_tools_are_chosen(toolgen: Toolgen, names: list[str], text: str) -> None:
    result = toolgen("fixtures", *names)
    assert (result.exit_code, result.stderr, result.stdout) == (0, "", text)


def test_each_by_itself(toolgen: Toolgen) -> None:
    found = json.loads(toolgen("fixtures", "now", "--format", "json", "--syntax", "python").stdout)
    assert found == [{"name": "now", "arguments": {}, "text": "now()"}]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["later"], "Invalid value for NAME: there is no tool `later`"),
        (["--syntax", "morse"], "Invalid value for --syntax: there is no call syntax 'morse'"),
    ],
)
def test_what_there_is_not(toolgen: Toolgen, arguments: list[str], message: str) -> None:
    result = toolgen("fixtures", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_no_examples(toolgen: Toolgen) -> None:
    result = toolgen("fixtures", "undo")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "no examples were found: `@tool(examples=[{…}])` declares them\n"
    assert toolgen("fixtures", "undo", "--format", "json").stdout == "[]\n"


def test_what_a_syntax_has_no_form_for_is_told(toolgen: Toolgen, tmp_path: Path) -> None:
    source = (
        'from toolgen import tool\n@tool(examples=[{"x\\\'\\"y": 1}, {}])\ndef f(**rest: int) -> None:\n    "Do."\n'
    )
    (tmp_path / "tools.py").write_text(source)
    result = toolgen("fixtures", "--syntax", "brackets")
    assert (result.exit_code, result.stdout) == (0, "[f]\n")
    assert result.stderr.startswith("example 1 of f is left out: a call of 'f' ")


def test_examples_that_are_none_are_errors(toolgen: Toolgen, tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(SOURCE.replace('{"path": "é b"}', "{}"), encoding="utf-8")
    result = toolgen("fixtures")
    assert result.exit_code == 1
    assert "TG230" in result.stderr
