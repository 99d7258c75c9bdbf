"""Importing a dispatch module again, after a build wrote it anew."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

from toolgen.runtime.modules import LOADING, beside
from toolgen.runtime.sources import Source


def reload(source: Source) -> None:
    """Import an imported dispatch module again, in place; what is bound stays. Raises what the import raises."""
    importlib.invalidate_caches()
    with LOADING:
        module = _imported(source)
        if module is None:
            return
        before = getattr(module, "tools", None)
        _import(module)
        if before is not None:
            # Whoever imported a function of the module has a method of the old one.
            vars(module.tools).update(vars(_renewed(before, module)))
        if source.has_objects:
            _renewed(source.dispatch, module)


def _imported(source: Source) -> ModuleType | None:
    if isinstance(source.dispatch, str):
        location = beside(source)
        return sys.modules.get(location.name) if location else None
    return sys.modules[type(source.dispatch).__module__] if source.has_objects else source.dispatch


def _import(module: ModuleType) -> None:
    """Run the code of `module` again; the parts of a package are imported when they are next needed."""
    for name in [name for name in sys.modules if name.startswith(f"{module.__name__}.")]:
        del sys.modules[name]
    importlib.reload(module)


def _renewed(dispatcher: Any, module: Any) -> Any:
    """A `Dispatcher` with the tools of the reloaded module."""
    dispatcher.__class__ = module.Dispatcher
    dispatcher.bind()  # so that it looks for its functions again
    return dispatcher
