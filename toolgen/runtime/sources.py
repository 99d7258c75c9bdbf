"""Where manifests come from: files, folders, packages, dispatch modules, and what installed packages offer.

Nothing is imported to find them. A package is found as the import system would find it (its finders are asked), but
neither it nor the packages around it run: those may import every tool there is.
"""

from __future__ import annotations

import os
import sys

from toolgen.model.versions import ManifestError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any, TypeAlias

    from toolgen.model.json_values import Json
    from toolgen.runtime.dispatch_module import DispatchModule

    Origin: TypeAlias = "str | os.PathLike[str] | ModuleType | DispatchModule | Source"
    """What tools are loaded from: a manifest, a folder with manifests in it, a dispatch module or one of its
    `Dispatcher`s, or a source."""

GROUP = "toolgen.manifests"
"""The entry point group in which packages offer their tools; each value is the package that `manifest.json` is in."""
MANIFEST = "manifest.json"
RECORD = "toolgen.sum"
_CALLED = ("dispatch.py", "dispatch/", "_support.py")
"""How the names of the files begin that are imported for a call."""


class Source:
    """A manifest and what stands beside it.

    `folder` and `file` say where it is, `dispatch` is the dispatch module or `Dispatcher` that calls its tools, or the
    dotted name of the module; empty where it is still to be found. `digest` is that of the manifest that was read,
    and `settings` what it says beside its tools, by its keys there.
    """

    def __init__(self, folder: str, file: str = MANIFEST, dispatch: Any = "") -> None:
        self.folder = folder
        self.file = file
        self.dispatch = dispatch
        self.digest: int | None = None
        self.settings: Mapping[str, Json] = {}

    @property
    def has_objects(self) -> bool:
        """Whether a `Dispatcher` calls the tools, with objects of its own."""
        return not isinstance(self.dispatch, (str, type(sys)))

    def __repr__(self) -> str:
        return f"Source({self.path!r})"

    @property
    def path(self) -> str:
        """The path of the manifest."""
        return self.beside(self.file)

    def beside(self, file: str) -> str:
        """The path of a file in the folder of the manifest."""
        return os.path.join(self.folder, file)

    def read(self, file: str) -> bytes | None:
        """The content of a file beside the manifest; None where there is no such file. Raises ManifestError."""
        path = self.beside(file)
        try:
            with open(path, "rb") as stream:
                return stream.read()
        except FileNotFoundError:
            return None
        except NotADirectoryError:  # inside an archive from which packages are imported
            return _archived(path)
        except OSError as error:
            raise ManifestError(f"{path}: it cannot be read: {error.strerror}") from error

    def check(self, text: bytes) -> None:
        """See that `text`, the manifest, and the Python beside it are of one build, as `toolgen.sum` records it.

        Raises ManifestError. A folder without a record has no say, nor has one of files that it does not list, and
        files that are not there are of no interest; but nothing else may stand where Python would look for a module.
        """
        from hashlib import sha256

        recorded: dict[str, set[str]] = {}
        for line in (self.read(RECORD) or b"").decode(errors="replace").splitlines():
            recorded.setdefault(line[66:], set()).add(line[:64])
        for file, digests in recorded.items():
            is_called = file.startswith(_CALLED) and ".." not in file
            data = text if file == self.file else self.read(file) if is_called else None
            # A checkout with other line ends is the same file.
            if data is not None and sha256(data.replace(b"\r\n", b"\n")).hexdigest() not in digests:
                raise ManifestError(
                    f"{self.beside(file)}: it is not the one that {self.beside(RECORD)} records, which "
                    "`toolgen build` writes"
                )
        for names in _importable(recorded):
            found = [name for name in names if os.path.isfile(self.beside(name))]
            is_open = len(found) > 1 or not recorded.keys().isdisjoint(names)
            if is_open and not recorded.keys() >= {*found}:
                raise ManifestError(
                    f"{self.folder}: Python may import {' or '.join(found)} for a call, and {RECORD} does not record "
                    "all of that: delete what `toolgen build` did not write"
                )

    def manifest(self) -> bytes:
        """The text of the manifest. Raises ManifestError where there is none."""
        text = self.read(self.file)
        if text is None:
            raise ManifestError(f"{self.path}: there is no such file; `toolgen build` writes it")
        return text


