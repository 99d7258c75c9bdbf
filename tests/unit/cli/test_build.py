"""`toolgen build`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Toolgen = Callable[..., Result]

TREE = """
from typing import TypedDict

class Tree(TypedDict):
    branches: list["Tree"]

@tool
def plant(tree: Tree) -> None:
    \"\"\"Plant a tree.\"\"\"
"""


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_it_says_what_it_did(toolgen: Toolgen, project: Path) -> None:
    files = len(snapshot(project))
    result = toolgen("build")
    written = len(snapshot(project)) - files
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"wrote {written} files in generated/ (2 tools)\n"
    assert (project / "generated" / "manifest.json").is_file()
    # Nothing changed.
    assert toolgen("build").stdout == f"wrote 0 files, {written} unchanged in generated/ (2 tools)\n"
    # A target less.
    (project / "toolgen.toml").write_text('paths = ["tools.py"]\ntargets = ["openai", "anthropic", "gemini-json"]\n')
    assert toolgen("build").stdout.endswith("1 removed in generated/ (2 tools)\n")
    assert not (project / "generated" / "mcp.json").exists()


def test_from_a_folder_below_and_by_the_path_of_the_configuration(
    toolgen: Toolgen, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "below").mkdir()
    monkeypatch.chdir(project / "below")
    assert toolgen("build").stdout.endswith(" in ../generated/ (2 tools)\n")
    monkeypatch.chdir("/")
    assert toolgen("build", "--config", str(project / "toolgen.toml")).exit_code == 0
    assert toolgen("build", "--config", str(project / "below")).exit_code == 0
    assert toolgen("build", "--config", "nowhere.toml").exit_code == 2


def test_findings_that_are_no_errors_do_not_keep_it_from_writing(toolgen: Toolgen, project: Path) -> None:
    with (project / "tools.py").open("a") as stream:
        stream.write("x = 1  # toolgen: ignore[TG203]\n")
    result = toolgen("build")
    assert result.exit_code == 0
    assert "tools.py:19:8: TG108" in result.stderr
    assert result.stderr.endswith("1 warning in 1 file\nexit code 0: warnings are no errors\n")
    assert result.stdout.startswith("wrote ")


def test_what_cannot_be_known_can_be_left_out(toolgen: Toolgen, project: Path) -> None:
    with (project / "tools.py").open("a") as stream:
        stream.write("@tool\ndef fetch() -> None: ...\n")
    (project / "toolgen.toml").write_text('paths = ["tools.py"]\non_error = "skip"\n')
    result = toolgen("build")
    assert result.exit_code == 0
    assert result.stdout.endswith("in generated/ (2 tools; left out: fetch (TG203))\n")
    assert result.stderr.endswith("1 warning in 1 file\nexit code 0: warnings are no errors\n")
    assert json.loads((project / "generated" / "manifest.json").read_bytes())["skipped"] == [
        {"name": "fetch", "module": "tools", "qualname": "fetch", "codes": ["TG203"]}
    ]
    assert toolgen("check").exit_code == 0


@pytest.mark.parametrize("command", [("build",), ("check",), ("scan", ".")])
def test_strict_makes_warnings_count(toolgen: Toolgen, project: Path, command: tuple[str, ...]) -> None:
    with (project / "tools.py").open("a") as stream:
        stream.write("x = 1  # toolgen: ignore[TG203]\n")
    toolgen("build")
    assert toolgen(*command).exit_code == 0
    result = toolgen(*command, "--strict")
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (1, "exit code 1: there are warnings, and --strict")


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("broken.py", "from toolgen import tool\n@tool\ndef f(:\n", "broken.py:3:7: TG101"),
        ("silent.py", "from toolgen import tool\n@tool\ndef fetch() -> None: ...\n", "silent.py:3:5: TG203"),
        ("generated/mine.txt", "mine", "generated/mine.txt: TG402"),
        ("generated/manifest.json", "{}", "generated/manifest.json: TG401"),
    ],
)
def test_with_an_error_nothing_is_written(toolgen: Toolgen, project: Path, name: str, content: str, code: str) -> None:
    toolgen("build")
    (project / "toolgen.toml").write_text('paths = ["."]\ntargets = ["mcp"]\n')
    (project / name).write_text(content)
    before = snapshot(project)
    result = toolgen("build")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(code)
    assert result.stderr.endswith("1 error in 1 file\nnothing was written\nexit code 1: there are errors\n")
    assert snapshot(project) == before


def test_the_errors_of_all_stages_come_in_one_run(toolgen: Toolgen, project: Path) -> None:
    (project / "toolgen.toml").write_text('paths = ["."]\n')
    toolgen("build")
    (project / "loop").symlink_to(project)
    (project / "broken.py").write_text("from toolgen import tool\nx = (\n")
    (project / "silent.py").write_text("from toolgen import tool\n@tool\ndef fetch() -> None: ...\n")
    (project / "generated" / "mine").touch()
    (project / "generated" / "prompt.md").write_text("edited")
    result = toolgen("build")
    assert result.exit_code == 1
    assert [line.split()[1] for line in result.stderr.splitlines() if ": TG" in line] == [
        "TG101",
        "TG402",
        "TG401",
        "TG106",
        "TG203",
    ]
    assert result.stderr.endswith("5 errors in 5 files\nnothing was written\nexit code 1: there are errors\n")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ('output = "../out"', "toolgen.toml:1:1: TG004"),
        ('templates = "nowhere"', "toolgen.toml:1:1: TG005"),
        ("paths =", "toolgen.toml:1:8: TG001"),
    ],
)
def test_a_bad_configuration(toolgen: Toolgen, project: Path, settings: str, expected: str) -> None:
    (project / "toolgen.toml").write_text(settings)
    before = snapshot(project)
    result = toolgen("build")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(expected)
    assert snapshot(project) == before


def test_bad_templates_are_a_matter_of_the_configuration(toolgen: Toolgen, project: Path) -> None:
    (project / "toolgen.toml").write_text('paths = ["tools.py"]\ntemplates = "templates"\n')
    (project / "templates").mkdir()
    (project / "templates" / "promt.md.j2").touch()
    (project / "templates" / "prompt.md.j2").write_text("{{ x")
    result = toolgen("build")
    assert result.exit_code == 2
    assert "templates/promt.md.j2: TG006" in result.stderr
    assert "templates/prompt.md.j2:1:1: TG007" in result.stderr
    assert not (project / "generated").exists()


def test_force_overwrites_what_was_edited(toolgen: Toolgen, project: Path) -> None:
    toolgen("build")
    before = snapshot(project)
    (project / "generated" / "prompt.md").write_text("edited")
    assert toolgen("build").exit_code == 1
    assert toolgen("build", "--force").exit_code == 0
    assert snapshot(project) == before


def test_no_configuration(toolgen: Toolgen, tmp_path: Path) -> None:
    result = toolgen("build")
    assert result.exit_code == 2
    assert "TG008" in result.stderr
    assert "run `toolgen init`" in result.stderr
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - hidden files too


def test_what_cannot_be_read_replaces_nothing(toolgen: Toolgen, project: Path) -> None:
    toolgen("build")
    (project / "templates").mkdir()
    (project / "templates" / "prompt.md.j2").write_text("")
    (project / "templates" / "TOOLS.md.j2").write_text("")
    (project / "templates" / "dispatch.py.j2").write_text("x = (\n")
    (project / "templates" / "dispatch_part.py.j2").write_text("")
    (project / "toolgen.toml").write_text('paths = ["tools.py"]\ntemplates = "templates"\n')
    before = snapshot(project)
    result = toolgen("build")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("cannot be read: '(' was never closed") == 2
    assert result.stderr.endswith("nothing was written\nexit code 2: this is an error in toolgen\n")
    assert snapshot(project) == before


def test_what_a_target_cannot_be_told_is_an_error_of_the_tool_and_none_of_toolgen(
    toolgen: Toolgen, project: Path
) -> None:
    with (project / "tools.py").open("a") as stream:
        stream.write(TREE)
    (project / "toolgen.toml").write_text('paths = ["tools.py"]\ntargets = ["gemini", "openai"]\n')
    before = snapshot(project)
    for command, end in {"build": "nothing was written", "check": "the generated files were not compared"}.items():
        result = toolgen(command)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.count(": TG") == 1
        assert "TG503 what `plant` takes cannot be told to gemini without" in result.stderr
        assert result.stderr.endswith(f"1 error in 1 file\n{end}\nexit code 1: there are errors\n")
    assert snapshot(project) == before
