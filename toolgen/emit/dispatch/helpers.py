"""The helpers that `dispatch.py.j2` supplies on demand: what they need of each other and of the standard library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_NEEDS: Mapping[str, tuple[str, ...]] = {
    "_accepts": ("_Check",),
    "_among": ("_comparable",),
    "_any_of": ("_tried",),
    "_constructed": ("_fields",),
    "_entries": ("_Decode",),
    "_first": ("_Check", "_Decode"),
    "_fixed": ("_Decode",),
    "_items": ("_Decode", "_made"),
    "_member": (),
    "_one_of": ("_tried",),
    "_positions": ("_Decode",),
    "_to_bytes": ("_made",),
    "_to_date": ("_made", "datetime"),
    "_to_datetime": ("_made", "datetime"),
    "_to_decimal": ("_made", "decimal"),
    "_to_float": ("_made",),
    "_to_int": ("_made",),
    "_to_path": ("_made", "pathlib"),
    "_to_pure_path": ("_made", "pathlib"),
    "_to_time": ("_made", "datetime"),
    "_to_timedelta": ("_made", "datetime", "re"),
    "_to_uuid": ("_made", "uuid"),
    "_tried": ("_Check",),
    "_unique": ("_comparable",),
}
_SOURCES: Mapping[str, str] = {
    "Any": "typing",
    "Callable": "collections.abc",
    "Counter": "collections",
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
    "import_module": "importlib",
    "isfinite": "math",
    "overload": "typing",
    "partial": "functools",
}
"""Names that are imported → the module they come from."""

_ALWAYS = ("Any", "Callable", "Counter", "Mapping", "NamedTuple", "attrgetter", "cache", "import_module", "isfinite")

MODULES = frozenset({"collections", "datetime", "decimal", "json", "pathlib", "re", "uuid"})
"""The modules of the standard library that the code can need when it runs."""

RESERVED = frozenset(
    {
        *("Fault", "Instances", "InvalidArguments", "ToolError", "ToolName", "ToolNotBound", "UnknownTool"),
        *(
            "bind",
            "call",
            "dispatch",
            "_ABSENT",
            "_DECODER",
            "_DURATION",
            "_INSTANCES",
            "_NUMBER",
            "_NUMBERS",
            "_TOOLS",
        ),
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
