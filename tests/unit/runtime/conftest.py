"""Toolboxes of the sample project, and manifests that a test writes."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from toolgen.runtime import Toolbox

Write: TypeAlias = Callable[..., Path]
"""`write(folder, *tools)`: a manifest in a folder, with tools that say no more than they must."""


@pytest.fixture
def sample(
    repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, forget: Callable[[Path], None]
) -> Iterator[Toolbox]:
    """The tools of the sample project, importable for the time of a test, with a store of its own."""
    monkeypatch.syspath_prepend(repository / "sample_project" / "src")
    monkeypatch.setenv("ASSISTANT_STORE", str(tmp_path / "assistant.sqlite3"))
    yield Toolbox.load(repository / "sample_project" / "src" / "assistant" / "generated")
    forget(repository / "sample_project")


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory, toolgen: Callable[..., Any]) -> Callable[[str], Path]:
    """`build(name)`: the folder of a project with the generated files of a package, which is a file beside this one."""

    def project(name: str) -> Path:
        root = tmp_path_factory.mktemp(name)
        (root / name).mkdir()
        shutil.copy(Path(__file__).with_name(f"{name}.py"), root / name / "__init__.py")
        (root / "toolgen.toml").write_text(f'paths = ["{name}"]\noutput = "{name}/generated"\n')
        done = toolgen("build", cwd=root)
        assert done.returncode == 0, done.stderr
        return root

    return project


@pytest.fixture(scope="session")
def shop_folder(build: Callable[[str], Path]) -> Path:
    return build("corner_shop")


@pytest.fixture
def shop(shop_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Toolbox:
    """The tools of `corner_shop.py`, importable for the time of a test; its modules, which keep nothing, stay."""
    monkeypatch.syspath_prepend(shop_folder)
    return Toolbox.load(shop_folder / "corner_shop" / "generated")


@pytest.fixture
def new_shop(shop: Toolbox, shop_folder: Path, forget: Callable[[Path], None]) -> Toolbox:
    """The same of which nothing is imported."""
    forget(shop_folder)
    return shop


@pytest.fixture(scope="session")
def library_folder(build: Callable[[str], Path]) -> Path:
    return build("library_tools")


@pytest.fixture
def library(library_folder: Path, monkeypatch: pytest.MonkeyPatch, forget: Callable[[Path], None]) -> Iterator[Path]:
    """The generated folder of `library_tools.py`, importable for the time of a test."""
    monkeypatch.syspath_prepend(library_folder)
    yield library_folder / "library_tools" / "generated"
    forget(library_folder)


@pytest.fixture(scope="session")
def forget() -> Callable[[Path], None]:
    """`forget(folder)`: what was imported from a folder is no longer imported."""

    def from_folder(folder: Path) -> None:
        files = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}
        packages = {name.partition(".")[0] for name, file in files.items() if file.startswith(f"{folder}{os.sep}")}
        for name in files:
            if name.partition(".")[0] in packages:
                del sys.modules[name]

    return from_folder


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def manifest(folder: str, *tools: dict[str, Any]) -> Path:
        path = tmp_path / folder / "manifest.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        document = {"manifest_version": 1, "tools": [_tool(**given) for given in tools], "types": {}}
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    return manifest


def _tool(name: str, **given: Any) -> dict[str, Any]:
    """An entry of a manifest; `given` are further fields."""
    place = {"path": "app.py", "module": "app", "qualname": name, "dialect": "toolgen", "binding": "function"}
    schema = {"type": "object", "properties": {}}
    entry = {"name": name, "description": f"Do {name}.", "input_schema": schema, "is_async": False, "source": place}
    return entry | {"returns": "None", "digest": "sha256:0123456789abcdef"} | given
