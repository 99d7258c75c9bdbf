"""What an agent imports beside the generated modules: the tools as data, and a place to run calls.

Standard library only, and each part is imported when it is first used, so that `import toolgen.runtime` costs an agent
next to nothing. The names below are the whole public interface.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolgen.call_syntax.message import CallFault, ParsedMessage, ToolCall
    from toolgen.call_syntax.syntax import CallSyntax
    from toolgen.model.versions import ManifestError
    from toolgen.runtime.approval import ApprovalPolicy
    from toolgen.runtime.calls import Call, CallResult
    from toolgen.runtime.composition import ResultOf
    from toolgen.runtime.encoding import encode, structured
    from toolgen.runtime.entry import ParameterEntry, ToolEntry
    from toolgen.runtime.errors import CallError, DuplicateToolWarning, RegistrationError, ToolError
    from toolgen.runtime.events import Event
    from toolgen.runtime.executor import Executor
    from toolgen.runtime.history import CallRecord, History, HistoryError, MemoryHistory, SQLiteHistory
    from toolgen.runtime.signatures import Mismatch
    from toolgen.runtime.sources import Source, installed, package
    from toolgen.runtime.stream import Stream
    from toolgen.runtime.telemetry import OpenTelemetry
    from toolgen.runtime.text import TextTurn
    from toolgen.runtime.toolbox import Toolbox

_HOMES = {
    name: f"toolgen.{module}"
    for module, names in {
        "call_syntax.message": ("CallFault", "ParsedMessage", "ToolCall"),
        "call_syntax.syntax": ("CallSyntax",),
        "model.versions": ("ManifestError",),
        "runtime.approval": ("ApprovalPolicy",),
        "runtime.calls": ("Call", "CallResult"),
        "runtime.composition": ("ResultOf",),
        "runtime.encoding": ("encode", "structured"),
        "runtime.entry": ("ParameterEntry", "ToolEntry"),
        "runtime.errors": ("CallError", "DuplicateToolWarning", "RegistrationError", "ToolError"),
        "runtime.events": ("Event",),
        "runtime.executor": ("Executor",),
        "runtime.history": ("CallRecord", "History", "HistoryError", "MemoryHistory", "SQLiteHistory"),
        "runtime.signatures": ("Mismatch",),
        "runtime.sources": ("Source", "installed", "package"),
        "runtime.stream": ("Stream",),
        "runtime.telemetry": ("OpenTelemetry",),
        "runtime.text": ("TextTurn",),
        "runtime.toolbox": ("Toolbox",),
    }.items()
    for name in names
}
"""The module of each public name."""

__all__ = [
    "ApprovalPolicy",
    "Call",
    "CallError",
    "CallFault",
    "CallRecord",
    "CallResult",
    "CallSyntax",
    "DuplicateToolWarning",
    "Event",
    "Executor",
    "History",
    "HistoryError",
    "ManifestError",
    "MemoryHistory",
    "Mismatch",
    "OpenTelemetry",
    "ParameterEntry",
    "ParsedMessage",
    "RegistrationError",
    "ResultOf",
    "SQLiteHistory",
    "Source",
    "Stream",
    "TextTurn",
    "ToolCall",
    "ToolEntry",
    "ToolError",
    "Toolbox",
    "encode",
    "installed",
    "package",
    "structured",
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
