"""`toolgen scan PATH…`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Toolgen = Callable[..., Result]

SERVER = '''\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()
def echo(text: str) -> str:
    """Say it again.

    As often as needed.
    """
    return text
'''


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """An MCP server in `generated/server.py`, and no configuration."""
    (tmp_path / "generated").mkdir()
    (tmp_path / "generated" / "server.py").write_text(SERVER)
    return tmp_path


@pytest.mark.parametrize("path", [".", "generated", "generated/server.py"])
def test_the_table_needs_no_configuration_and_leaves_no_folder_out(toolgen: Toolgen, source: Path, path: str) -> None:
    result = toolgen("scan", path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split(maxsplit=3) for line in result.stdout.splitlines()] == [
        ["NAME", "DIALECT", "PLACE", "DESCRIPTION"],
        ["echo", "mcp", "generated/server.py:7", "Say it again."],
    ]
    assert {item.name for item in source.iterdir()} == {"generated"}


@pytest.mark.usefixtures("source")
def test_the_manifest(toolgen: Toolgen) -> None:
    result = toolgen("scan", ".", "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    (tool,) = json.loads(result.stdout)["tools"]
    assert tool["source"]["path"] == "generated/server.py"


def test_the_same_manifest_as_a_build(toolgen: Toolgen, project: Path) -> None:
    toolgen("build")
    assert (
        toolgen("scan", "tools.py", "--format", "json").stdout_bytes
        == (project / "generated" / "manifest.json").read_bytes()
    )


def test_no_configuration_is_read(toolgen: Toolgen, source: Path) -> None:
    (source / "toolgen.toml").write_text("nonsense")
    assert toolgen("scan", ".").exit_code == 0


def test_sources_elsewhere(toolgen: Toolgen, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = source / "empty" / "folder"
    elsewhere.mkdir(parents=True)
    monkeypatch.chdir(elsewhere)
    for path in ("../../generated", "../../generated/server.py"):
        assert "../../generated/server.py:7" in toolgen("scan", path).stdout
    tool = json.loads(toolgen("scan", "../../generated", "--format", "json").stdout)["tools"][0]
    assert tool["source"]["path"] == "server.py"
    both = json.loads(toolgen("scan", "../../generated", ".", "--format", "json").stdout)["tools"][0]
    assert both["source"]["path"] == "generated/server.py"


@pytest.mark.parametrize("format_", ["table", "json"])
def test_findings_are_on_stderr_and_keep_nothing_back(toolgen: Toolgen, source: Path, format_: str) -> None:
    (source / "broken.py").write_text("tool = (\n")
    result = toolgen("scan", ".", "--format", format_)
    assert result.exit_code == 1
    assert "echo" in result.stdout
    assert "TG101" not in result.stdout
    assert "broken.py:1:8: TG101" in result.stderr


def test_tools_of_two_servers_that_share_a_name_are_all_listed(toolgen: Toolgen) -> None:
    server = "{0} = FastMCP('{0}')\n@{0}.tool(name='search')\ndef search_{0}(q: str):\n    'Search.'\n"
    Path("two.py").write_text(f"from fastmcp import FastMCP\n{server.format('a')}{server.format('b')}")
    result = toolgen("scan", "two.py")
    assert [line.split()[:3] for line in result.stdout.splitlines()[1:]] == [
        ["search", "fastmcp", "two.py:4"],
        ["search", "fastmcp", "two.py:8"],
    ]
    assert result.stderr == ""


def test_nothing_found(toolgen: Toolgen) -> None:
    result = toolgen("scan", ".")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "no tools were found\n")


def test_a_search_path_finds_classes(toolgen: Toolgen, source: Path) -> None:
    (source / "lib").mkdir()
    (source / "lib" / "shapes.py").write_text(
        "from dataclasses import dataclass\n\n@dataclass\nclass Point:\n    x: int\n"
    )
    (source / "generated" / "server.py").write_text(
        SERVER.replace("text: str)", "text: Point)").replace("from", "from shapes import Point\nfrom", 1)
    )
    assert "TG302" in toolgen("scan", "generated").stderr
    assert toolgen("scan", "generated", "--search-path", "lib").exit_code == 0


@pytest.mark.usefixtures("source")
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nowhere"],
        [".", "--format", "xml"],
        [".", "--python", "nowhere"],
        [".", "--search-path", "generated/server.py"],
    ],
)
def test_usage(toolgen: Toolgen, arguments: list[str]) -> None:
    result = toolgen("scan", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: " in result.stderr
