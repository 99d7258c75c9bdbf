"""Changing the output folder: killed or refused at every step of it, and two at once."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Self

import pytest

from toolgen.model.versions import ManifestError
from toolgen.output import writing
from toolgen.output.files import Plan, _compared, plan
from toolgen.output.record import JOURNAL
from toolgen.output.writing import apply
from toolgen.runtime.sources import Source

Set = Mapping[str, str]
Tree = dict[str, bytes | None]

OLD: Set = {"a.json": "1", "b.json": "same", "docs/b.md": "1", "old": "1", "gone/deep/x": "1"}
NEW: Set = {"a.json": "2", "b.json": "same", "docs/b.md": "2", "new/deep/y": "2", "n.json": "2"}
NEXT: Set = {"a.json": "3", "docs/b.md": "2", "old": "3", "z": "3"}
MODULE: Set = {"manifest.json": "1", "dispatch.py": "1"}
PACKAGE: Set = {"manifest.json": "2", "dispatch/__init__.py": "2", "dispatch/tools.py": "2"}

AFTERWARDS = (OLD, NEW, NEXT)
BUILDS: Mapping[str, tuple[Set, Set]] = {
    "a first build": ({}, NEW),
    "a change": (OLD, {**OLD, "a.json": "2", "docs/b.md": "2"}),
    "files come and go": (OLD, NEW),
    "all goes": (OLD, {}),
    "a module becomes a package": (MODULE, PACKAGE),
    "a package becomes a module": (PACKAGE, MODULE),
}
CHANGES = ("mkdir", "replace", "rename", "unlink", "rmdir", "chmod", "link", "symlink", "truncate")
"""What changes a folder, beside opening files and writing to them."""


def planned(root: Path, files: Set) -> Plan:
    return plan({name: text.encode() for name, text in files.items()}, root, "out")


def build(root: Path, files: Set) -> list[str]:
    return [f"{found.span} {found.code}" for found in apply(planned(root, files))]


def tree(root: Path) -> Tree:
    """Every file below `root`, and every folder that is empty, hidden ones too."""
    found = {path.relative_to(root).as_posix(): path for path in root.rglob("*")}
    return {
        name: path.read_bytes() if path.is_file() else None
        for name, path in found.items()
        if path.is_file() or not any(path.iterdir())
    }


def without_folders(found: Tree) -> Tree:
    return {name: data for name, data in found.items() if data is not None}


def prepared(root: Path, files: Set) -> Path:
    """A project after its first build, if there was one, with a hidden file of the user's in the output folder."""
    root.mkdir(exist_ok=True)
    if files:
        assert build(root, files) == []
        (root / "out" / ".mine.tmp").write_text("mine")
    return root


class Killed(BaseException):
    """The end of the process: whatever it would do then does not happen."""


@contextmanager
def before_each_change(monkeypatch: pytest.MonkeyPatch, step: Callable[[], object]) -> Iterator[None]:
    """Call `step` before each change of the disk: what it raises stops that, and a text is then half written."""

    def guarded(function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **keywords: object) -> object:
            step()
            return function(*arguments, **keywords)

        return call

    real_open = io.open

    def opened(file: Path, mode: str, *_: object) -> object:
        if mode == "rb":
            return real_open(file, mode)
        assert mode in {"xb", "ab"}
        step()
        return Stream(io.FileIO(file, mode), step)

    with monkeypatch.context() as patched:
        for name in CHANGES:
            patched.setattr(os, name, guarded(getattr(os, name)))
        patched.setattr(io, "open", opened)
        yield


