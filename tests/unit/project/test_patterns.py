"""`exclude` reads patterns as git does: compared with the real git."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolgen.project.walk import matcher


@pytest.mark.parametrize(
    ("pattern", "matches", "misses"),
    [
        ("a.py", ["a.py", "x/a.py", "x/y/a.py", "a.py/"], ["aa.py", "a.pyi", "a.py/b"]),
        ("tests", ["tests/", "x/tests/", "tests"], ["mytests/", "tests2/"]),
        ("tests/", ["tests/", "x/tests/"], ["mytests/", "tests", "x/tests"]),
        ("/tests", ["tests/", "tests"], ["x/tests/"]),
        ("x/tests", ["x/tests/"], ["y/x/tests/", "tests/"]),
        ("*_pb2.py", ["a_pb2.py", "x/_pb2.py"], ["a_pb2.pyi"]),
        ("x/*.py", ["x/a.py"], ["x/y/a.py", "a.py"]),
        ("x/**/a.py", ["x/a.py", "x/y/a.py", "x/y/z/a.py"], ["a.py", "y/x/a.py"]),
        ("**/a.py", ["a.py", "x/a.py"], ["b.py"]),
        ("x/**", ["x/a", "x/y/b", "x/y/"], ["x", "y"]),
        ("x/a**", ["x/ab"], ["x/ab/c"]),
        ("a?.py", ["ab.py", "x/ab.py"], ["a.py", "a/.py"]),
        ("a.b+c", ["a.b+c"], ["axb+c", "a.bbc"]),
    ],
)
def test_patterns(pattern: str, matches: list[str], misses: list[str]) -> None:
    match = matcher([pattern])
    assert [path for path in matches + misses if match(path)] == matches


def test_any_pattern_is_enough_and_none_excludes_nothing() -> None:
    assert matcher(["a", "b"])("b")
    assert not matcher([])("")


SEGMENT = st.text("ab*?.", min_size=1, max_size=3).filter(lambda text: text.strip(".") and "**" not in text)

SEGMENTS = st.lists(SEGMENT | st.sampled_from(["**", "da", "d*"]), min_size=1, max_size=3).map("/".join)
PATTERN = st.builds("{}{}{}".format, st.sampled_from(["", "/"]), SEGMENTS, st.sampled_from(["", "/"]))


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a file for every path of up to three segments of `a`, `b`, `ab` and `a.b`."""
    root = tmp_path_factory.mktemp("repository")
    names = ["a", "b", "ab", "a.b"]
    for folder in ["", *(f"d{x}/" for x in names), *(f"d{x}/d{y}/" for x in names for y in names)]:
        (root / folder).mkdir(exist_ok=True)
        for name in names:
            (root / folder / name).touch()
    subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
    return root


@settings(max_examples=50, deadline=None)
@given(pattern=PATTERN)
def test_it_agrees_with_git(repository: Path, pattern: str) -> None:
    files = sorted(path.relative_to(repository).as_posix() for path in repository.rglob("*") if path.is_file())
    files = [path for path in files if not path.startswith(".git")]
    (repository / ".gitignore").write_text(pattern)
    command = ["git", "check-ignore", "--no-index", "--stdin"]
    git = subprocess.run(command, cwd=repository, input="\n".join(files), capture_output=True, text=True, check=False)
    matches = matcher([pattern])
    assert [path for path in files if any(map(matches, _with_folders(path)))] == git.stdout.splitlines()


def _with_folders(path: str) -> list[str]:
    """`a/b/c`: `a/`, `a/b/` and `a/b/c`."""
    return [path[: slash.end()] for slash in re.finditer("/", path)] + [path]


@pytest.mark.parametrize(
    ("pattern", "path"),
    [("*a" * 20 + "*b", "a" * 1000), ("**/a/" * 20 + "**/b", "a/" * 1000), ("a*/" * 20 + "b", "a/" * 500)],
)
def test_wildcards_are_not_tried_in_all_ways(pattern: str, path: str) -> None:
    assert not matcher([pattern])(path)
