"""The walk: every Python file below the configured paths, in one order on every system."""

from __future__ import annotations

import errno
import heapq
import os
import re
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.span import Span

NOT_SOURCE = frozenset({"__pycache__", "node_modules", "site-packages"})
"""Folders that never hold the source of a project; folders whose names begin with a dot are not entered either."""

BUILD_OUTPUT = frozenset({"build", "dist"})
"""Folders that hold copies of the source, unless they are packages."""


class SourceFile(NamedTuple):
    """A file: `path` in the project with forward slashes, `absolute` to open, and what may stand for it `instead`."""

    path: str
    absolute: str
    instead: bytes | None = None


def find_sources(config: Config) -> tuple[list[SourceFile], list[Diagnostic]]:
    """The Python files below `config.paths`, sorted by path, and what could not be read (TG105, TG106).

    A file or folder that `config.paths` names is taken as it is. Below it are left out: hidden files and folders,
    `NOT_SOURCE`, `BUILD_OUTPUT`, virtual environments (they hold `pyvenv.cfg`, PEP 405), what `config.exclude` matches,
    and the output folder. Links are followed after all else, each folder and file once, so that what can be reached
    without a link is found by its real path.
    """
    walk = _Walk(str(config.root), matcher(config.exclude))
    if config.output:
        with suppress(OSError):
            walk.enters(config.root / config.output)
    for path in config.paths:
        walk.start(path)
    walk.run()
    return sorted(walk.files.values(), key=attrgetter("path")), walk.diagnostics


@dataclass(slots=True)
class _Walk:
    """The state of one walk. Folders are pairs of the path to show and the path to open."""

    root: str
    excluded: Callable[[str], object]
    files: dict[str, SourceFile] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    folders: list[tuple[str, str]] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    entered: set[tuple[int, int]] = field(default_factory=set)

    def start(self, path: str) -> None:
        """Take a configured path, whatever its name."""
        absolute = Path(self.root, path)
        kind = self._kind(path, absolute)
        if kind == stat.S_IFDIR:
            self._list("" if path == "." else f"{path}/", str(absolute.resolve()), is_start=True)
        elif kind == stat.S_IFREG:
            target = str(absolute.resolve())
            self.files[target] = SourceFile(path, target)
        elif kind:
            self.diagnostics.append(diagnose("TG105", Span(path), reason="it is neither a file nor a folder"))

    def run(self) -> None:
        """Walk until nothing is left: first all folders, then one link at a time in the order of their paths."""
        while self.folders or self.links:
            if self.folders:
                path, absolute = self.folders.pop()
                self._list(f"{path}/", absolute)
            else:
                path, link = heapq.heappop(self.links)
                self._follow(path, Path(link))

    def enters(self, folder: Path) -> bool:
        """Whether this folder is entered now for the first time. Raises OSError."""
        status = folder.stat()
        identity = (status.st_dev, status.st_ino)
        is_first = identity not in self.entered
        self.entered.add(identity)
        return is_first

    def _list(self, prefix: str, absolute: str, *, is_start: bool = False) -> None:
        """Sort the entries of a folder, unless it was listed before or holds no source."""
        folder = Path(absolute)
        try:
            if not self.enters(folder):
                return
            with os.scandir(absolute) as listing:
                entries = list(listing)
        except OSError as error:
            self.diagnostics.append(diagnose("TG105", Span(prefix.rstrip("/") or "."), reason=error.strerror))
            return
        names = {entry.name for entry in entries}
        is_copy = folder.name in BUILD_OUTPUT and "__init__.py" not in names
        if is_start or not (is_copy or "pyvenv.cfg" in names):
            for entry in entries:
                self._sort(prefix + entry.name, entry)

    def _sort(self, path: str, entry: os.DirEntry[str]) -> None:
        name = entry.name
        if name.startswith(".") or name in NOT_SOURCE:
            return
        if entry.is_dir(follow_symlinks=False):
            if not self.excluded(f"{path}/"):
                self.folders.append((path, entry.path))
        elif self.excluded(path):
            return
        elif name.endswith(".py") and entry.is_file(follow_symlinks=False):
            self.files[entry.path] = SourceFile(path, entry.path)
        elif entry.is_symlink():
            heapq.heappush(self.links, (path, entry.path))

    def _follow(self, path: str, link: Path) -> None:
        kind = self._kind(path, link)
        if kind == stat.S_IFDIR:
            target, folder = link.resolve(), link.parent.resolve()
            if target in (folder, *folder.parents):
                self.diagnostics.append(diagnose("TG106", Span(path)))
            else:
                self.folders.append((path, str(target)))
        elif kind == stat.S_IFREG and path.endswith(".py"):
            absolute = str(link.resolve())
            self.files.setdefault(absolute, SourceFile(path, absolute))

    def _kind(self, path: str, absolute: Path) -> int:
        """The file type of `path` as `stat` names it; 0, and a diagnostic where it matters, if it cannot be known."""
        try:
            return stat.S_IFMT(absolute.stat().st_mode)
        except OSError as error:
            # A broken link to `data.csv` hides no tool; one to a folder or a module may.
            if absolute.suffix in ("", ".py"):
                code = "TG106" if error.errno == errno.ELOOP else "TG105"
                self.diagnostics.append(diagnose(code, Span(path), reason=error.strerror))
            return 0


_FOLDERS = re.compile(r"(?<![^/])\*\*/")
_PART = re.compile(r"\*+")


def matcher(patterns: Iterable[str]) -> Callable[[str], object]:
    """A function that says whether one of `patterns` matches a path, relative to the project and with forward slashes.

    A folder's path ends with a slash. The rules are gitignore's: a pattern without a slash before its end matches a
    name in any folder, another one matches the path from the project's folder; one with a slash at its end matches
    folders alone; `*` and `?` stop at slashes, `**` between them does not. A folder that matches is not entered, so all
    below it is excluded. Negation (`!`), classes (`[…]`) and escapes are refused by the configuration.
    """
    expressions = [_expression(pattern) for pattern in patterns]
    return re.compile("|".join(expressions) or r"(?!)", re.DOTALL).fullmatch


def _expression(pattern: str) -> str:
    """A pattern as a regular expression that goes back to no wildcard but the last of its kind."""
    start = "" if "/" in pattern.rstrip("/") else "**/"
    end = "/" if pattern.endswith("/") else "/?"
    path = start + pattern.strip("/")
    if path.endswith("/**"):
        path, end = f"{path[:-2]}**/", f".+{end}"
    first, *others = map(_names, _FOLDERS.split(path))
    return first + _chain("(?:[^/]*/)*?", others) + end


def _names(path: str) -> str:
    """The expression of names, in which wildcards stop at slashes."""
    first, *others = (re.escape(part).replace(r"\?", "[^/]") for part in _PART.split(path))
    return first + _chain("[^/]*?", others)


def _chain(wildcard: str, parts: list[str]) -> str:
    found = [f"(?>{wildcard}{part})" for part in parts[:-1]]
    return "".join([*found, *(f"{wildcard}{part}" for part in parts[-1:])])
