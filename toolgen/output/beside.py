"""One file in the place of another, in one step that can be taken back: what is written stands beside it first."""

from __future__ import annotations

import stat
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path


def write_beside(path: Path, data: bytes, undo: ExitStack) -> None:
    """Write `data` to a new hidden file in the folder of `path`, with the permissions of `path` where that exists."""
    make_folders(path.parent, undo)
    temporary = beside(path)
    with temporary.open("xb") as stream:
        undo.callback(quietly, temporary.unlink)
        if path.exists():  # before it is written: nobody may read it who may not read `path`
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        stream.write(data)


def beside(path: Path) -> Path:
    """The hidden file that stands beside `path` until it takes its place."""
    return path.with_name(f".{path.name}.toolgen.tmp")


def make_folders(folder: Path, undo: ExitStack) -> None:
    """Make `folder` and those around it, as far as they are not there."""
    for missing in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
        missing.mkdir()
        undo.callback(quietly, missing.rmdir)


def restore(path: Path, old: bytes | None, unrestored: list[Path]) -> None:
    """Give `path` the bytes that it had, None for no file; where the system refuses, it is one of the `unrestored`."""
    try:
        if old is None:
            path.unlink()
        else:
            with ExitStack() as undo:
                write_beside(path, old, undo)
                beside(path).replace(path)
    except OSError:
        unrestored.append(path)


def quietly(step: Callable[[], object]) -> None:
    """Take a step of the way back as far as the system lets us."""
    with suppress(OSError):
        step()
