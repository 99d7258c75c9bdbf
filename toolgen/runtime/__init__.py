"""What an agent imports beside the generated modules: the tools as data, and a place to run calls.

Standard library only, and each part is imported when it is first used, so that `import toolgen.runtime` costs an agent
next to nothing. The names below are the whole public interface.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolgen.model.versions import ManifestError
    from toolgen.runtime.entry import ParameterEntry, ToolEntry
    from toolgen.runtime.errors import CallError, DuplicateToolWarning, RegistrationError, ToolError
    from toolgen.runtime.signatures import Mismatch
    from toolgen.runtime.sources import Source, installed, package
    from toolgen.runtime.toolbox import Toolbox

_HOMES = {
    "CallError": "toolgen.runtime.errors",
    "DuplicateToolWarning": "toolgen.runtime.errors",
    "ManifestError": "toolgen.model.versions",
    "Mismatch": "toolgen.runtime.signatures",
    "ParameterEntry": "toolgen.runtime.entry",
    "RegistrationError": "toolgen.runtime.errors",
    "Source": "toolgen.runtime.sources",
    "ToolEntry": "toolgen.runtime.entry",
    "ToolError": "toolgen.runtime.errors",
    "Toolbox": "toolgen.runtime.toolbox",
    "installed": "toolgen.runtime.sources",
    "package": "toolgen.runtime.sources",
}
"""The module of each public name."""

__all__ = [
    "CallError",
    "DuplicateToolWarning",
    "ManifestError",
    "Mismatch",
    "ParameterEntry",
    "RegistrationError",
    "Source",
    "ToolEntry",
    "ToolError",
    "Toolbox",
    "installed",
    "package",
]


def __getattr__(name: str) -> object:
    """A public name, imported when it is first asked for (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
