"""The wheel as users install it: built from the repository and from the source distribution, and run elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.network

NAMES = {
    "toolgen/templates/tools.css",
    "toolgen/templates/tools.js",
    "toolgen/__init__.py",
    "toolgen/py.typed",
    "toolgen/model/manifest.schema.json",
}
"""Files that a wheel must not forget, beside the templates."""


def build(repository: Path, folder: Path, *formats: str) -> Path:
    """The wheel that `python -m build` makes: without `formats` by way of the source distribution."""
    command = [sys.executable, "-m", "build", "--installer=uv", *formats, "--outdir", str(folder), str(repository)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(repository, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def toolgen(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in a new virtual environment that holds the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("venv") / "environment"
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    uv = [sys.executable, "-m", "uv", "--quiet"]
    subprocess.run([*uv, "venv", "--python", sys.executable, folder], check=True)
    subprocess.run([*uv, "pip", "install", "--python", scripts / "python", wheel], check=True)
    return scripts / "toolgen"


def members(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_wheel_holds_the_package_and_its_templates(wheel: Path, repository: Path) -> None:
    templates = {f"toolgen/{path.relative_to(repository).as_posix()}" for path in repository.glob("templates/**/*.j2")}
    assert NAMES | templates <= members(wheel).keys()
    folders = {name.partition("/")[0] for name in members(wheel)}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == {"toolgen"}


def test_source_distribution_and_repository_make_the_same_wheel(wheel: Path, repository: Path, tmp_path: Path) -> None:
    assert members(build(repository, tmp_path, "--wheel")) == members(wheel)


def test_source_distribution_holds_what_its_tests_need(wheel: Path) -> None:
    (archive,) = wheel.parent.glob("*.tar.gz")
    with tarfile.open(archive) as source:
        top = {name.split("/")[1] for name in source.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "templates", "tests", "sample_project"} <= top


def test_installed_command_builds_what_the_repository_holds(toolgen: Path, repository: Path, tmp_path: Path) -> None:
    committed = repository / "sample_project"
    project = tmp_path / "project"
    shutil.copytree(committed, project, ignore=shutil.ignore_patterns("generated"))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    command = [str(toolgen), "build", "--config", str(project)]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    generated = Path("src", "assistant", "generated")
    assert contents(project / generated) == contents(committed / generated)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
