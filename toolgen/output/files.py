"""The output folder: what a build would change in it, and changing it.

`toolgen.sum` in the folder records what toolgen wrote, in the format of `sha256sum`. What it does not record is never
touched, and what differs from its record is a person's work. Digests are of the text with line feeds alone, so that a
checkout with other line ends is the same file.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Literal

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, has_errors, in_order
from toolgen.model.span import Span
from toolgen.output.unified_diff import unified_diff

RECORD = "toolgen.sum"
BESIDE = frozenset({"__init__.py", "py.typed"})
"""Files of the user's that may stand in the output folder, as hidden files may; toolgen writes none in their place."""

State = Literal["created", "changed", "unchanged", "orphaned", "edited", "foreign"]
"""`orphaned`: recorded but no longer generated; `edited`: neither as recorded nor as generated; `foreign`: not ours."""

OF_FILES = frozenset({"TG401", "TG402", "TG403"})
"""The codes of what is said of files alone."""

_FAULTS: dict[State, str] = {"edited": "TG401", "foreign": "TG402"}
_ENTRY = re.compile(r"([0-9a-f]{64}) [ *](.+)")


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file by its name in the folder: the bytes on disk and those to be there, None where there are none."""

    name: str
    state: State
    old: bytes | None
    new: bytes | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What `apply` would do in the folder `output` below `root`, by file name; the record comes last."""

    root: Path
    output: str
    files: tuple[PlannedFile, ...]
    diagnostics: tuple[Diagnostic, ...]

    def having(self, *states: State) -> list[PlannedFile]:
        return [file for file in self.files if file.state in states]

    def diff(self, file: PlannedFile) -> list[str]:
        """The unified diff from what is on disk to what the sources say."""
        old, new = (None if data is None else _normal(data).decode(errors="replace") for data in (file.old, file.new))
        return unified_diff(f"{self.output}/{file.name}", old, new)


def plan(artifacts: Mapping[str, bytes], root: Path, output: str, *, force: bool = False) -> Plan:
    """Compare `artifacts`, contents by their names in the folder `output` below `root`, with the disk; write nothing.

    A file that equals what would be written is adopted. The diagnostics name edited files (TG401; with `force` they
    are replaced or deleted like all others), foreign ones (TG402) and what cannot be read (TG403). Raises ValueError
    for a name that is not a path inside the folder.
    """
    if outside := [name for name in artifacts if not _is_inside(name)]:
        raise ValueError(f"not inside the output folder: {outside}")
    wanted = {name: _normal(artifacts[name]) for name in sorted(artifacts)}
    folder = (root / output).resolve()
    try:
        recorded = _recorded(folder)
        kept = {name for name in BESIDE if _is_users(_read(folder / name), recorded.get(name), wanted.get(name))}
        found = {name for name in _listed(folder) if name in recorded or PurePosixPath(name).name not in BESIDE}
    except OSError as error:
        return Plan(root, output, (), (diagnose("TG403", Span(output), reason=error.strerror),))
    wanted = {name: data for name, data in wanted.items() if name not in kept}
    wanted[RECORD] = "".join(f"{_digest(data)}  {name}\n" for name, data in wanted.items()).encode()
    files: list[PlannedFile] = []
    diagnostics: list[Diagnostic] = []
    for name in sorted(wanted.keys() | found - kept, key=lambda name: (name == RECORD, name)):
        span = Span(f"{output}/{name}")
        try:
            file = _compared(folder, name, recorded.get(name, frozenset()), wanted.get(name))
        except OSError as error:
            diagnostics.append(diagnose("TG403", span, reason=error.strerror))
            continue
        if file.state == "edited" and force:
            file = replace(file, state="orphaned" if file.new is None else "changed")
        if file.state in _FAULTS:
            diagnostics.append(diagnose(_FAULTS[file.state], span))
        files.append(file)
    return Plan(root, output, tuple(files), tuple(in_order(diagnostics)))


def _compared(folder: Path, name: str, digests: Set[str], new: bytes | None) -> PlannedFile:
    """The file `name` of which `digests` are recorded and `new` is wanted. Raises OSError."""
    path = folder / name
    if new is None and not digests:
        return PlannedFile(name, "foreign", None, None)
    old = _read(path)
    state: State
    if old is not None and _normal(old) == new:
        state = "unchanged"
    elif path.is_symlink() or path.parent.resolve() != path.parent:
        state = "foreign"  # toolgen writes no links, and nothing through one
    elif old is None:
        state = "created" if new is not None else "unchanged"
    elif not digests:
        state = "foreign"
    elif _digest(_normal(old)) in digests:
        state = "changed" if new is not None else "orphaned"
    else:
        state = "edited"
    return PlannedFile(name, state, old, new)


