"""Names for the things of a generated module: valid, readable and different from each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from unicodedata import normalize

from toolgen.views.naming import is_identifier, snake_case

_DEVICES = frozenset({"aux", "con", "nul", "prn", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
"""What no file on Windows can be called (https://learn.microsoft.com/windows/win32/fileio/naming-a-file)."""

ERRORS = (
    *("ApprovalRequired", "Fault", "InvalidArguments", "InvalidContext", "ToolError", "ToolFailed", "ToolNotBound"),
    *("ToolTimeout", "UnknownTool"),
)
"""The classes that the module offers under their own names."""

FUNCTIONS = (("dispatch", "dispatch_sync"), ("call", "call_sync"), ("bind", "decode", "dynamic_enums"))
"""The functions that the module offers, those of a kind beside each other: methods of its `tools`."""

SOURCES: Mapping[str, str] = {
    "Any": "typing",
    "Callable": "collections.abc",
    "Literal": "typing",
    "TYPE_CHECKING": "typing",
    "TypedDict": "typing",
    "Unpack": "typing",
    "partial": "functools",
}
"""Names that are imported → the module they come from."""

MODULES = frozenset({"collections", "re"})
"""The modules of the standard library that the code can need when it runs."""

RESERVED = frozenset(
    {
        *(*ERRORS, *(name for names in FUNCTIONS for name in names), *SOURCES, *MODULES),
        *("ALIASES", "Context", "Dispatcher", "Instances", "OWNERS", "TOOLS", "Tools", "_ABSENT", "_support", "tools"),
    }
)
"""The names of a generated module that could otherwise be given to something else."""


def variable(name: str, taken: Collection[str]) -> str:
    """The local variable for `name`: of that name, if it can be and is not `taken`, or one like it."""
    name = name if name.isascii() else ""
    if name[:1].isalpha() and name not in taken and is_identifier(name):
        return name
    words = snake_case(name)
    return f"{words}_" if words[0].isalpha() else f"field_{words}"


def module_name(name: str) -> str:
    """The name of the generated module, and of its file on every system, for the module `name`."""
    found = re.sub(r"\W", "_", normalize("NFKC", normalize("NFKC", name).casefold()))
    found = found if found[:1].isidentifier() else f"_{found}"
    return found if is_identifier(found) and found not in _DEVICES else f"{found}_"
