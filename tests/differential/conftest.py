"""Two schemas of one function: what toolgen reads in the source, what pydantic derives from the imported module."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

import pytest

from toolgen.project import parallel

sys.path.insert(0, str(Path(__file__).parent / "support"))
sys.path.insert(0, str(Path(__file__).parent.parent / "frameworks" / "support"))

from sides import TOOLS, Both, DeriveTools, as_written, read, runtime, static, write

pytest.register_assert_rewrite("positions")


@pytest.fixture(scope="session", autouse=True)
def _alone() -> Iterator[None]:
    """In one process, as beside the others of a run: what two make of the files is the same (`test_parallel`)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parallel, "_processors", lambda: 1)
        yield


@pytest.fixture(scope="session")
def derive_tools(tmp_path_factory: pytest.TempPathFactory) -> DeriveTools:
    """`derive_tools(files)`: what toolgen reads and what pydantic derives, in this order, of each tool in `tools.py`.

    `files` are texts by path. An error diagnostic fails the test.
    """

    folder, numbers = tmp_path_factory.mktemp("projects"), count()

    def run(files: Mapping[str, str]) -> Mapping[str, Both]:
        (root := folder / f"project{next(numbers)}").mkdir()
        write(root, files)
        analysis = read(root)
        errors = [found for found in analysis.diagnostics if found.severity == "error"]
        assert errors == [], "\n".join(files.values())
        ours, theirs = static(analysis), runtime(root)
        return {name: (ours[name], as_written(ours[name], derived, analysis)) for name, derived in theirs.items()}

    return run


@pytest.fixture
def derive_project(derive_tools: DeriveTools) -> Callable[[Mapping[str, str]], Both]:
    """`derive_project(files)`: the same of the one tool `f`."""
    return lambda files: derive_tools(files)["f"]


@pytest.fixture
def derive(derive_project: Callable[[Mapping[str, str]], Both]) -> Callable[[str], Both]:
    """`derive(source)`: the same for a project of one module."""
    return lambda source: derive_project({f"{TOOLS}.py": source})
