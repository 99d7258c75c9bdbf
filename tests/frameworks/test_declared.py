"""What `toolgen migrate --to` writes is taken by the frameworks: the cases of its tests run with the real ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from forks import forked
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
    module = REPOSITORY / "tests" / "migrations" / CASES[framework.name] / "after.py"
    done = forked(framework, "-c", RUN, REPOSITORY, module, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
