"""Same input, same bytes: whatever the order of files, hash seed, working directory, line ends and place."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from toolgen.config.reading import load
from toolgen.pipeline import analyse, generate

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
PROJECTS = ("sample_project", *(f"tests/cases/{name}/input" for name in ("types", "decorator_forms", "errors")))


def generated(project: Path) -> dict[str, bytes]:
    """The generated files of `project`, and what is said of its source."""
    config = load(project)
    analysis = analyse(config)
    return generate(analysis, config) | {"diagnostics": "\n".join(map(repr, analysis.diagnostics)).encode()}


def written(project: Path) -> dict[str, bytes]:
    """The files in the output folder of `project`."""
    folder = project / load(project).output
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.fixture(scope="module", params=PROJECTS)
def original(request: pytest.FixtureRequest, repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("original") / "project"
    shutil.copytree(repository / request.param, copy, ignore=shutil.ignore_patterns("generated", "__pycache__"))
    return copy


@pytest.fixture(scope="module")
def expected(original: Path) -> dict[str, bytes]:
    return generated(original)


@pytest.fixture
def project(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "project"))


@pytest.mark.parametrize("seed", range(3))
def test_order_of_folder_entries(
    seed: int, project: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    shuffle = random.Random(seed).shuffle
    scandir = os.scandir

    @contextmanager
    def shuffled(path: Any) -> Iterator[list[os.DirEntry[str]]]:
        with scandir(path) as listing:
            entries = list(listing)
        shuffle(entries)
        yield entries

    monkeypatch.setattr(os, "scandir", shuffled)
    assert list(generated(project).items()) == list(expected.items())


def test_hash_seed_and_working_directory(repository: Path, tmp_path: Path, toolgen: Run) -> None:
    outputs = []
    for seed, cwd in (("1", tmp_path), ("2", repository)):
        project = tmp_path / seed
        shutil.copytree(repository / "sample_project", project, ignore=shutil.ignore_patterns("generated"))
        done = toolgen("build", "--config", str(project), cwd=cwd, PYTHONHASHSEED=seed)
        assert done.returncode == 0, done.stderr
        outputs.append(written(project))
    assert outputs[0] == outputs[1]


def test_line_ends(project: Path, expected: dict[str, bytes]) -> None:
    for path in project.rglob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert generated(project) == expected


def test_byte_order_mark(project: Path, expected: dict[str, bytes]) -> None:
    for path in project.rglob("*.py"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert generated(project) == expected


def test_place_of_the_project(project: Path, expected: dict[str, bytes], tmp_path: Path) -> None:
    elsewhere = tmp_path / "a longer path" / "ünïcode" / "src"
    shutil.copytree(project, elsewhere)
    assert generated(elsewhere) == expected


def test_nothing_tells_where_or_when_it_was_built(project: Path) -> None:
    files = generated(project)
    del files["diagnostics"]
    assert [name for name, data in files.items() if str(project).encode() in data] == []


# -- changes of the source ----------------------------------------------------------------------------------------

CONFIGURATION = 'paths = ["notes.py", "shared.py"]\n'
SHARED = "LIMIT = 10\n"
SOURCE = '''\
from typing import Literal

from shared import LIMIT
from toolgen import tool


@tool(tags=["notes"])
def find_notes(query: str, order: Literal["new", "old"] = "new", limit: int = LIMIT) -> list[str]:
    """Find notes.

    Args:
        query: What to look for.
    """
    return [query, order][:limit]
'''

SAME_TOOL = {
    "nothing": ("", ""),
    "a comment above": ("@tool", "# Notes.\n@tool"),
    "a comment behind": ("-> list[str]:", "-> list[str]:  # in order"),
    "empty lines": ("@tool", "\n\n\n@tool"),
    "the body": ("[query, order][:limit]", "sorted({query, order}, reverse=True)"),
    "a helper": ("@tool", "def _key(text: str) -> str:\n    return text\n\n\n@tool"),
    "an import": ("from typing", "import os\nfrom typing"),
    "a docstring of the module": ("from typing", '"""Notes."""\n\nfrom typing'),
    "quotes": ('"new", "old"', "'new', 'old'"),
    "layout": ("query: str, order", "\n    query: str,\n    order"),
    "a future import": ("from typing", "from __future__ import annotations\n\nfrom typing"),
    "another spelling of the module": ("from typing import Literal", "from typing_extensions import Literal"),
    "another spelling of the marker": ("from toolgen import tool", "from toolgen import tool as mark\n\ntool = mark"),
}
OTHER_TOOL = {
    "its name": ("find_notes", "search_notes"),
    "its description": ("Find notes.", "Search notes."),
    "the description of an argument": ("What to look for.", "Words."),
    "a type": ("query: str", "query: int"),
    "a default": ('= "new"', '= "old"'),
    "the return type": ("-> list[str]", "-> tuple[str]"),
    "a tag": ('["notes"]', '["notes", "search"]'),
    "a constant of another module": ("LIMIT = 10", "LIMIT = 20"),
}


def generated_after(change: tuple[str, str], folder: Path) -> dict[str, bytes]:
    old, new = change
    (folder / "toolgen.toml").write_text(CONFIGURATION)
    for name, text in (("notes.py", SOURCE), ("shared.py", SHARED)):
        (folder / name).write_text(text.replace(old, new, 1))
    return generated(folder)


@pytest.mark.parametrize("change", SAME_TOOL.values(), ids=SAME_TOOL)
def test_change_that_is_not_of_the_tool_changes_no_file(change: tuple[str, str], tmp_path: Path) -> None:
    assert generated_after(change, tmp_path) == generated_after(("", ""), tmp_path)


@pytest.mark.parametrize("change", OTHER_TOOL.values(), ids=OTHER_TOOL)
def test_change_of_the_tool_changes_the_manifest(change: tuple[str, str], tmp_path: Path) -> None:
    changed, unchanged = generated_after(change, tmp_path), generated_after(("", ""), tmp_path)
    assert changed["manifest.json"] != unchanged["manifest.json"]
