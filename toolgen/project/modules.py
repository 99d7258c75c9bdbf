"""Modules by their dotted names: those of the project, and those that it imports, found and parsed on demand."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath

from toolgen.memoize import memoized
from toolgen.syntax.contents import Contents
from toolgen.syntax.facts import Import, ModuleFacts


@dataclass(frozen=True, slots=True, eq=False)
class Module:
    """A file that was read once: what it says, and what it holds beyond that.

    `path` is as diagnostics show it; `root` is the folder from which `name` is imported; `folder` is the one that holds
    the file.
    """

    name: str
    path: str
    root: Path
    folder: Path
    is_package: bool
    facts: ModuleFacts
    contents: Contents

    @property
    def is_stub(self) -> bool:
        """Whether it tells the types of a module and nothing of what that does (PEP 484)."""
        return self.path.endswith(".pyi")

    @property
    def is_test(self) -> bool:
        """Whether pytest collects it, or what it collects uses it: what it calls is not the program's.

        Source: <https://docs.pytest.org/en/stable/explanation/goodpractices.html>.
        """
        *folders, name = self.name.split(".")
        return "tests" in folders or name.startswith("test_") or name.endswith("_test") or name == "conftest"

    @property
    def postpones_annotations(self) -> bool:
        """Whether annotations are evaluated later, if at all: PEP 563, PEP 649, or the file is a stub."""
        found = self.facts.scope.bindings.get("annotations")
        is_text = isinstance(found, Import) and found.module == "__future__"
        return is_text or self.is_stub or self.facts.deferred

    @property
    def package(self) -> str:
        """The package that relative imports start from."""
        return self.name if self.is_package else self.name.rpartition(".")[0]

    @property
    def imports(self) -> Iterator[str]:
        """What the statements at its top import, by absolute names: a module, or what may be one."""
        scope = self.facts.scope
        for one in (one for one in scope.bindings.values() if isinstance(one, Import)):
            name = self.absolute(one.module, one.level)
            yield f"{name}.{one.name}" if one.name else name
        yield from (self.absolute(star.module, star.level) for star in scope.star_imports)

    def absolute(self, module: str, level: int) -> str:
        """The dotted name that a relative import of `module` with `level` dots means here.

        One that leads to the root, which is then a package itself, means a module there, and none of Python's own that
        is called so.
        """
        if not level:
            return module
        parts = self.name.split(".") if self.name else []
        keep = len(parts) - level + self.is_package
        is_standard = module.partition(".")[0] in sys.stdlib_module_names
        above = [self.root.name] if keep == 0 and level > 1 and is_standard else []
        return ".".join([*above, *parts[: max(keep, 0)], *filter(None, [module])])


_SITE_PACKAGES = frozenset({"dist-packages", "site-packages"})
"""The folders into which other packages are installed: https://docs.python.org/3/library/site.html."""

ReadFile = Callable[[Path, str], tuple[ModuleFacts, Contents] | None]
"""Reads and parses a file that the project imports: its path on disk and its path for diagnostics."""


