"""A project of a few files, analysed as `toolgen build` would."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from toolgen import pipeline
from toolgen.config.config import Config
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis


@pytest.fixture
def analyse(tmp_path: Path) -> Callable[..., Analysis]:
    """`analyse({path: source}, **keys)`: writes the files below an empty root and reads them."""

    def run(files: Mapping[str, str], **keys: Any) -> Analysis:
        for path, source in files.items():
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dedent(source), encoding="utf-8")
        return pipeline.analyse(Config(root=tmp_path, **keys))

    return run


@pytest.fixture
def only(analyse: Callable[..., Analysis]) -> Callable[[str], ToolSpec]:
    """`only(source)`: the one tool of a file of which nothing is to be said, but that the framework is not here."""

    def run(source: str) -> ToolSpec:
        analysis = analyse({"tools.py": source})
        assert [f"{found.code} {found.message}" for found in analysis.diagnostics if found.code != "TG302"] == []
        (tool,) = analysis.manifest.tools
        return tool

    return run


@pytest.fixture(scope="session")
def tsc(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """`tsc(*files)`: what the compiler of TypeScript says of files."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("compiler")
    subprocess.run([npm, "install", "--silent", "--prefix", folder, "typescript@5"], check=True, cwd=folder)
    options = ["--noEmit", "--strict", "--target", "es2022", "--skipDefaultLibCheck"]
    command = [str(folder / "node_modules" / ".bin" / "tsc"), *options]

    def run(*files: Path) -> str:
        done = subprocess.run(
            [*command, *map(str, files)], check=False, capture_output=True, encoding="utf-8", cwd=folder
        )
        return done.stdout + done.stderr

    return run
