"""`toolgen migrate` says when what it is asked for is nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.cli.conftest import Toolgen

SERVER = "from fastmcp import FastMCP\n\nmcp = FastMCP('x')\n\n\n@mcp.tool\ndef say(text: str) -> str:\n    'Say.'\n"


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A package with two modules, the configuration beside it."""
    (tmp_path / "toolgen.toml").write_text("")
    (tmp_path / "app").mkdir()
    (tmp_path / "app/__init__.py").write_text("")
    (tmp_path / "app/plain.py").write_text("def shout(text: str) -> str:\n    'Shout.'\n")
    (tmp_path / "app/server.py").write_text(SERVER)
    return tmp_path


@pytest.mark.parametrize("pattern", ["app.*", "app.**", "app", "other.*", "app.plain.whisper"])
def test_a_pattern_that_no_function_fits_is_refused(pattern: str, app: Path, toolgen: Toolgen) -> None:
    done = toolgen("migrate", "--decorate", pattern)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"no public function fits `{pattern}`" in done.stderr
    assert app


def test_a_pattern_whose_functions_are_tools_changes_nothing(app: Path, toolgen: Toolgen) -> None:
    assert (
        toolgen("migrate", "--decorate", "app.plain.*", "--write").stdout == "app/plain.py: decorate\n1 file changed\n"
    )
    done = toolgen("migrate", "--decorate", "app.plain.*")
    said = "nothing to change: it looks for functions without `@tool`\n"
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", said)
    assert app


def test_the_frameworks_are_named_that_declare_tools_where_the_one_that_was_asked_for_declares_none(
    app: Path, toolgen: Toolgen
) -> None:
    done = toolgen("migrate", "--from", "mcp")
    said = "nothing to change: no tool is declared by mcp, but 1 tool by fastmcp: name that with `--from`\n"
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", said)
    assert toolgen("migrate", "--from", "fastmcp", "--write").exit_code == 0
    for framework in ("fastmcp", "mcp"):
        done = toolgen("migrate", "--from", framework)
        said = f"nothing to change: no tool is declared by {framework}\n"
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", said)
    assert app


@pytest.mark.parametrize("option", ["--from", "--to"])
def test_what_is_no_framework_is_told_what_is(option: str, app: Path, toolgen: Toolgen) -> None:
    done = toolgen("migrate", option, "vue")
    assert done.exit_code == 2
    assert ", crewai, " in done.stderr
    assert app


@pytest.mark.parametrize(
    ("arguments", "sought"),
    [
        (("--to", "mcp"), "tools with `@tool`"),
        (("--from", "classes"), "classes of tools whose method takes `**kwargs`"),
        (("--from", "example-strings"), "examples that are texts of calls"),
        (("--from", "hand-written"), "lists of definitions, and what calls functions by their names"),
    ],
)
def test_what_is_looked_for_is_said_where_nothing_is_found(
    arguments: tuple[str, str], sought: str, app: Path, toolgen: Toolgen
) -> None:
    done = toolgen("migrate", *arguments)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", f"nothing to change: it looks for {sought}\n")
    assert app
