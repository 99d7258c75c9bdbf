"""What toolgen reads it neither imports, runs nor writes to: the interpreter's audit events say so.

Everything that the scanned tree and the third-party package beside it hold would leave a trace if it ran: the modules
and what stands in their signatures call `sprung`, which writes a file.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

from toolgen.cli import COMMANDS

FILES = 260
"""More than are searched, read and resolved in one process."""

FEW_FILES = 25
RECORDER = Path(__file__).with_name("recorder.py")
TRACE = "sprung.txt"

TRAP = f"""\
import pathlib

pathlib.Path({TRACE!r}).write_text("a module of the tree ran")


def sprung(value):
    pathlib.Path({TRACE!r}).write_text("the tree's code ran")
    return value
"""

CONFIGURATION = """\
paths = ["shelf"]
output = "generated"
search_path = ["vendor"]
targets = [{ name = "openai", sends = "selection" }, { name = "gemini-json", sends = "selection" }, "anthropic", "mcp"]
"""

MODULE = '''\
import enum
from typing import Annotated

import pydantic
import vendored
from mcp.server.fastmcp import FastMCP

from shelf.trap import sprung
from shelf.part_0.books_0 import Genre as First

mcp = FastMCP(sprung("shelf"))
sprung(__name__)


class Genre(enum.Enum):
    """What a book is about."""

    CRIME = "crime"
    POETRY = "poetry"

    sprung("an enumeration")


class Wish(pydantic.BaseModel):
    """What a reader asks for."""

    genre: Genre
    other: First | None = None
    pages: Annotated[int, pydantic.Field(gt=0)] = 100


@mcp.tool(title="Find books")
async def find_books_{number}(wish: Wish, place: vendored.Place, limit: int = sprung(10)) -> list[str]:
    """Find the books that a reader would like.

    Args:
        wish: What the reader asks for.
        limit: How many at most.
    """
    return [sprung(str(wish))]


raise RuntimeError("a module of the tree was imported")
'''

VENDORED = """\
from dataclasses import dataclass

import pathlib

pathlib.Path("sprung.txt").write_text("third-party code ran")


@dataclass
class Place:
    shelf: str
    row: int


raise RuntimeError("a third-party module was imported")
"""

SHADOWING = ("__future__", "click", "docstring_parser", "evil", "gc", "jinja2", "jsonschema", "libcst", "referencing")
"""Modules that toolgen loads, or that an entry point in the project names."""

FETCHING = '''\
from toolgen import tool


@tool(params={"x": {"$ref": "http://127.0.0.1:9/schema", "default": 1}})
def fetching(x: int = 2) -> str:
    """Fetch it."""
    return str(x)
'''
"""A schema that a validator would ask the network for."""

Snapshot: TypeAlias = dict[str, tuple[int, bytes]]
Event: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """`root`, the working folder, holds the package `shelf` and the folder `vendor` with a third-party module."""

    root: Path

    @property
    def package(self) -> Path:
        return self.root / "shelf"

    @property
    def vendor(self) -> Path:
        return self.root / "vendor"

    def holds(self, path: str) -> bool:
        return Path(path).is_relative_to(self.root)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A package of `FILES` modules with a tool each."""
    return _written(Tree(tmp_path.resolve() / "tree"), FILES)


@pytest.fixture
def small(tmp_path: Path) -> Tree:
    """The same of `FEW_FILES`."""
    return _written(Tree(tmp_path.resolve() / "tree"), FEW_FILES)


@pytest.fixture
def hostile(small: Tree) -> Tree:
    """A project whose root holds what the interpreter or toolgen would load, were that folder on `sys.path`."""
    files = {f"{name}.py": TRAP + "\nsprung(0)\n" for name in SHADOWING}
    files["evil.egg-info/PKG-INFO"] = "Metadata-Version: 2.1\nName: evil\nVersion: 1\n"
    files["evil.egg-info/entry_points.txt"] = "[toolgen.dialects]\nevil = evil\n"
    files["shelf/part_0/fetching.py"] = FETCHING
    return _with(small, files)


def _written(tree: Tree, count: int) -> Tree:
    files = {f"shelf/part_{number % 25}/books_{number}.py": MODULE.format(number=number) for number in range(count)}
    files |= {f"shelf/part_{number}/__init__.py": "" for number in range(25)}
    files |= {"shelf/__init__.py": "", "shelf/trap.py": TRAP, "vendor/vendored.py": VENDORED}
    files["toolgen.toml"] = CONFIGURATION
    return _with(tree, files)


def _with(tree: Tree, files: Mapping[str, str]) -> Tree:
    for name, text in files.items():
        path = tree.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tree


@dataclass(frozen=True, slots=True)
class Audited:
    """A process that has ended: its exit code, what it printed, and the events that it was seen to cause."""

    code: int
    output: str
    events: tuple[Event, ...]

    def subjects(self, *events: str) -> set[str]:
        return {subject for event, *subjects in self.events if event in events for subject in subjects}

    def written(self) -> set[str]:
        """The paths that were opened for writing, made, moved or removed, but for bytecode."""
        reading = {"exec", "import", "subprocess.Popen"}
        events = [event for event, *_ in self.events if event not in reading and not event.startswith("socket.")]
        return {path for path in self.subjects(*events) if "__pycache__" not in Path(path).parts}