@dataclass
class Stream:
    """A file that is open to be written."""

    stream: io.FileIO
    step: Callable[[], object]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stream.close()

    def write(self, data: bytes) -> None:
        try:
            self.step()
        except BaseException:
            self.stream.write(data[: len(data) // 2])
            raise
        self.stream.write(data)


def killed(root: Path, files: Set, monkeypatch: pytest.MonkeyPatch, last: int) -> bool:
    """Build `files`, and kill that before its change number `last` of the disk: False where it made fewer."""
    made, steps = planned(root, files), count(1)

    def step() -> None:
        if next(steps) >= last:
            raise Killed

    with suppress(Killed), before_each_change(monkeypatch, step):
        apply(made)
        return False
    return True


def results(folder: Path, old: Set) -> list[tuple[Set, Tree]]:
    """Builds after that of `old`, and what each leaves where nothing disturbs it."""
    found: list[tuple[Set, Tree]] = []
    for files in AFTERWARDS:
        root = folder / f"whole{len(found)}"
        prepared(root, old)
        assert build(root, files) == []
        found.append((files, tree(root)))
    return found


@pytest.mark.parametrize(("old", "new"), BUILDS.values(), ids=BUILDS)
def test_after_a_build_that_was_killed_at_any_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: Set, new: Set
) -> None:
    """Nothing is said to be edited, planning writes nothing, and the next build leaves nothing of the killed one."""
    expected = results(tmp_path, old)
    start = prepared(tmp_path / "start", old)
    for last in count(1):
        project = Path(shutil.copytree(start, tmp_path / f"{last}"))
        was_killed = killed(project, new, monkeypatch, last)
        left = tree(project)
        for number, (files, tree_) in enumerate(expected):
            again = Path(shutil.copytree(project, tmp_path / f"{last}.{number}"))
            assert planned(again, files).diagnostics == ()
            assert tree(again) == left
            assert build(again, files) == []
            assert tree(again) == tree_
        if not was_killed:
            break
    assert last > 10


@pytest.mark.parametrize(("old", "new"), [(MODULE, PACKAGE), (PACKAGE, MODULE)])
def test_what_is_loaded_between_two_steps_is_of_one_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: Set, new: Set
) -> None:
    start = prepared(tmp_path / "start", old)
    loaded = set()
    for last in count(1):
        project = Path(shutil.copytree(start, tmp_path / f"{last}"))
        was_killed = killed(project, new, monkeypatch, last)
        source = Source(str(project / "out"))
        with suppress(ManifestError):
            source.check(source.manifest())
            (text,) = {path.read_text() for path in (project / "out").rglob("[a-z_]*.[jp]*")}
            loaded.add(text)
        if not was_killed:
            break
    assert loaded == {"1", "2"}


def test_after_two_builds_that_were_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = prepared(tmp_path / "start", {"a": "1", "d/b": "1"})
    expected = tree(prepared(tmp_path / "expected", {"a": "4"}))
    for first in count(1):
        for second in count(1 + first % 4, 4):
            project = Path(shutil.copytree(start, tmp_path / f"{first}.{second}"))
            was_killed = killed(project, {"a": "2", "c": "2"}, monkeypatch, first)
            were_both = killed(project, {"a": "3", "e/f": "3"}, monkeypatch, second)
            assert build(project, {"a": "4"}) == []
            assert tree(project) == expected
            if not were_both:
                break
        if not was_killed:
            break
    assert first > 10


@pytest.mark.parametrize("lasts", [False, True])
@pytest.mark.parametrize(("old", "new"), BUILDS.values(), ids=BUILDS)
def test_when_the_system_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: Set, new: Set, lasts: bool
) -> None:
    """All is as before, or, where the system refuses to put it right, known to the next build as toolgen's."""
    (*_, (files, expected)) = results(tmp_path, old)
    start = prepared(tmp_path / "start", old)
    for last in count(1):
        project = Path(shutil.copytree(start, tmp_path / f"{last}"))
        made, steps = planned(project, new), count(1)

        def step(steps: Iterator[int] = steps, last: int = last) -> None:
            if (number := next(steps)) == last or (lasts and number > last):
                raise OSError(28, "No space left on device")

        with before_each_change(monkeypatch, step):
            found = apply(made)
        if not lasts and found:
            assert tree(project) == tree(start)
        assert [problem.code for problem in found] in ([], ["TG403"])
        assert build(project, files) == []
        assert without_folders(tree(project)) == without_folders(expected)  # one may refuse to go
        if next(steps) <= last:
            break
    assert last > 10


