"""Which files are found, and what is said of paths that cannot be read."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from toolgen.config.config import Config
from toolgen.project.walk import find_sources


def grow(root: Path, *paths: str) -> Path:
    """Create each of `paths` below `root`: `a.py`, `folder/`, `link -> target`."""
    for path in paths:
        name, _, target = path.partition(" -> ")
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        if target:
            (root / name).symlink_to(target)
        elif name.endswith("/"):
            (root / name).mkdir(exist_ok=True)
        else:
            (root / name).touch()
    return root.resolve()


def found(config: Config) -> list[str]:
    """The paths that are found, and the diagnostics as `path code`."""
    files, diagnostics = find_sources(config)
    assert all((config.root / file.path).samefile(file.absolute) for file in files)
    return [file.path for file in files] + sorted(f"{problem.span} {problem.code}" for problem in diagnostics)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        # Nothing to find.
        ([], []),
        (["a.pyi", "a.pyc", "a.txt", "py", "a.py.bak"], []),
        (["__pycache__/a.py", "node_modules/a.py", ".git/a.py", ".venv/a.py", ".a.py"], []),
        (["lib/site-packages/a.py"], []),
        (["env/pyvenv.cfg", "env/a.py", "env/lib/a.py"], []),
        (["build/lib/app/a.py", "dist/a.py"], []),
        (["a.py/"], []),
        # Found, in the order of their paths.
        (["b.py", "a.py", "a/z.py", "a-b.py", "B.py"], ["B.py", "a-b.py", "a.py", "a/z.py", "b.py"]),
        (["a/b/c/d.py"], ["a/b/c/d.py"]),
        (["app/build/__init__.py", "app/build/a.py"], ["app/build/__init__.py", "app/build/a.py"]),
        (["venv/a.py", "pyvenv/a.py"], ["pyvenv/a.py", "venv/a.py"]),
        (["日本/ä b.py"], ["日本/ä b.py"]),
        # Links to files and folders are followed once each, and what has a path without links is found by that.
        (["a.py", "b.py -> a.py"], ["a.py"]),
        (["z.py", "b.py -> z.py"], ["z.py"]),
        (["z/a.py", "b -> z"], ["z/a.py"]),
        (["z/a.py", "b/c.py -> ../z/a.py"], ["z/a.py"]),
        ([".hidden/a.py", "b -> .hidden", "c -> .hidden"], ["b/a.py"]),
        ([".hidden/a.py", "c.py -> .hidden/a.py", "b.py -> .hidden/a.py"], ["b.py"]),
        ([".hidden/x/a.py", ".hidden/y -> x", "b -> .hidden"], ["b/x/a.py"]),
        (["a/x -> ../b", "b/y -> ../a", "a/a.py", "b/b.py"], ["a/a.py", "b/b.py"]),
        (["env/pyvenv.cfg", "env/a.py", "b -> env"], []),
        # Links that lead nowhere, or back.
        (["a -> a"], ["a TG106"]),
        (["a.py -> b.py", "b.py -> a.py"], ["a.py TG106", "b.py TG106"]),
        (["src/up -> .."], ["src/up TG106"]),
        (["src/here -> ."], ["src/here TG106"]),
        (["a/b/c/top -> ../..", "a/a.py"], ["a/a.py", "a/b/c/top TG106"]),
        (["a.py -> gone.py"], ["a.py TG105"]),
        (["a -> gone"], ["a TG105"]),
        (["a.csv -> gone.csv", ".#a.py -> user@host.123"], []),
    ],
)
def test_what_is_found_below_a_folder(tmp_path: Path, tree: list[str], expected: list[str]) -> None:
    assert found(Config(grow(tmp_path, *tree))) == expected


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["src"], ["src/a.py", "src/b/c.py"]),
        (["src/b", "src"], ["src/a.py", "src/b/c.py"]),
        (["src", "src/b/c.py"], ["src/a.py", "src/b/c.py"]),
        (["script"], ["script"]),
        (["."], ["other/d.py", "src/a.py", "src/b/c.py"]),
        # What the configuration names is taken, whatever its name.
        ([".hidden"], [".hidden/e.py"]),
        (["build"], ["build/f.py"]),
        (["venv"], ["venv/g.py"]),
        (["link"], ["link/c.py"]),
        (["link", "src"], ["link/c.py", "src/a.py"]),
        (["/dev/null"], ["/dev/null TG105"]),
    ],
)
def test_configured_paths(tmp_path: Path, paths: list[str], expected: list[str]) -> None:
    tree = [
        "src/a.py",
        "src/b/c.py",
        "script",
        "other/d.py",
        ".hidden/e.py",
        "build/f.py",
        "venv/g.py",
        "link -> src/b",
    ]
    root = grow(tmp_path, *tree, "venv/pyvenv.cfg")
    assert found(Config(root, paths=tuple(paths))) == expected


@pytest.mark.parametrize(
    ("exclude", "expected"),
    [
        (["c.py"], ["a.py", "b/d.py"]),
        (["b"], ["a.py"]),
        (["b/"], ["a.py"]),
        (["b/**"], ["a.py"]),
        (["*.py"], []),
        (["a.py", "b/d.py"], ["b/c.py"]),
    ],
)
def test_excluded_paths(tmp_path: Path, exclude: list[str], expected: list[str]) -> None:
    root = grow(tmp_path, "a.py", "b/c.py", "b/d.py")
    assert found(Config(root, exclude=tuple(exclude))) == expected


def test_excluded_links_are_not_looked_at(tmp_path: Path) -> None:
    root = grow(tmp_path, "loop -> loop", "gone.py -> nothing", "up -> ..")
    assert found(Config(root, exclude=("loop", "gone.py", "up"))) == []


@pytest.mark.parametrize("tree", [["out/a.py"], [".out/a.py", "out -> .out"], ["out/a.py", "also -> out"]])
def test_the_output_folder_is_never_read(tmp_path: Path, tree: list[str]) -> None:
    assert found(Config(grow(tmp_path, *tree), output="out")) == []


def test_without_an_output_folder_none_is_left_out(tmp_path: Path) -> None:
    assert found(Config(grow(tmp_path, "generated/a.py"), output="")) == ["generated/a.py"]


def test_a_pipe_is_not_source(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    assert found(Config(tmp_path)) == []
    assert found(Config(tmp_path, paths=("pipe.py",))) == ["pipe.py TG105"]


@pytest.mark.parametrize("step", ["os.scandir", "pathlib.Path.stat"])
def test_an_unreadable_folder_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    root = grow(tmp_path, "a/a.py", "b/b.py", "c/c.py")
    steps: dict[str, Callable[..., object]] = {"os.scandir": os.scandir, "pathlib.Path.stat": Path.stat}

    def refuse(path: str | Path, **settings: object) -> object:
        if Path(path).name == "b":
            raise PermissionError(13, "Permission denied", path)
        return steps[step](path, **settings)

    monkeypatch.setattr(step, refuse)
    assert found(Config(root)) == ["a/a.py", "c/c.py", "b TG105"]


def test_the_order_of_the_file_system_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = [
        ".h/x/a.py",
        ".h/y/b.py",
        ".h/y/x -> ../x",
        "m -> .h",
        "n -> .h/y",
        "l.py -> .h/y/b.py",
        "k.py -> .h/y/b.py",
    ]
    root = grow(tmp_path, *(f"d{i % 5}/e{i % 3}/f{i}.py" for i in range(30)), *hidden)
    expected = found(Config(root))
    scandir, shuffle = os.scandir, random.Random(1).shuffle

    class Shuffled:
        """`os.scandir` in any order."""

        def __init__(self, path: str) -> None:
            with scandir(path) as entries:
                self._entries = list(entries)
            shuffle(self._entries)

        def __enter__(self) -> Iterator[os.DirEntry[str]]:
            return iter(self._entries)

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr("os.scandir", Shuffled)
    assert all(found(Config(root)) == expected for _ in range(20))


def test_a_very_deep_tree(tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(500):
        folder /= "d"
        folder.mkdir()
    (folder / "a.py").touch()
    (path,) = found(Config(tmp_path))
    assert path == "d/" * 500 + "a.py"
