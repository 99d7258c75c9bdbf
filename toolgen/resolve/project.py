"""Modules by their dotted names: those of the project, and those that it imports, found and parsed on demand."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from toolgen.parse.facts import ModuleFacts


@dataclass(frozen=True, slots=True, eq=False)
class Module:
    """A parsed file. `path` is as diagnostics show it; `root` is the folder from which `name` is imported."""

    name: str
    path: str
    root: Path
    is_package: bool
    facts: ModuleFacts

    def absolute(self, module: str, level: int) -> str:
        """The dotted name that a relative import of `module` with `level` dots means here."""
        if not level:
            return module
        parts = self.name.split(".") if self.name else []
        keep = len(parts) - level + self.is_package
        return ".".join([*parts[: max(keep, 0)], *filter(None, [module])])


ParseFile = Callable[[Path, str], ModuleFacts | None]
"""Reads and parses a file that the project imports: its path on disk and its path for diagnostics."""


class Project:
    """The modules below `root`, and those of `search_path`, each parsed at most once.

    Nothing is imported: a module is a file found by the rules of Python's path finder (PEP 420 included).
    """

    def __init__(self, root: Path, search_path: Iterable[Path], parse_file: ParseFile) -> None:
        self.root = root
        self._search_path = tuple(search_path)
        self._parse_file = parse_file
        self._by_path: dict[Path, Module] = {}
        self._found: dict[tuple[Path, str], Module | None] = {}
        self._roots: dict[Path, tuple[Path, ...]] = {}

    def add(self, path: PurePosixPath, facts: ModuleFacts) -> Module:
        """The module that the file at `path`, relative to the project, holds."""
        file = self.root / path
        root = self._root_of(file)
        parts = file.relative_to(root).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        module = Module(name, str(path), root, is_package, facts)
        self._by_path[file] = module
        return module

    def find(self, name: str, importer: Module) -> Module | None:
        """The module that `import name` in `importer` means, or None where no file holds it."""
        key = (importer.root, name)
        if key not in self._found:
            self._found[key] = next(self._candidates(name, importer), None) if name else None
        return self._found[key]

    def _candidates(self, name: str, importer: Module) -> Iterator[Module]:
        relative = name.replace(".", os.sep)
        for root in self._import_roots(importer.root):
            for suffix in (f"{os.sep}__init__.py", ".py", f"{os.sep}__init__.pyi", ".pyi"):
                file = root / (relative + suffix)
                if file in self._by_path:
                    yield self._by_path[file]
                elif file.is_file() and (module := self._load(name, file, root)):
                    yield module

    def _load(self, name: str, file: Path, root: Path) -> Module | None:
        shown = file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else file.as_posix()
        facts = self._parse_file(file, shown)
        if facts is None:
            return None
        self._by_path[file] = module = Module(name, shown, root, file.stem == "__init__", facts)
        return module

    def _import_roots(self, root: Path) -> tuple[Path, ...]:
        """Where the imports of a module whose root is `root` are looked for, the nearest first."""
        if root not in self._roots:
            above = [folder for folder in root.parents if folder.is_relative_to(self.root)]
            source = self.root / "src"
            roots = [root, *above, self.root, *([source] if source.is_dir() else []), *self._search_path]
            self._roots[root] = tuple(dict.fromkeys(roots))
        return self._roots[root]

    def _root_of(self, file: Path) -> Path:
        """The folder that is on `sys.path` when `file` is imported.

        It is the one above the outermost package; for a file in no package the nearest `src`, else the project.
        """
        folder = file.parent
        while folder != self.root and (folder / "__init__.py").is_file():
            folder = folder.parent
        if folder != file.parent:
            return folder
        for above in [folder, *folder.parents]:
            if above == self.root or above.name == "src":
                return above
        return folder
