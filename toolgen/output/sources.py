"""Changing source files that are there: all of them, or none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path

from toolgen import reading
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.span import Span
from toolgen.output.beside import beside, quietly, restore, write_beside


def replace_all(root: Path, files: Mapping[str, tuple[bytes, bytes]], largest: int) -> list[Diagnostic]:
    """Give each file below `root` its second bytes in place of its first; `largest` is as for `reading.read`.

    Nothing is changed, and it is said why (TG603), where a file no longer holds its first bytes, or the system refuses:
    new texts are written beside their targets, and each then takes its target's place in one step; the steps taken are
    undone. Permissions stay.
    """
    path = ""
    unrestored: list[Path] = []
    with ExitStack() as undo:
        try:
            for path, (_, new) in files.items():
                write_beside(root / path, new, undo)
            for path, (old, _) in files.items():
                if reading.read(root / path, largest) != old:
                    return [diagnose("TG603", Span(path), reason="it has changed since it was read")]
                beside(root / path).replace(root / path)
                undo.callback(restore, root / path, old, unrestored)
        except OSError as error:
            return [diagnose("TG603", Span(path), reason=error.strerror)]
        undo.pop_all()
    return []


def remove_leftovers(root: Path, paths: Iterable[str]) -> None:
    """Remove what runs that were killed have left beside the files at `paths`, as far as the system lets us."""
    for left in (beside(root / path) for path in paths):
        if left.exists():
            quietly(left.unlink)
