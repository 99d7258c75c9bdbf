"""Changing the output folder, so that a build that is killed leaves nothing that the next one cannot know.

What is about to be written stands in the journal before the first file changes, and the record is the last file to
change. In between a file is as the one says or as the other does, and in both cases toolgen's.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from errno import ENOTDIR
from itertools import accumulate, islice, takewhile
from pathlib import Path, PurePosixPath

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, has_errors
from toolgen.model.span import Span
from toolgen.output.beside import beside, make_folders, quietly, restore, write_beside
from toolgen.output.files import Plan, PlannedFile
from toolgen.output.record import JOURNAL, RecordFiles, is_direct

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt

LOCK = ".toolgen.lock"
"""The file that is locked where folders cannot be."""


def apply(plan: Plan) -> tuple[Diagnostic, ...]:
    """Bring the folder into the state that `plan` describes, unless there is an error among its diagnostics.

    Returns these diagnostics, TG403 if the system refused, and TG411 if another build was at work since the folder was
    read: with an error in them nothing is written or deleted. All new texts are first written to files beside their
    targets; each then takes its target's place in one step, the record last; when the system refuses, the steps taken
    are undone. What a build that was killed left is removed. Files that are equal keep their modification time, changed
    ones their permissions.
    """
    work = plan.having("created", "changed", "orphaned")
    if has_errors(plan.diagnostics) or not (work or plan.record.journal is not None):
        return plan.diagnostics
    at = plan.folder
    with ExitStack() as held, ExitStack() as undo:
        try:
            make_folders(at, undo)
            if not _is_alone(plan, held):
                return (*plan.diagnostics, diagnose("TG411", Span(plan.output)))
            for at in _steps(plan, work, undo):  # noqa: B007 - the one at which an error comes is told
                pass
        except OSError as error:
            shown = PurePosixPath(plan.output, at.relative_to(plan.folder).as_posix()).as_posix()
            return (*plan.diagnostics, diagnose("TG403", Span(shown), reason=error.strerror))
        undo.pop_all()
        quietly((plan.folder / JOURNAL).unlink)
    return plan.diagnostics


def _steps(plan: Plan, work: list[PlannedFile], undo: ExitStack) -> Iterator[Path]:
    """Take all steps, and give before each the path that it is about. Raises OSError."""
    folder = plan.folder
    for path in (folder / name for name in (JOURNAL, *(file.name for file in work))):
        yield path
        if not is_direct(path):  # since the folder was read, a link took the place of one on the way
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR))
    # What builds that were killed may have begun to write.
    for path in (folder / name for name in (plan.record.digests() if plan.record.journal is not None else ())):
        if is_direct(path):
            quietly(beside(path).unlink)
        _remove_empty_folders(folder, path)
    unrestored: list[Path] = []
    if work:
        yield folder / JOURNAL
        _announce(plan, undo, unrestored)
    for file in work:
        if file.new is not None:
            yield folder / file.name
            write_beside(folder / file.name, file.new, undo)
    for file in work:
        path = folder / file.name
        yield path
        if file.new is not None:
            beside(path).replace(path)
        else:
            path.unlink(missing_ok=True)
        undo.callback(restore, path, file.old, unrestored)
        if file.new is None:
            _remove_empty_folders(folder, path)


def _announce(plan: Plan, undo: ExitStack, unrestored: list[Path]) -> None:
    """Write the journal: the record that is to be, behind what builds that were killed have left there."""
    path, is_new = plan.folder / JOURNAL, plan.record.journal is None
    with path.open("xb" if is_new else "ab") as stream:
        if is_new:  # it goes on the way back, unless there is what can only be known by it
            undo.callback(lambda: None if unrestored else quietly(path.unlink))
        stream.write(b"\n" + (plan.files[-1].new or b""))


def _is_alone(plan: Plan, held: ExitStack) -> bool:
    """Whether no other build writes to the folder until `held` is left, or has since `plan`. Raises OSError."""
    if not (_lock_folder if fcntl else _lock_file)(plan.folder, held):
        return False
    return RecordFiles.of(plan.folder) in (plan.record, RecordFiles(plan.files[-1].new, None))


def _lock_folder(folder: Path, held: ExitStack) -> bool:
    """Whether nobody else has locked `folder`, until `held` is left."""
    descriptor = os.open(folder, os.O_RDONLY)
    held.callback(os.close, descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True


def _lock_file(folder: Path, held: ExitStack) -> bool:
    """The same where folders cannot be opened: by a file in it, which the system lets go of when a build is killed."""
    path = folder / LOCK
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except OSError:
        os.close(descriptor)
        return False
    held.callback(quietly, path.unlink)
    held.callback(os.close, descriptor)
    return True


def _remove_empty_folders(folder: Path, path: Path) -> None:
    """Remove the folders on the way from `folder` to `path` in which nothing is; one that holds anything refuses."""
    way = accumulate(path.relative_to(folder).parts[:-1], Path.joinpath, initial=folder)
    folders = takewhile(lambda one: one.is_dir() and not one.is_symlink(), islice(way, 1, None))
    for one in reversed([*folders]):
        quietly(one.rmdir)
