"""Where the generated dispatch module is that calls the tools of a manifest, and importing it."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, NamedTuple, cast

from toolgen.runtime.dispatch_module import DispatchModule
from toolgen.runtime.entry import ToolEntry
from toolgen.runtime.errors import CallError
from toolgen.runtime.sources import Source, find

LOADING = RLock()
"""Is held while a dispatch module is imported."""

_MADE = "toolgen_dispatch_"
"""How the names begin of modules that no import finds."""
_CALLED_BY = ("is_async", "is_generator", "injected", "timeout")
"""What a manifest and a dispatch module both say of how a tool is called."""
_FILES = ("dispatch.py", "dispatch/__init__.py")


class Location(NamedTuple):
    """Where a dispatch module is: the name that it is imported by, and its file."""

    name: str
    path: str

    @property
    def is_made(self) -> bool:
        """Whether no import finds the name."""
        return self.name.startswith(_MADE)

    def load(self) -> DispatchModule:
        """The module, imported if it was not."""
        with LOADING:
            module = sys.modules.get(self.name)
            if module is None:
                if self.is_made:
                    _make_package(self)
                module = import_module(self.name)
        return cast(DispatchModule, module)


def callee(source: Source | None) -> DispatchModule | None:
    """What calls the tools of `source`: what was given, or stands beside it, once imported; None for nothing."""
    if source is None:
        return None
    if isinstance(source.dispatch, str):
        found = beside(source)
        if found is None:
            return None
        source.dispatch = checked(found.load())
    return cast(DispatchModule, source.dispatch)


def checked(module: object) -> DispatchModule:
    """`module` if it is a dispatch module. Raises TypeError."""
    if not callable(getattr(module, "dispatch", None)):
        raise TypeError("it has no function `dispatch`, so that `toolgen build` did not write it")
    return cast(DispatchModule, module)


def declared(module: object, name: str) -> Any:
    """What a dispatch module says of the tool `name`; None where it says nothing, or was not generated."""
    tools: Mapping[str, Any] = getattr(getattr(module, "tools", module), "_tools", {})
    return tools.get(name)


def fits(tool: ToolEntry, module: object) -> bool:
    """Whether a dispatch module has the tool that a manifest describes, and calls it as that says."""
    if not hasattr(getattr(module, "tools", module), "_tools"):
        return True
    found = declared(module, tool.name)
    return found is not None and all(getattr(found, key) == getattr(tool, key) for key in _CALLED_BY)


def location(module: object) -> Location | None:
    """Where a dispatch module is that no `import` finds; None for one that is imported by its name."""
    if isinstance(module, ModuleType) and module.__name__.startswith(_MADE):
        return Location(module.__name__, str(module.__file__))
    return None


def beside(source: Source) -> Location | None:
    """Where the dispatch module of a manifest is; None where there is none."""
    if source.dispatch:
        return Location(source.dispatch, "") if find(source.dispatch) else None
    paths = (Path(source.folder, file) for file in _FILES)
    path = next((path for path in paths if path.is_file()), None)
    return Location(_name(path), str(path)) if path else None


def not_callable(name: str, reason: str) -> CallError:
    """That nothing can call the tool `name`, and why."""
    return CallError("not_callable", f"{name!r} cannot be called: {reason}")


def _name(path: Path) -> str:
    """The name that a module was imported by, can be imported by, or else one made of its path."""
    for name, module in [*sys.modules.items()]:
        if getattr(module, "__file__", None) == str(path):
            return name
    importable = (name for name in _names(path) if getattr(find(name), "origin", None) == str(path))
    return next(importable, f"{_MADE}{hashlib.sha256(str(path).encode()).hexdigest()[:12]}.dispatch")


def _make_package(place: Location) -> None:
    """Make a package of the folder that a dispatch module is in, which no import finds, for its import of another."""
    package = ModuleType(place.name.rpartition(".")[0])
    package.__path__ = [str(_module(Path(place.path)).parent)]
    sys.modules.setdefault(package.__name__, package)


def _module(path: Path) -> Path:
    """The file of a module without its suffix, or the folder of a package."""
    return path.parent if path.name == "__init__.py" else path.with_suffix("")


def _names(path: Path) -> Iterator[str]:
    """Every dotted name of a file by `sys.path`, the shortest first; none outside of a package."""
    module = _module(path)
    folders = {Path(entry).absolute() for entry in sys.path}
    for folder in sorted(folders, key=lambda folder: -len(folder.parts)):
        parts = module.relative_to(folder).parts if module.is_relative_to(folder) else ()
        if len(parts) > 1 and all(part.isidentifier() for part in parts):
            yield ".".join(parts)
