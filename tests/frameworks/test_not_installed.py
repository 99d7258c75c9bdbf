"""The manifest is the same whether or not the framework is installed, but for what is said of its own classes."""

from __future__ import annotations

import venv
from pathlib import Path
from typing import Any

import pytest
from file_sides import installed
from frameworks import FRAMEWORKS, Framework

from toolgen.config.config import Config
from toolgen.model.manifest_codec import encode_tool
from toolgen.pipeline import Analysis, analyse

CASES = [
    pytest.param(framework, case, id=f"{framework.name}-{case}") for framework in FRAMEWORKS for case in framework.cases
]
OF_RESULTS = frozenset({"output_schema", "is_wrapped", "returns", "digest"})
"""What is left out, with a note (TG307), where a result is a class of the framework."""

OF_A_FRAMEWORKS_BASE = {("semantic-kernel", "decorators"): {"forecast"}}
"""Tools with a parameter whose class is below one of the framework's: without it nothing is known of it (TG302)."""


@pytest.fixture(scope="session")
def nothing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment in which nothing is installed."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    return folder / "bin" / "python"


def analysed(framework: Framework, case: str, python: Path) -> Analysis:
    return analyse(Config(framework.path, paths=(f"{case}.py",), output="", python=str(python)))


def tools(analysis: Analysis, *, without: frozenset[str] = frozenset()) -> dict[str, dict[str, Any]]:
    encoded = {tool.name: encode_tool(tool) for tool in analysis.manifest.tools}
    return {name: {key: tool[key] for key in tool.keys() - without} for name, tool in encoded.items()}


@pytest.mark.network
@pytest.mark.parametrize(("framework", "case"), CASES)
def test_the_manifest_is_the_same(framework: Framework, case: str, nothing: Path) -> None:
    there, absent = analysed(framework, case, installed(framework)), analysed(framework, case, nothing)
    of_base = OF_A_FRAMEWORKS_BASE.get((framework.name, case), set())
    ours, theirs = tools(absent, without=OF_RESULTS), tools(there, without=OF_RESULTS)
    assert theirs
    assert {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)} == of_base

    codes = {found.code for found in absent.diagnostics}
    assert ("TG302" in codes) is bool(of_base)
    whole, known = tools(absent), tools(there)
    lost = [name for name in known if "output_schema" in known[name].keys() - whole[name].keys()]
    assert not lost or "TG307" in codes, "a schema that is missing is told"
