"""What `toolgen migrate --to` writes is taken by the frameworks: the cases of its tests run with the real ones."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from environments import environment
from frameworks import FRAMEWORKS, Framework

from tests.conftest import REPOSITORY

CASES = {
    "anthropic": "to-anthropic/decorators",
    "fastmcp 4": "to-fastmcp/found",
    "langchain": "to-langchain/decorators",
    "mcp 1": "to-mcp/older",
    "mcp 2": "to-mcp/made",
    "openai-agents": "to-openai-agents/decorators",
    "pydantic-ai": "to-pydantic-ai/contexts",
}
RUN = "import runpy, sys; sys.path.insert(0, sys.argv[1]); runpy.run_path(sys.argv[2])"


@pytest.mark.network
@pytest.mark.parametrize("framework", [one for one in FRAMEWORKS if one.name in CASES], ids=lambda one: one.name)
def test_the_framework_takes_what_is_written(framework: Framework, tmp_path: Path) -> None:
    python = environment(framework.name.replace(" ", "-"), framework.requirements)
    module = REPOSITORY / "tests" / "migrations" / CASES[framework.name] / "after.py"
    command = [str(python), "-c", RUN, str(REPOSITORY), str(module)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