class Project:
    """The modules below `root`, and those of `search_path`, each read at most once.

    Nothing is imported: a module is a file found by the rules of Python's path finder (PEP 420 included), or its stub
    (PEP 561). `search_path` is asked for when the first module is not found by its name alone. `sources` are the files
    whose imports tell what packages are called.
    """

    def __init__(self, root: Path, search_path: Iterable[Path], read_file: ReadFile) -> None:
        self.root = root
        self.sources: Sequence[Contents] = ()
        self.unread: set[str] = set()
        """The modules that were looked for, and whose files cannot be read."""
        self._search_path = search_path
        self._read_file = read_file
        self._own: dict[str, Module] = {}
        self._imported: dict[tuple[str, str], Module | None] = {}
        self._read: dict[str, tuple[ModuleFacts, Contents] | None] = {}
        self._found: dict[tuple[int, str], Module | None] = {}
        self._found_own: dict[tuple[int, str], Module | None] = {}
        self._folders: dict[tuple[int, str], bool] = {}
        self._shared: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._owners: dict[Path, Path] = {}

    def add(self, path: PurePosixPath, facts: ModuleFacts, contents: Contents) -> Module:
        """The module that the file at `path`, relative to the project, holds: one that may declare tools."""
        module = self._own[str(self.root / path)] = self.module(path, facts, contents)
        return module

    def module(self, path: PurePosixPath, facts: ModuleFacts, contents: Contents) -> Module:
        """What the file at `path`, relative to the project, is when it is imported; it is not added."""
        name, root, is_package = self.named(path)
        return Module(name, str(path), root, (self.root / path).parent, is_package, facts, contents)

    def named(self, path: PurePosixPath) -> tuple[str, Path, bool]:
        """The name of the module that the file at `path` holds, where it is imported from, and if it is a package."""
        file = self.root / path
        folder = file.parent
        root = self._owners[folder] = self._owners.get(folder) or self._root_of(folder)
        parts = file.relative_to(root).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        return ".".join(parts[:-1] if is_package else parts), root, is_package

    @property
    def modules(self) -> tuple[Module, ...]:
        """The modules that were added; which of them import which others is no matter."""
        return tuple(self._own.values())

    def owns(self, module: Module) -> bool:
        """Whether the file that holds `module` lies in the project, and is none of an environment that lies there."""
        if not os.path.isabs(module.path) and not any(name in module.path for name in _SITE_PACKAGES):  # noqa: PTH117
            return True
        file = self.root / module.path
        if not file.is_relative_to(self.root):
            return False
        return str(file) in self._own or _SITE_PACKAGES.isdisjoint(file.relative_to(self.root).parts)

    def find(self, name: str, importer: Module) -> Module | None:
        """The module that `import name` in `importer` means, or None where no file holds it."""
        near = self._near_roots(importer)
        key = (id(near), name)
        if key not in self._found:
            self._found[key] = next(self._candidates(name, near), None) if name else None
        return self._found[key]

    def find_own(self, name: str, importer: Module) -> Module | None:
        """The same, where only a file of the project counts: no other is looked for, let alone read."""
        near = self._near_roots(importer)
        key = (id(near), name)
        if key not in self._found_own:
            relative = name.replace(".", os.sep)
            files = ((root, f"{root}{os.sep}{relative}{end}") for root in near for end in _SOURCES)
            found = (self._at(file, name, root) for root, file in files) if name else ()
            self._found_own[key] = next((module for module in found if module is not None), None)
        return self._found_own[key]

    def imported_by(self, module: Module, files: Container[str]) -> Iterator[str]:
        """Those of `files`, by their paths on disk, that the imports at the top of `module` name; none is read."""
        for name in module.imports:
            for dot in _ENDS(name):
                relative = name[: dot.start()].replace(".", os.sep)
                found = (f"{root}{os.sep}{relative}{end}" for root in self._near_roots(module) for end in _SOURCES)
                yield from islice((file for file in found if file in files), 1)

    def below(self, package: str, importer: Module) -> list[str]:
        """The names of the modules in the folder of a package of the project, sorted."""
        found = self.find_own(package, importer)
        files = sorted(found.folder.glob("*.py")) if found is not None and found.is_package else []
        return [f"{package}.{file.stem}" for file in files if file.stem != "__init__"]

    def is_folder(self, name: str, importer: Module) -> bool:
        """Whether `name` is a folder that may be a namespace package."""
        near = self._near_roots(importer)
        key = (id(near), name)
        if key not in self._folders:
            relative = name.replace(".", os.sep)
            self._folders[key] = any(Path(root, relative).is_dir() for root in self._import_roots(near))
        return self._folders[key]

    def is_compiled(self, name: str, importer: Module) -> bool:
        """Whether `name` is an extension module: there is no source of what it binds."""
        path, _, last = name.replace(".", os.sep).rpartition(os.sep)
        near = self._near_roots(importer)
        return any(
            file.suffix in _COMPILED for root in self._import_roots(near) for file in Path(root, path).glob(f"{last}.*")
        )

    def stub_of(self, module: Module) -> Module | None:
        """The stub in the folder of `module` that tells its types."""
        stem = "__init__" if module.is_package else module.name.rpartition(".")[2]
        return self._at(f"{module.folder}{os.sep}{stem}.pyi", module.name, str(module.root))

    def _candidates(self, name: str, near: tuple[str, ...]) -> Iterator[Module]:
        relative = name.replace(".", os.sep)
        top, _, rest = relative.partition(os.sep)
        stubs = f"{top}-stubs" + (os.sep + rest if rest else "")
        for stem, suffix in ((relative, ".py"), (relative, ".pyi"), (stubs, ".pyi")):
            for root in self._import_roots(near):
                for ending in (f"{os.sep}__init__{suffix}", suffix):
                    if (module := self._at(f"{root}{os.sep}{stem}{ending}", name, root)) is not None:
                        yield module

    def _at(self, file: str, name: str, root: str) -> Module | None:
        if file in self._own:
            return self._own[file]
        key = (file, name)  # a file that is imported under two names is two modules, as it is when it runs
        if key not in self._imported:
            is_file = os.path.isfile(file)  # noqa: PTH113 (half the cost)
            self._imported[key] = self._load(name, Path(file), Path(root)) if is_file else None
        return self._imported[key]

    def _load(self, name: str, file: Path, root: Path) -> Module | None:
        shown = file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else file.as_posix()
        if shown not in self._read:
            self._read[shown] = self._read_file(file, shown)
        if (read := self._read[shown]) is None:
            self.unread.add(name)
            return None
        return Module(name, shown, root, file.parent, file.stem == "__init__", *read)

    def _import_roots(self, near: tuple[str, ...]) -> Iterator[str]:
        yield from near
        yield from self._far

    @memoized
    def _near_roots(self, importer: Module) -> tuple[str, ...]:
        """Where in the project the imports of a module are looked for, the nearest first; one object for each list."""
        roots = tuple(dict.fromkeys(map(str, self._near(importer.root, importer.folder))))
        return self._shared.setdefault(roots, roots)

    def _near(self, root: Path, folder: Path) -> Iterator[Path]:
        """A file in no package is a script, whose own folder comes first (`sys.path[0]`)."""
        is_package = (folder / "__init__.py").is_file()
        if not is_package:
            yield folder
        yield root
        yield from (above for above in root.parents if above.is_relative_to(self.root))
        yield self.root
        if (self.root / "src").is_dir():
            yield self.root / "src"
        if is_package:
            yield _outermost(folder).parent

    @cached_property
    def _imports(self) -> frozenset[str]:
        """The packages and modules that the project imports by absolute names."""
        names = frozenset[str]().union(*(contents.imports for contents in self.sources))
        return frozenset(name[: dot.start()] for name in names for dot in _ENDS(name))

    @cached_property
    def _far(self) -> tuple[str, ...]:
        return tuple(map(str, self._search_path))

    def _root_of(self, folder: Path) -> Path:
        """The folder that is on `sys.path` when a file in `folder` is imported.

        It is the nearest folder of installed packages or `src`, or else the one above the outermost package. For a file
        in no package it is the nearest folder that is a project of its own, else the whole project.
        """
        for above in (folder, *folder.parents):
            if self._is_site(above):
                return above
            if above == self._top:
                break
            if above.name == "src" and not (above / "__init__.py").is_file():
                return above
        if (folder / "__init__.py").is_file() and folder != self._top:
            return self._package_root(folder)
        while folder != self.root and not _is_project(folder):
            folder = folder.parent
        return folder

    @cached_property
    def _top(self) -> Path:
        """Where names of modules may begin: the root, or around a package that it lies in, if a project is there."""
        if not (self.root / "__init__.py").is_file() or _is_project(self.root):
            return self.root
        package = _outermost(self.root)
        return package.parent if package != self.root or any(map(_is_project, package.parents)) else self.root

    def _package_root(self, package: Path) -> Path:
        """Where a package's name begins: as the project imports it, or above the outermost package around it."""
        around = [*_folders_around(package, self._top)][::-1]
        if len(around) == 1:
            return around[0]
        names = ((above, ".".join(package.relative_to(above).parts)) for above in around)
        tops = ((above, above / package.relative_to(above).parts[0]) for above in around)
        outermost = next(above for above, top in tops if (top / "__init__.py").is_file())
        return next((above for above, name in names if "." in name and name in self._imports), outermost)

    @memoized
    def _is_site(self, folder: Path) -> bool:
        """Whether packages are installed in `folder`: what the names of namespace packages begin below."""
        return any(folder.glob("*.dist-info"))


_SOURCES = (f"{os.sep}__init__.py", ".py")
_ENDS = re.compile(r"\.|$").finditer
_COMPILED = frozenset({".pyd", ".so"})
_BUILD_FILES = ("pyproject.toml", "setup.py", "setup.cfg")


def _folders_around(package: Path, limit: Path) -> Iterator[Path]:
    """The folders around a package that are none, the nearest first, up to one that is a project of its own."""
    for above in package.parents:
        is_project = above == limit or _is_project(above)
        if is_project or not (above / "__init__.py").is_file():
            yield above
        if is_project:
            return


def _is_project(folder: Path) -> bool:
    return any((folder / name).is_file() for name in _BUILD_FILES)


def source_roots(files: Iterable[str]) -> list[str]:
    """The folders that hold a package and are in none: where the top-level packages of a project are, sorted."""
    packages = {file.removesuffix("/__init__.py") for file in files if file.endswith("/__init__.py")}
    return sorted({package.rpartition("/")[0] for package in packages} - packages)


def _outermost(package: Path) -> Path:
    while package.parent != package and (package.parent / "__init__.py").is_file():
        package = package.parent
    return package
