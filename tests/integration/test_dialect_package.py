"""The packages of `docs/dialects.md` and `docs/providers.md` are installed as written: a dialect, a target."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from uv import find_uv_bin

Toolgen: TypeAlias = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def document(request: pytest.FixtureRequest, repository: Path) -> str:
    return Path(repository, "docs", request.param).read_text(encoding="utf-8")


@pytest.fixture
def project(document: str, tmp_path: Path) -> Path:
    """The files of the document, each behind its name."""
    for name, text in re.findall(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", document, re.DOTALL | re.MULTILINE):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def toolgen(project: Path, repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Toolgen:
    """toolgen in an environment in which the package is installed."""
    environment = tmp_path_factory.mktemp("environment")  # in the project it would be left out
    options = ("--quiet", "--offline", "--no-deps", "--python", sys.executable, "--target", str(environment))
    subprocess.run([find_uv_bin(), "pip", "install", *options, str(project)], check=True)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "toolgen", *arguments],
            cwd=project,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(environment), str(repository)])},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return run


@pytest.mark.parametrize("document", ["dialects.md"], indirect=True)
def test_a_dialect(document: str, toolgen: Toolgen) -> None:
    done = toolgen("scan", "tickets.py")
    shown = re.search(r"^\$ toolgen scan tickets.py\n(.*?)^```$", document, re.DOTALL | re.MULTILINE)
    assert shown is not None
    assert (done.stdout, done.stderr, done.returncode) == (shown[1], "", 0)


TOOL = """
from uuid import UUID
from toolgen import tool

@tool
def find(key: UUID) -> None:
    \"\"\"Find.\"\"\"
"""


@pytest.mark.parametrize("document", ["providers.md"], indirect=True)
def test_a_target(project: Path, toolgen: Toolgen) -> None:
    (project / "app").mkdir()
    (project / "app" / "tools.py").write_text(TOOL, encoding="utf-8")
    (project / "toolgen.toml").write_text('paths = ["app"]\noutput = "app/generated"\ntargets = ["acme"]\n')
    done = toolgen("build")
    assert done.returncode == 0, done.stderr
    assert "TG504 1 keyword of 1 tool told otherwise to acme: 1 described" in done.stderr
    key = {"type": "string", "description": "Must be in the format uuid."}
    takes = {"type": "object", "properties": {"key": key}, "required": ["key"]}
    written = json.loads((project / "app" / "generated" / "acme.json").read_text(encoding="utf-8"))
    assert written == [{"id": "find", "about": "Find.", "takes": takes}]
