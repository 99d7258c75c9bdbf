"""A small project, and the command line run on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolgen.cli import cli

TOOLS = '''\
from toolgen import tool


@tool
def add(left: int, right: int = 0) -> int:
    """Add two numbers.

    Args:
        left: The first.
        right: The second.
    """
    return left + right


@tool
async def greet(name: str) -> str:
    """Greet somebody, 日本語."""
    return f"Hello {name}"
'''

Toolgen = Callable[..., Result]


@pytest.fixture
def toolgen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toolgen:
    """Runs `toolgen` with the given arguments, in an empty folder at first."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return lambda *arguments, **settings: CliRunner().invoke(cli, arguments, **settings)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two tools in `tools.py`, and a configuration."""
    (tmp_path / "toolgen.toml").write_text('paths = ["tools.py"]\n')
    (tmp_path / "tools.py").write_text(TOOLS, encoding="utf-8")
    return tmp_path
