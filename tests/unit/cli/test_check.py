"""`toolgen check`."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Toolgen = Callable[..., Result]


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_nothing_to_do(toolgen: Toolgen, project: Path) -> None:
    toolgen("build")
    before = snapshot(project)
    result = toolgen("check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "generated/ is up to date (2 tools)\n"
    assert snapshot(project) == before


def test_every_kind_of_stale_file_is_named_with_its_difference(toolgen: Toolgen, project: Path) -> None:
    toolgen("build")
    tools = (project / "tools.py").read_text(encoding="utf-8")
    (project / "tools.py").write_text(tools.replace("Add two numbers.", "Add numbers."), encoding="utf-8")
    (project / "toolgen.toml").write_text('paths = ["tools.py"]\ntargets = ["openai", "anthropic", "gemini-json"]\n')
    (project / "generated" / "manifest.json").unlink()
    before = snapshot(project)
    result = toolgen("check")
    assert (result.exit_code, result.stderr) == (1, "exit code 1: 10 files stale\n")
    assert (
        "generated/manifest.json is missing\n--- /dev/null\n+++ b/generated/manifest.json\n@@ -0,0 +1," in result.stdout
    )
    assert "generated/openai.json is out of date\n--- a/generated/openai.json\n" in result.stdout
    assert '-      "description": "Add two numbers.",\n+      "description": "Add numbers.",\n' in result.stdout
    assert "generated/mcp.json is no longer generated\n--- a/generated/mcp.json\n+++ /dev/null\n" in result.stdout
    assert result.stdout.splitlines()[-1].endswith(" files to bring up to date: run `toolgen build`")
    assert snapshot(project) == before
    # What it shows is what a build does.
    subprocess.run(["patch", "-p1", "-s"], cwd=project, input=result.stdout.encode(), check=True)
    patched = snapshot(project)
    assert toolgen("build").exit_code == 0
    assert snapshot(project) == patched


def test_an_edited_file_is_shown_with_the_edit_and_the_command_that_undoes_it(toolgen: Toolgen, project: Path) -> None:
    toolgen("build")
    prompt = project / "generated" / "prompt.md"
    text = prompt.read_text(encoding="utf-8")
    prompt.write_text(text + "mine\n", encoding="utf-8")
    result = toolgen("check")
    assert result.exit_code == 1
    assert "generated/prompt.md: TG401" in result.stderr
    assert result.stdout.startswith("generated/prompt.md was edited by hand\n--- a/generated/prompt.md\n")
    assert result.stdout.endswith("-mine\n1 file to bring up to date: run `toolgen build --force`\n")


def test_a_foreign_file_is_not_ours_to_mend(toolgen: Toolgen, project: Path) -> None:
    toolgen("build")
    (project / "generated" / "mine.txt").touch()
    result = toolgen("check")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "generated/mine.txt: TG402" in result.stderr


def test_with_errors_in_the_source_nothing_is_compared(toolgen: Toolgen, project: Path) -> None:
    (project / "tools.py").write_text("from toolgen import tool\nx = (\n")
    result = toolgen("check")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.endswith(
        "1 error in 1 file\nthe generated files were not compared\nexit code 1: there are errors\n"
    )


def test_line_ends_of_a_checkout_are_no_difference(toolgen: Toolgen, project: Path) -> None:
    toolgen("build")
    for path in [*(project / "generated").rglob("*"), project / "tools.py"]:
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert toolgen("check").exit_code == 0


def test_on_a_terminal_the_difference_is_coloured_and_harmless(
    toolgen: Toolgen, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toolgen("build")
    (project / "generated" / "prompt.md").write_text("\x1b[2Jedited\n")
    monkeypatch.setattr("toolgen.cli.diff.in_colour", lambda _: True)
    result = toolgen("check", color=True)
    assert "\x1b[31m-\\x1b[2Jedited\x1b[0m" in result.stdout


LIMITED = 'targets = ["mcp", {{ name = "openai", max_tokens = {} }}]\n'


@pytest.mark.parametrize("command", ["build", "check"])
def test_definitions_cost_no_more_than_is_allowed(toolgen: Toolgen, project: Path, command: str) -> None:
    before = (project / "toolgen.toml").read_text()
    (project / "toolgen.toml").write_text(before + LIMITED.format(200))
    assert toolgen("build").exit_code == 0
    (project / "toolgen.toml").write_text(before + LIMITED.format(20))
    result = toolgen(command)
    assert result.exit_code == 1
    assert re.match(
        r"toolgen\.toml:2:38: TG520 the definitions for openai have about \d+ tokens, and `max_tokens` allows 20; "
        r"the largest: `add` \(\d+\), `greet` \(\d+\)\n",
        result.stderr,
    )
    (project / "toolgen.toml").write_text(before + LIMITED.format(200))
    assert toolgen(command).exit_code == 0
