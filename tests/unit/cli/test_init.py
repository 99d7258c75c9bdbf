"""`toolgen init`."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Toolgen = Callable[..., Result]
ATTRIBUTES = "generated/** linguist-generated=true text eol=lf\n"


def test_an_empty_folder(toolgen: Toolgen, tmp_path: Path) -> None:
    result = toolgen("init")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "created toolgen.toml",
        "created tools.py",
        f"added `{ATTRIBUTES.strip()}` to .gitattributes",
        "next: run `toolgen build`",
    ]
    assert (tmp_path / ".gitattributes").read_text() == ATTRIBUTES
    # What it made is a project without findings.
    built = toolgen("build")
    assert (built.exit_code, built.stderr) == (0, "")
    assert built.stdout.endswith("(1 tool)\n")
    assert toolgen("check").exit_code == 0


def test_a_second_time_everything_is_kept(toolgen: Toolgen, tmp_path: Path) -> None:
    toolgen("init")
    (tmp_path / "tools.py").unlink()
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    result = toolgen("init")
    assert result.stdout.splitlines() == [
        "kept toolgen.toml, which configures toolgen",
        "kept .gitattributes",
        "next: run `toolgen build`",
    ]
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    "before",
    [
        b"",
        b'[project]\nname = "x"\n',
        b'[project]\nname = "x"',
        b'# comment\r\n[project]\r\nname = "x"\r\n',
        b'\xef\xbb\xbf[project]\nname = "\xc3\xa4"\n\n\n',
        b"[tool.ruff]\nline-length = 100\n",
        b"[tool]\nx = 1\n",
    ],
)
def test_pyproject_is_added_to_and_kept_byte_for_byte(toolgen: Toolgen, tmp_path: Path, before: bytes) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_bytes(before)
    assert "added [tool.toolgen] to pyproject.toml" in toolgen("init").stdout
    after = path.read_bytes()
    assert after.startswith(before)
    assert (b"\r\n" in before) == (b"\r\n" in after)
    assert (after.count(b"\n") == after.count(b"\r\n")) == (b"\r\n" in before)
    assert tomllib.loads(after.decode("utf-8-sig"))["tool"]["toolgen"] == {"paths": ["."], "output": "generated"}
    assert toolgen("build").exit_code == 0


@pytest.mark.parametrize("before", [b"tool = {ruff = {}}\n", b"tool = 1\n", b"[[tool]]\n"])
def test_a_pyproject_that_takes_no_table_is_left_alone(toolgen: Toolgen, tmp_path: Path, before: bytes) -> None:
    (tmp_path / "pyproject.toml").write_bytes(before)
    assert "created toolgen.toml" in toolgen("init").stdout
    assert (tmp_path / "pyproject.toml").read_bytes() == before


def test_a_broken_pyproject_is_left_alone(toolgen: Toolgen, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"[[[")
    result = toolgen("init")
    assert result.exit_code == 2
    assert "TG001" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["pyproject.toml"]


@pytest.mark.parametrize(
    ("folders", "paths", "tool", "output"),
    [
        ([], ["."], "tools.py", "generated"),
        (["app", "tests"], ["."], "app/tools.py", "app/generated"),
        (["app", "my-app"], ["."], "app/tools.py", "app/generated"),
        (["app", "lib"], ["."], "tools.py", "generated"),
        (["app", "app/tools"], ["."], "app/agent_tools.py", "app/generated"),
        (["tools"], ["."], "tools/tools.py", "tools/generated"),
        (["tools", "lib"], ["."], "agent_tools.py", "generated"),
        (["src"], ["src"], "src/tools.py", "generated"),
        (["src/app", "tests"], ["src"], "src/app/tools.py", "src/app/generated"),
        (["src/app", "src/lib"], ["src"], "src/tools.py", "generated"),
    ],
)
def test_where_the_first_tool_goes(
    toolgen: Toolgen, tmp_path: Path, folders: list[str], paths: list[str], tool: str, output: str
) -> None:
    for folder in folders:
        (tmp_path / folder).mkdir(parents=True)
        if folder != "src":
            (tmp_path / folder / "__init__.py").touch()
    assert f"created {tool}" in toolgen("init").stdout
    assert tomllib.loads((tmp_path / "toolgen.toml").read_text()) == {"paths": paths, "output": output}
    assert (tmp_path / ".gitattributes").read_text().startswith(f"{output}/** ")
    assert toolgen("build").stdout.endswith("(1 tool)\n")


def test_a_project_with_tools_gets_none(toolgen: Toolgen, tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text("from fastmcp import FastMCP\nmcp = FastMCP('x')\n@mcp.tool\ndef f(): 'F.'\n")
    assert toolgen("init").stdout.splitlines()[:2] == ["created toolgen.toml", "found 1 tool"]
    assert not (tmp_path / "tools.py").exists()


def test_nothing_is_overwritten(toolgen: Toolgen, tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text("mine")
    (tmp_path / ".gitattributes").write_text("*.py text")
    assert "kept tools.py" in toolgen("init").stdout
    assert (tmp_path / "tools.py").read_text() == "mine"
    assert (tmp_path / ".gitattributes").read_text() == f"*.py text\n{ATTRIBUTES}"


@pytest.mark.parametrize("output", ["made", "src/made by toolgen"])
def test_git_knows_the_output_that_is_configured(toolgen: Toolgen, tmp_path: Path, output: str) -> None:
    (tmp_path / "toolgen.toml").write_text(f'output = "{output}"')
    toolgen("init")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    command = ["git", "check-attr", "linguist-generated", "eol", "--", f"{output}/docs/a.md"]
    asked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert [line.rsplit(": ", 1)[1] for line in asked.stdout.splitlines()] == ["true", "lf"]


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("pyproject.toml", "pyproject.toml"),
        ("toolgen.toml", "missing"),
        (".gitattributes", "attributes"),
        (".gitattributes", "missing"),
        ("src", "src"),
        ("src/app", "src"),
        ("src/tools.py", "missing"),
    ],
)
def test_nothing_is_written_through_a_link_out_of_the_folder(
    toolgen: Toolgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: str, target: str
) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "project"
    (outside / "src").mkdir(parents=True)
    (outside / "src" / "__init__.py").touch()
    (outside / "pyproject.toml").write_text("[tool.x]\n")
    (outside / "attributes").touch()
    (folder / link).parent.mkdir(parents=True)
    (folder / link).symlink_to(outside / target)
    before = {path: path.read_bytes() for path in outside.rglob("*") if path.is_file()}
    monkeypatch.chdir(folder)
    result = toolgen("init")
    assert (result.exit_code, result.stdout) == (2, "")
    assert ": TG010 this is a link that leads out of the project" in result.stderr
    assert {path: path.read_bytes() for path in outside.rglob("*") if path.is_file()} == before


def test_a_link_inside_the_folder_is_followed(toolgen: Toolgen, tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "attributes").touch()
    (tmp_path / ".gitattributes").symlink_to("config/attributes")
    assert toolgen("init").exit_code == 0
    assert (tmp_path / "config" / "attributes").read_text() == ATTRIBUTES
