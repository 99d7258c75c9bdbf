"""What tests of several folders use: the command line as users run it, and pictures of folders to compare."""

from __future__ import annotations

import gc
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import hypothesis
import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

REPOSITORY = Path(__file__).parent.parent

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
"""`run(*arguments, cwd=folder, **environment)`: `toolgen` in a process of its own, its output as text."""

Snapshot: TypeAlias = dict[str, tuple[int, bytes]]
"""The modification time in nanoseconds and the content of all that is in a folder, by relative path."""

REFUSAL = "--update-goldens is refused while CI is set: goldens are reviewed before they are committed"


# In CI the same examples every time, and fewer: a gate that fails by chance says nothing of the change. Elsewhere new
# ones are looked for; a machine under load must not fail them. Who changes what they try sets the variable once.
EXAMPLES = 500 if os.environ.get("TOOLGEN_THOROUGH") else 40
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, max_examples=EXAMPLES * 5 // 8)
hypothesis.settings.register_profile("search", deadline=None, max_examples=EXAMPLES)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "search")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="rewrite the expected files of the golden cases")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update-goldens") and os.environ.get("CI"):
        raise pytest.UsageError(REFUSAL)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One process where files are named: it starts at once, and can be debugged. Else one for each processor."""
    files = (Path(argument.partition("::")[0]).is_file() for argument in config.args)
    return 0 if any(files) else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Of a run of the network tests, which are few, a file that does not name their marker is not imported."""
    if config.option.markexpr != "network" or not collection_path.match("test_*.py"):
        return None
    return "mark.network" not in collection_path.read_text(encoding="utf-8") or None


class _InGroups(LoadScopeScheduling):  # type: ignore[misc] # it has no types
    """Gives the tests of a file to one process, and those of a framework: what they share is made once.

    `--dist=loadgroup` makes no groups since pytest 9.2, whose tests keep their names where xdist 3.8 does not look.
    """

    def _split_scope(self, nodeid: str) -> str:
        path, _, test = nodeid.partition("::")
        framework = re.search(r"\[(\w+)", test) if path.startswith("tests/frameworks/") else None
        return framework[1] if framework else path


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    """The network tests in groups; the others, which share little, as they come."""
    return _InGroups(config, log) if config.option.markexpr == "network" else None


def pytest_collection_finish() -> None:
    """The tests stay to the end: the collector of garbage need not go over all that was imported for them again.

    It looks less often for what a test leaves behind, too, which is a tree or two.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


_NUMBERS = count()


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each test. pytest's own looks for its number among all folders so far: quadratic time."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    return tmp_path_factory.mktemp(f"{name}_{next(_NUMBERS)}", numbered=False)


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


@pytest.fixture(scope="session")
def toolgen() -> Run:
    """The command line of this checkout, with an environment that does not depend on who runs the tests."""

    def run(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "TOOLGEN_"))}
        return subprocess.run(
            [sys.executable, "-m", "toolgen", *arguments],
            cwd=cwd,
            env=kept | {"COLUMNS": "100", "PYTHONUTF8": "1"} | environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=600,
        )

    return run


@pytest.fixture(scope="session")
def snapshot() -> Callable[[Path], Snapshot]:
    def take(folder: Path) -> Snapshot:
        return {path.relative_to(folder).as_posix(): _state(path) for path in sorted(folder.rglob("*"))}

    return take


def _state(path: Path) -> tuple[int, bytes]:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        return status.st_mtime_ns, os.fsencode(path.readlink())
    return status.st_mtime_ns, path.read_bytes() if stat.S_ISREG(status.st_mode) else b""
