"""The hooks of `.pre-commit-hooks.yaml`, run by `pre-commit` itself in the repository of a project that uses them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from toolgen.config.config import STUBS

pytestmark = pytest.mark.network

Hook: TypeAlias = Callable[[str], subprocess.CompletedProcess[str]]

CONFIGURATION = """\
repos:
  - repo: {repository}
    rev: {revision}
    hooks:
      - id: toolgen-check
      - id: toolgen-build
"""
GENERATED = Path("src", "assistant", "generated")
AUTHOR = ("-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false")


def git(folder: Path, *arguments: str) -> str:
    command = ["git", *AUTHOR, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, encoding="utf-8", env=clean()).stdout


def clean() -> dict[str, str]:
    """The environment without what `git` sets for the hooks of the repository that is being committed to."""
    return {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}


def commit_all(folder: Path) -> str:
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "All files")
    return git(folder, "rev-parse", "HEAD").strip()


@pytest.fixture(scope="module")
def hooks(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The working tree, committed to a repository of its own."""
    copy = tmp_path_factory.mktemp("toolgen")
    listed = git(repository, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.split("\0")):
        if (repository / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(repository / name, copy / name)
    commit_all(copy)
    return copy


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps the environments that it installs: one for all tests."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def project(hooks: Path, tmp_path: Path) -> Path:
    """A repository that holds the sample project and uses the hooks."""
    project = tmp_path / "assistant"
    shutil.copytree(hooks / "sample_project", project)
    revision = git(hooks, "rev-parse", "HEAD").strip()
    configuration = CONFIGURATION.format(repository=hooks.as_posix(), revision=revision)
    (project / ".pre-commit-config.yaml").write_text(configuration)
    commit_all(project)
    return project


@pytest.fixture
def run(project: Path, home: Path) -> Hook:
    def run(hook: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pre_commit", "run", hook, "--all-files", "--verbose"]
        environment = clean() | {"PRE_COMMIT_HOME": str(home), "PRE_COMMIT_COLOR": "never"}
        return subprocess.run(command, cwd=project, env=environment, capture_output=True, encoding="utf-8", check=False)

    return run


def make_stale(project: Path) -> None:
    path = project / "src" / "assistant" / "tools" / "clock.py"
    path.write_text(path.read_text().replace("Tell the date", "Tell the year, the date"))
    git(project, "add", "--all")


def test_clean_project_passes(project: Path, run: Hook) -> None:
    for hook in ("toolgen-check", "toolgen-build"):
        done = run(hook)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Passed" in done.stdout
    assert git(project, "status", "--porcelain") == ""


def test_hooks_look_at_each_generated_file(repository: Path) -> None:
    pattern = re.compile(*re.findall(r"files: (.+)", (repository / ".pre-commit-hooks.yaml").read_text())[:1])
    names = [*STUBS, *(path.name for path in (repository / "sample_project" / GENERATED).iterdir() if path.is_file())]
    assert [name for name in names if not pattern.search(name)] == []


def test_stale_files_fail_and_are_named(project: Path, run: Hook) -> None:
    make_stale(project)
    done = run("toolgen-check")
    assert done.returncode == 1
    assert (GENERATED / "manifest.json").as_posix() in done.stdout
    assert "toolgen build" in done.stdout


def test_build_mends_stale_files(project: Path, run: Hook) -> None:
    make_stale(project)
    assert run("toolgen-build").returncode == 1, "pre-commit fails a hook that changes files"
    assert run("toolgen-build").returncode == 0
    assert run("toolgen-check").returncode == 0
