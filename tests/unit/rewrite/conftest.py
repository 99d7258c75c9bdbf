"""Projects that are changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from toolgen.config.config import Config
from toolgen.config.reading import load
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.planning import RewritePlan, plan

Planned = Callable[..., RewritePlan]


@pytest.fixture
def planned(tmp_path: Path) -> Planned:
    """`planned({path: source}, codemod, …, **keys)`: what codemods make of a project of these files.

    `keys` are those of its configuration, unless `toolgen.toml` is one of the files.
    """

    def run(files: Mapping[str, str | bytes], *codemods: Codemod, **keys: Any) -> RewritePlan:
        for path, source in files.items():
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(source if isinstance(source, bytes) else source.encode())
        config = load(tmp_path) if "toolgen.toml" in files else Config(root=tmp_path, **keys)
        return plan(config, codemods)

    return run
