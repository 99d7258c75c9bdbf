"""The output folder: what a build would change in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Literal

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, in_order
from toolgen.model.span import Span
from toolgen.output.record import RECORD, RecordFiles, digest, is_direct, is_inside, normal, read
from toolgen.output.unified_diff import unified_diff

BESIDE = frozenset({"__init__.py", "py.typed"})
"""Files of the user's that may stand in the output folder, as hidden files may; toolgen writes none in their place."""

_IMPORTED = frozenset({"dispatch", "_support"})
"""The modules that are imported for a call. Python takes a package of such a name before the file."""

State = Literal["created", "changed", "unchanged", "orphaned", "edited", "foreign"]
"""`orphaned`: recorded but no longer generated; `edited`: neither as recorded nor as generated; `foreign`: not ours."""

OF_FILES = frozenset({"TG401", "TG402", "TG403"})
"""The codes of what is said of files alone."""

_FAULTS: dict[State, str] = {"edited": "TG401", "foreign": "TG402"}


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file by its name in the folder: the bytes on disk and those to be there, None where there are none."""

    name: str
    state: State
    old: bytes | None
    new: bytes | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What `apply` would do in the `folder`, by file name, the record last, and the old `record`."""

    folder: Path
    output: str
    files: tuple[PlannedFile, ...]
    diagnostics: tuple[Diagnostic, ...]
    record: RecordFiles

    def having(self, *states: State) -> list[PlannedFile]:
        return [file for file in self.files if file.state in states]

    def diff(self, file: PlannedFile) -> list[str]:
        """The unified diff from what is on disk to what the sources say."""
        old, new = (None if data is None else normal(data).decode(errors="replace") for data in (file.old, file.new))
        return unified_diff(f"{self.output}/{file.name}", old, new)


def plan(artifacts: Mapping[str, bytes], root: Path, output: str, *, force: bool = False) -> Plan:
    """Compare `artifacts`, contents by their names in the folder `output` below `root`, with the disk; write nothing.

    A file that equals what would be written is adopted. The diagnostics name edited files (TG401; with `force` they
    are replaced or deleted like all others), foreign ones (TG402) and what cannot be read (TG403), or
    that another build was at work meanwhile (TG411). Raises ValueError for a name that is not a path inside the folder.
    """
    if outside := [name for name in artifacts if not is_inside(name)]:
        raise ValueError(f"not inside the output folder: {outside}")
    wanted = {name: normal(artifacts[name]) for name in sorted(artifacts)}
    folder = (root / output).resolve()
    try:
        record = RecordFiles.of(folder)
        recorded = record.digests()
        kept = {name for name in BESIDE if _is_users(read(folder / name), recorded.get(name), wanted.get(name))}
        found = {name for name in _listed(folder) if name in recorded or not _is_beside(name)}
    except OSError as error:
        return Plan(folder, output, (), (diagnose("TG403", Span(output), reason=error.strerror),), RecordFiles())
    wanted = {name: data for name, data in wanted.items() if name not in kept}
    wanted[RECORD] = "".join(f"{digest(data)}  {name}\n" for name, data in wanted.items()).encode()
    names = sorted(wanted.keys() | found - kept, key=lambda name: (name == RECORD, name))
    files, diagnostics = list[PlannedFile](), list[Diagnostic]()
    for name in names:
        try:
            file = _compared(folder, name, recorded.get(name, frozenset()), wanted.get(name))
        except OSError as error:
            diagnostics.append(diagnose("TG403", Span(f"{output}/{name}"), reason=error.strerror))
        else:
            files.append(_forced(file) if force else file)
    diagnostics += (diagnose(_FAULTS[one.state], Span(f"{output}/{one.name}")) for one in files if one.state in _FAULTS)
    if diagnostics and RecordFiles.of(folder) != record:
        diagnostics = [diagnose("TG411", Span(output))]
    return Plan(folder, output, tuple(files), tuple(in_order(diagnostics)), record)


def _forced(file: PlannedFile) -> PlannedFile:
    """`file`, which is replaced or deleted although somebody edited it."""
    state: State = "orphaned" if file.new is None else "changed"
    return replace(file, state=state) if file.state == "edited" else file


def _compared(folder: Path, name: str, digests: Set[str], new: bytes | None) -> PlannedFile:
    """The file `name` of which `digests` are recorded and `new` is wanted. Raises OSError."""
    path = folder / name
    if new is None and not digests:
        return PlannedFile(name, "foreign", None, None)
    old = read(path)
    state: State
    if old is not None and normal(old) == new:
        state = "unchanged"
    elif path.is_symlink() or not is_direct(path):
        state = "foreign"  # toolgen writes no links, and nothing through one
    elif old is None:
        state = "created" if new is not None else "unchanged"
    elif not digests:
        state = "foreign"
    elif digest(normal(old)) in digests:
        state = "changed" if new is not None else "orphaned"
    else:
        state = "edited"
    return PlannedFile(name, state, old, new)


def _is_users(old: bytes | None, digests: Set[str] | None, new: bytes | None) -> bool:
    """Whether a file that may stand in the folder is on disk, and neither as toolgen wrote it nor as it would."""
    return old is not None and normal(old) != new and digest(normal(old)) not in (digests or ())


def _is_beside(name: str) -> bool:
    """Whether a file is one of `BESIDE`, and not of a package that would be imported in the place of a file of ours."""
    path = PurePosixPath(name)
    return path.name in BESIDE and path.parts[0] not in _IMPORTED


def _listed(folder: Path, prefix: str = "") -> Iterator[str]:
    """The names of the files in `folder` and below, without hidden ones and `__pycache__`. Raises OSError."""
    for path in folder.iterdir() if prefix or folder.exists() else ():
        if path.name.startswith(".") or path.name == "__pycache__":
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _listed(path, f"{prefix}{path.name}/")
        else:
            yield prefix + path.name