def _importable(recorded: Iterable[str]) -> Iterator[list[str]]:
    """For each module that is imported for a call, the names of files that may be taken for it."""
    from importlib.machinery import all_suffixes

    inner = [file.removesuffix(".py") for file in recorded if file.startswith("dispatch/") and ".." not in file]
    for module in ("dispatch", "_support", *inner):
        yield [f"{name}{suffix}" for name in (module, f"{module}/__init__") for suffix in all_suffixes()]


def _archived(path: str) -> bytes | None:
    from pkgutil import get_importer

    finder: Any = get_importer(os.path.dirname(path))
    try:
        return finder.get_data(path)  # type: ignore[no-any-return]
    except (AttributeError, OSError):
        return None


def sources(origins: Sequence[Origin]) -> Iterator[Source]:
    """The manifests of each of `origins`. Raises ManifestError where one has none."""
    for origin in origins:
        if isinstance(origin, Source):
            yield origin
        elif isinstance(origin, (str, os.PathLike)):
            yield from _at(os.path.abspath(origin))
        else:
            yield _beside(origin)


def _at(path: str) -> Iterator[Source]:
    """The manifest at `path`, or all that are in the folder, in the order of their paths."""
    if not os.path.isdir(path):
        source = Source(os.path.dirname(path), os.path.basename(path))
        if not os.path.exists(path):
            source.manifest()  # which may be in an archive
        yield source
        return
    found = False
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        if MANIFEST in files:
            found = True
            yield Source(folder)
    if not found:
        raise ManifestError(f"{path}: there is no {MANIFEST} in this folder")


def _beside(dispatch: Any) -> Source:
    """The manifest beside a dispatch module, which may be a package, or beside the module of a `Dispatcher`."""
    module = dispatch if isinstance(dispatch, type(sys)) else sys.modules.get(type(dispatch).__module__)
    if module is None or not getattr(module, "__file__", None) or not callable(getattr(dispatch, "dispatch", None)):
        raise TypeError(f"{dispatch!r} is no dispatch module; a path, a module or a Source was expected")
    folder = os.path.dirname(os.path.abspath(str(module.__file__)))
    return Source(os.path.dirname(folder) if hasattr(module, "__path__") else folder, dispatch=dispatch)


def package(name: str, file: str = MANIFEST) -> Source:
    """The manifest in the package `name`: `package("assistant.generated")`. Nothing is imported.

    Raises ManifestError where there is no such package or it has no manifest.
    """
    spec, folders = _located(name)
    if spec is None:
        raise ManifestError(f"there is no package {name!r} that can be imported")
    for folder in folders:
        source = Source(folder, file, f"{name}.dispatch")
        if source.read(file) is not None:
            return source
    raise ManifestError(f"the package {name!r} has no {file}")


def installed(group: str = GROUP) -> list[Source]:
    """The manifests that installed packages offer in the entry point group, by the names of their entry points.

    Raises ManifestError where one is not there.
    """
    from importlib.metadata import entry_points

    entries = sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))
    return [package(entry.module) for entry in entries]


def find(name: str) -> ModuleSpec | None:
    """Where a module is, found without importing it or the packages it is in (unlike `importlib.util.find_spec`)."""
    return _located(name)[0]


def _located(name: str) -> tuple[ModuleSpec | None, list[str]]:
    """Where a module is, and the folders that it has if it is a package."""
    outer, _, last = name.rpartition(".")
    around: list[str] | None = None
    if outer:
        spec, around = _located(outer)
        if spec is None:
            return None, []
    spec = _spec(name, around)
    if spec is None:
        return None, []
    if spec.loader is None:  # a package without `__init__.py`
        return spec, [os.path.join(folder, last) for folder in (sys.path if around is None else around)]
    return spec, [*(spec.submodule_search_locations or ())]


def _spec(name: str, around: list[str] | None) -> ModuleSpec | None:
    """What the first finder finds that finds a module in the folders `around`."""
    from importlib.machinery import ModuleSpec

    try:
        specs = (finder.find_spec(name, around) for finder in sys.meta_path)
        return next((spec for spec in specs if spec is not None), None)
    except KeyError:  # a package without `__init__.py` asks for the one around it, which is not imported
        return ModuleSpec(name, None)