def audited(tree: Tree, *command: str) -> Audited:
    """Run `python -m COMMAND` in the root of `tree`. It may write `.pyc` files, so that an import would leave one."""
    log = tree.root.parent / "log"
    log.write_bytes(b"")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, str(RECORDER), str(log), *command],
        cwd=tree.root,
        env=environment | {"PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    events = tuple(tuple(json.loads(line)) for line in log.read_text(encoding="utf-8").splitlines())
    return Audited(done.returncode, done.stdout + done.stderr, events)


def assert_nothing_ran(tree: Tree, seen: Audited) -> None:
    assert not [path for path in seen.subjects("exec") if tree.holds(path)]
    assert not [name for name in seen.subjects("import") if name.partition(".")[0] in {"shelf", "vendored", "mcp"}]
    assert not [event for event in seen.events if event[0].startswith(("socket.", "subprocess.", "pty."))]
    assert not seen.subjects("os.exec", "os.posix_spawn", "os.spawn", "os.system")
    assert not list(tree.root.rglob("__pycache__"))
    assert not list(tree.root.rglob(TRACE))


SCAN = ("toolgen", "scan", "--search-path", "vendor", "shelf")


def test_scan_reads_and_does_nothing_else(tree: Tree, snapshot: Callable[[Path], Snapshot]) -> None:
    before = snapshot(tree.root)
    seen = audited(tree, *SCAN)
    assert seen.code == 0, seen.output
    assert seen.output.count("find_books_") >= FILES
    assert_nothing_ran(tree, seen)
    assert seen.written() == set()
    assert snapshot(tree.root) == before


def test_build_writes_into_its_output_folder_alone(tree: Tree, snapshot: Callable[[Path], Snapshot]) -> None:
    before = snapshot(tree.root)
    output = tree.root / "generated"
    seen = audited(tree, "toolgen", "build")
    assert seen.code == 0, seen.output
    assert_nothing_ran(tree, seen)
    written = {Path(path) for path in seen.written()}
    assert output / "manifest.json" in written
    assert not [path for path in written if path != output and not path.is_relative_to(output)]
    after = snapshot(tree.root)
    assert {name: state for name, state in after.items() if not name.startswith("generated")} == before


def test_fix_writes_the_files_that_it_changes_alone(hostile: Tree, snapshot: Callable[[Path], Snapshot]) -> None:
    before = snapshot(hostile.root)
    assert audited(hostile, "toolgen", "fix").written() == set()
    assert snapshot(hostile.root) == before
    seen = audited(hostile, "toolgen", "fix", "--write")
    assert_nothing_ran(hostile, seen)
    after = snapshot(hostile.root)
    changed = {str(hostile.root / name) for name in after if after[name] != before.get(name)}
    files = {path for path in changed if Path(path).is_file()}
    assert len(files) == FEW_FILES + 1
    assert seen.written() - files == {str(Path(path).with_name(f".{Path(path).name}.toolgen.tmp")) for path in files}


ARGUMENTS = {
    "show": ["find_books_1"],
    "scan": ["--search-path", "vendor", "shelf"],
    "fix": ["--write"],
    "migrate": ["--decorate", "shelf.**.*", "--write"],
    "fixtures": ["--syntax", "line"],
    "templates": ["export"],
    "explain": ["TG201"],
    "completion": ["bash"],
}
"""What commands need; one that is new runs without, or is named here."""


@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"verify"}))
def test_no_command_runs_what_lies_in_the_project_or_asks_the_network(command: str, hostile: Tree) -> None:
    seen = audited(hostile, "toolgen", command, *ARGUMENTS.get(command, ()))
    assert seen.code in (0, 1), seen.output
    assert_nothing_ran(hostile, seen)


@pytest.mark.parametrize("path", [None, "."])
def test_the_interpreter_itself_runs_nothing_of_the_project(path: str | None, hostile: Tree) -> None:
    """Before the recorder could see it; `PYTHONPATH` may name the folder again."""
    given = {} if path is None else {"PYTHONPATH": path}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | given
    command = [sys.executable, "-m", "toolgen", "list"]
    done = subprocess.run(command, cwd=hostile.root, env=environment, capture_output=True, text=True, check=False)
    assert "find_books_1" in done.stdout, done.stderr
    assert not (hostile.root / TRACE).exists()


def test_the_recorder_sees_a_module_that_runs(small: Tree) -> None:
    """Otherwise the tests above would prove nothing."""
    seen = audited(small, "shelf.trap")
    assert str(small.package / "trap.py") in seen.subjects("exec")
    assert str(small.root / TRACE) in seen.written()
    assert list(small.root.rglob("__pycache__"))


@pytest.mark.parametrize(
    ("statement", "event"),
    [
        ("import os; os.mkdir('made')", "os.mkdir"),
        ("import os; os.rename('shelf', 'moved')", "os.rename"),
        ("import os; os.remove('toolgen.toml')", "os.remove"),
        ("import os; os.open('made', os.O_CREAT)", "open"),
        ("import subprocess, sys; subprocess.run([sys.executable, '-c', ''])", "subprocess.Popen"),
        ("import os; os.system('')", "os.system"),
        ("import socket; socket.socket().close()", "socket.__new__"),
        ("import importlib; importlib.import_module('shelf.trap')", "exec"),
        ("exec(compile(open('shelf/trap.py').read(), 'shelf/trap.py', 'exec'))", "exec"),
    ],
)
def test_the_recorder_sees(statement: str, event: str, small: Tree) -> None:
    (small.root / "deed.py").write_text(statement + "\n", encoding="utf-8")
    others = {found[1:] for found in audited(small, "shelf").events if found[0] == event}
    assert {found[1:] for found in audited(small, "deed").events if found[0] == event} - others
