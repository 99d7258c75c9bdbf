"""Toolboxes of the sample project, and manifests that a test writes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from toolgen.runtime import Toolbox

Write: TypeAlias = Callable[..., Path]
"""`write(folder, *tools)`: a manifest in a folder, with tools that say no more than they must."""


@pytest.fixture
def sample(repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Toolbox]:
    """The tools of the sample project, importable for the time of a test, with a store of its own."""
    monkeypatch.syspath_prepend(repository / "sample_project" / "src")
    monkeypatch.setenv("ASSISTANT_STORE", str(tmp_path / "assistant.sqlite3"))
    yield Toolbox.load(repository / "sample_project" / "src" / "assistant" / "generated")
    for name in [name for name in sys.modules if name.partition(".")[0] == "assistant"]:
        del sys.modules[name]


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
