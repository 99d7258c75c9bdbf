"""The helpers that `dispatch.py.j2` supplies on demand: what they need of each other and of the standard library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolgen.model.standard_types import STANDARD_TYPES

CONSTRUCTORS: Mapping[str, tuple[str, str]] = {
    row.decoder: (row.name, row.expected) for row in STANDARD_TYPES.values() if row.expected
}
"""Helpers that only call a constructor → the constructor, and what it wants in words."""

_NEEDS: Mapping[str, tuple[str, ...]] = {
    "_accepts": ("_Check",),
    "_adapted": ("_refusals",),
    "_among": ("_comparable",),
    "_any_of": ("_tried",),
    "_Class": ("cached_property",),
    "_constructed": ("_not_made",),
    "_drop_others": (),
    "_entries": ("_Decode",),
    "_first": ("_Check", "_Decode", "_Findings"),
    "_fixed": ("_Decode",),
    "_items": ("_Decode", "_made"),
    "_only": (),
    "_member": ("_Class", "_made"),
    "_named_member": ("_Class",),
    "_not_made": ("_Class",),
    "_one_of": ("_tried",),
    "_positions": ("_Decode",),
    "_to_float": ("_made",),
    "_to_int": ("_made",),
    "_tried": ("_Check", "_Findings"),
    "_unique": ("_comparable",),
    "_validated": ("_refusals",),
    **{row.decoder: ("_made", *row.imports) for row in STANDARD_TYPES.values()},
}
_SOURCES: Mapping[str, str] = {
    "Any": "typing",
    "AsyncGenerator": "collections.abc",
    "AsyncIterator": "collections.abc",
    "Awaitable": "collections.abc",
    "Callable": "collections.abc",
    "Coroutine": "collections.abc",
    "Counter": "collections",
    "Iterable": "collections.abc",
    "Iterator": "collections.abc",
    "Literal": "typing",
    "Mapping": "collections.abc",
    "NamedTuple": "typing",
    "Never": "typing",
    "NotRequired": "typing",
    "TYPE_CHECKING": "typing",
    "TypedDict": "typing",
    "Unpack": "typing",
    "attrgetter": "operator",
    "cache": "functools",
    "cached_property": "functools",
    "import_module": "importlib",
    "isfinite": "math",
    "overload": "typing",
    "partial": "functools",
}
"""Names that are imported → the module they come from."""

_ALWAYS = (
    *("Any", "Callable", "Counter", "Mapping", "NamedTuple", "attrgetter", "cache", "import_module"),
    *("isfinite", "partial"),
)

MODULES = frozenset({"collections", "json", *(module for row in STANDARD_TYPES.values() for module in row.imports)})
"""The modules of the standard library that the code can need when it runs."""

_PUBLIC = (
    *("ApprovalRequired", "Context", "Dispatcher", "Fault", "Instances", "InvalidArguments", "ToolError", "ToolFailed"),
    *("ToolName", "ToolNotBound", "ToolTimeout", "UnknownTool"),
    *("bind", "call", "call_sync", "decode", "dispatch", "dispatch_sync", "dynamic_enums"),
)
"""The names that the module offers, beside those of types of arguments."""

RESERVED = frozenset(
    {
        *_PUBLIC,
        *("_ABSENT", "_DECODER", "_DURATION", "_Faults", "_NUMBER", "_NUMBERS", "_Path", "_TOOLS"),
        *("_OWNERS", "_PARTS", "_check_dynamic", "_default"),
        *_NEEDS,
        *_SOURCES,
        *MODULES,
    }
)
"""The names of the template that could otherwise be given to something else."""


def complete(used: Iterable[str]) -> set[str]:
    """`used`, and what that and the template need."""
    found: set[str] = set()
    pending = [*used, *_ALWAYS, "json"]
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += _NEEDS.get(name, ())
    return found


def sources(used: Iterable[str]) -> dict[str, list[str]]:
    """Modules → the names among `used` that are imported from them."""
    found: dict[str, list[str]] = {}
    for name in used:
        if name in _SOURCES:
            found.setdefault(_SOURCES[name], []).append(name)
    return found