def test_a_full_disk_leaves_the_old_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is replaced until there is room for all."""
    start = prepared(tmp_path / "start", OLD)
    real_open, left = io.open, 0

    def write() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")

    def opened(file: Path, mode: str, *_: object) -> object:
        return real_open(file, mode) if mode == "rb" else Stream(io.FileIO(file, mode), write)

    for room in count():
        project, left = Path(shutil.copytree(start, tmp_path / f"{room}")), room
        with monkeypatch.context() as patched:
            patched.setattr(io, "open", opened)
            found = build(project, NEW)
        if not found:
            break
        assert tree(project) == tree(start)
    assert room == len(NEW.items() - OLD.items()) + len(("the journal", "the record"))


def test_an_interrupt_leaves_no_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = prepared(tmp_path, OLD)
    before = tree(root)

    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build(root, NEW)
    assert tree(root) == before


# -- what a person did meanwhile --------------------------------------------------------------------------------


def test_what_a_person_edits_after_a_kill_is_theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for last in count(1):
        root = prepared(tmp_path / f"{last}", OLD)
        was_killed = killed(root, {**OLD, "a.json": "2"}, monkeypatch, last)
        (root / "out" / "a.json").write_text("edited")
        (root / "out" / "mine").write_text("mine")
        before = tree(root)
        assert build(root, NEXT) == ["out/a.json TG401", "out/mine TG402"]
        assert tree(root) == before
        if not was_killed:
            break


def test_a_journal_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    prepared(tmp_path, OLD)
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / "out" / JOURNAL).symlink_to(victim)
    assert build(tmp_path, NEW) == [f"out/{JOURNAL} TG403"]
    assert victim.read_text() == "mine"


def test_a_journal_from_elsewhere_leads_nowhere(tmp_path: Path) -> None:
    outside = prepared(tmp_path / "outside", {}) / "docs"
    outside.mkdir(parents=True)
    (outside / ".b.md.toolgen.tmp").touch()
    (outside / "empty").mkdir()
    prepared(tmp_path, {"a": ""})
    (tmp_path / "out" / "link").symlink_to(outside)
    names = ("link/b.md", "link/empty/x", "../outside/docs/b.md", "a/" * 20_000 + "b")
    (tmp_path / "out" / JOURNAL).write_text("".join(f"{'0' * 64}  {name}\n" for name in names))
    before = tree(outside)
    (tmp_path / "out" / "link").unlink()
    (tmp_path / "out" / ".link").symlink_to(outside)
    assert build(tmp_path, {"a": "2"}) == []
    assert tree(outside) == before


@pytest.mark.parametrize("link", ["out", "out/docs"])
def test_a_link_that_comes_after_the_folder_was_read_leads_nowhere(tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    (outside / "docs").mkdir(parents=True)
    (outside / "docs" / "b.md").write_text("mine")
    (outside / "b.md").write_text("mine")
    before, found = tree(outside), planned(tmp_path, NEW)
    (tmp_path / link).parent.mkdir(exist_ok=True)
    (tmp_path / link).symlink_to(outside)
    assert [one.code for one in apply(found)] == ["TG403"]
    assert tree(outside) == before


# -- two builds at once -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        pytest.param(OLD, [], id="it had nothing to do"),
        pytest.param(NEW, [], id="the sources are the same"),
        pytest.param(NEXT, ["TG411"], id="the sources are others"),
    ],
)
def test_another_build_between_reading_and_writing(tmp_path: Path, other: Set, expected: list[str]) -> None:
    prepared(tmp_path, OLD)
    made = planned(tmp_path, NEW)
    assert build(tmp_path, other) == []
    before = tree(tmp_path)
    assert [found.code for found in apply(made)] == expected
    assert (
        tree(tmp_path) == before
        if expected
        else planned(tmp_path, NEW).having("unchanged") == list(planned(tmp_path, NEW).files)
    )
    assert build(tmp_path, NEW) == []


def test_another_build_that_was_killed_between_reading_and_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared(tmp_path, OLD)
    made = planned(tmp_path, NEW)
    assert killed(tmp_path, NEXT, monkeypatch, 12)
    before = tree(tmp_path)
    assert [found.code for found in apply(made)] == ["TG411"]
    assert tree(tmp_path) == before
    assert build(tmp_path, NEW) == []


def test_another_build_while_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has written is not said to be edited."""
    prepared(tmp_path, OLD)
    place, compared = "toolgen.output.files._compared", _compared

    def build_first(*arguments: Any) -> Any:
        monkeypatch.setattr(place, compared)
        assert build(tmp_path, NEXT) == []
        return compared(*arguments)

    monkeypatch.setattr(place, build_first)
    assert build(tmp_path, NEW) == ["out TG411"]
    assert build(tmp_path, NEW) == []


def test_another_build_that_is_writing(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    prepared(tmp_path, OLD)
    before = tree(tmp_path)
    descriptor = os.open(tmp_path / "out", os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    assert build(tmp_path, NEW) == ["out TG411"]
    assert tree(tmp_path) == before
    os.close(descriptor)
    assert build(tmp_path, NEW) == []


class LocksOfFiles:
    """`msvcrt`, as far as locks go: another process has the file or not."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.is_held = False

    def locking(self, _descriptor: int, _mode: int, _bytes: int) -> None:
        if self.is_held:
            raise PermissionError(13, "Permission denied")


def test_another_build_that_is_writing_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "fcntl", None)
    locks = LocksOfFiles()
    monkeypatch.setattr(writing, "msvcrt", locks, raising=False)
    prepared(tmp_path, OLD)
    before = tree(tmp_path)
    (tmp_path / "out" / writing.LOCK).touch()
    locks.is_held = True
    assert build(tmp_path, NEW) == ["out TG411"]
    (tmp_path / "out" / writing.LOCK).unlink()  # by which it stands there, held or left by a build that was killed
    assert tree(tmp_path) == before
    locks.is_held = False
    assert build(tmp_path, NEW) == []
    assert not (tmp_path / "out" / writing.LOCK).exists()