def _is_users(old: bytes | None, digests: Set[str] | None, new: bytes | None) -> bool:
    """Whether a file that may stand in the folder is on disk, and neither as toolgen wrote it nor as it would."""
    return old is not None and _normal(old) != new and _digest(_normal(old)) not in (digests or ())


def _recorded(folder: Path) -> dict[str, set[str]]:
    """The digests that the record holds for each name: two after a merge left both sides in it. Raises OSError."""
    data = _normal(_read(folder / RECORD) or b"")
    recorded = {RECORD: {_digest(data)}}
    for line in data.decode(errors="replace").split("\n"):
        entry = _ENTRY.fullmatch(line)
        if entry and _is_inside(entry[2]):
            recorded.setdefault(entry[2], set()).add(entry[1])
    return recorded


def _listed(folder: Path, prefix: str = "") -> Iterator[str]:
    """The names of the files in `folder` and below, without hidden ones and `__pycache__`. Raises OSError."""
    for path in folder.iterdir() if prefix or folder.exists() else ():
        if path.name.startswith(".") or path.name == "__pycache__":
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _listed(path, f"{prefix}{path.name}/")
        else:
            yield prefix + path.name


def apply(plan: Plan) -> tuple[Diagnostic, ...]:
    """Bring the folder into the state that `plan` describes, unless there is an error among its diagnostics.

    Returns these diagnostics, and TG403 if the system refused: with an error in them nothing is written or deleted.
    All new texts are first written to files beside their targets; each then takes its target's place in one step, the
    record last; when the system refuses, the steps taken are undone. Files that are equal keep their modification time,
    changed ones their permissions.
    """
    if has_errors(plan.diagnostics):
        return plan.diagnostics
    folder = plan.root / plan.output
    work = plan.having("created", "changed", "orphaned")
    path = folder
    with ExitStack() as undo:
        try:
            ready: dict[str, Path] = {}
            for file in work:
                path = folder / file.name
                if file.new is not None:
                    ready[file.name] = _write_beside(path, file.new, undo)
            for file in work:
                path = folder / file.name
                if file.new is not None:
                    ready[file.name].replace(path)
                else:
                    path.unlink()
                undo.callback(_restore, path, file.old)
        except OSError as error:
            refused = diagnose("TG403", Span(path.relative_to(plan.root).as_posix()), reason=error.strerror)
            return (*plan.diagnostics, refused)
        undo.pop_all()
    _remove_empty_folders(folder, plan.having("orphaned"))
    return plan.diagnostics


def _write_beside(path: Path, data: bytes, undo: ExitStack) -> Path:
    """Write `data` to a new hidden file in the folder of `path`, with the permissions of `path` where that exists."""
    for folder in reversed([folder for folder in path.parents if not folder.exists()]):
        folder.mkdir()
        undo.callback(_quietly, folder.rmdir)
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")
    undo.callback(_quietly, temporary.unlink)
    with temporary.open("xb") as stream:
        stream.write(data)
    if path.exists():
        temporary.chmod(stat.S_IMODE(path.stat().st_mode))
    return temporary


def _restore(path: Path, old: bytes | None) -> None:
    if old is None:
        _quietly(path.unlink)
    else:
        with ExitStack() as undo:
            _quietly(lambda: _write_beside(path, old, undo).replace(path))


def _quietly(step: Callable[[], object]) -> None:
    """Take a step of the way back as far as the system lets us."""
    with suppress(OSError):
        step()


def _remove_empty_folders(folder: Path, removed: list[PlannedFile]) -> None:
    """Remove the folders that held nothing but `removed`; a folder that holds anything refuses."""
    for file in removed:
        for name in PurePosixPath(file.name).parents[:-1]:
            _quietly((folder / name).rmdir)


def _read(path: Path) -> bytes | None:
    """The bytes of a file, None where there is none. Raises OSError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _normal(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n") if b"\r" in data else data


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _is_inside(name: str) -> bool:
    """Whether `name` is a relative path that stays inside, on every system, and fits on a line of the record."""
    return bool(name) and not re.search(r"^/|^[A-Za-z]:|\\|[\r\n\0]|(^|/)\.\.?(/|$)", name)
