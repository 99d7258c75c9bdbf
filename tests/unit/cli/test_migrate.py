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
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert app


def test_the_frameworks_are_named_that_declare_tools_where_the_one_that_was_asked_for_declares_none(
    app: Path, toolgen: Toolgen
) -> None:
    done = toolgen("migrate", "--from", "mcp")
    said = "no tool is declared by mcp, but 1 tool by fastmcp: name that with `--from`\n"
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", said)
    assert toolgen("migrate", "--from", "fastmcp", "--write").exit_code == 0
    for framework in ("fastmcp", "mcp"):
        done = toolgen("migrate", "--from", framework)
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert app
