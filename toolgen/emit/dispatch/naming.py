"""Names for the things of a generated module: valid, readable and different from each other."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping
from functools import cache

_NOT_ASCII_WORD = re.compile(r"[^0-9A-Za-z]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 60

ERRORS = (
    *("ApprovalRequired", "Fault", "InvalidArguments", "InvalidContext", "ToolError", "ToolFailed", "ToolNotBound"),
    *("ToolTimeout", "UnknownTool"),
)
"""The classes that the module offers under their own names."""

FUNCTIONS = ("bind", "call", "call_sync", "decode", "dispatch", "dispatch_sync", "dynamic_enums")
"""The functions that the module offers: methods of its `tools`."""

SOURCES: Mapping[str, str] = {
    "Any": "typing",
    "Callable": "collections.abc",
    "Literal": "typing",
    "Never": "typing",
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
        *(*ERRORS, *FUNCTIONS, *SOURCES, *MODULES),
        *("Context", "Dispatcher", "Instances", "OWNERS", "TOOLS", "ToolName", "_ABSENT", "_support", "tools"),
    }
)
"""The names of a generated module that could otherwise be given to something else."""


class Namer:
    """Hands out names that were not handed out before."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def unique(self, name: str) -> str:
        """`name`, or `name` with the first number behind it that makes it new."""
        candidate, number = name, 2
        while candidate in self._taken:
            candidate, number = f"{name}_{number}", number + 1
        self._taken.add(candidate)
        return candidate


@cache
def snake_case(name: str) -> str:
    """A part of an identifier like `order_line`: `OrderLine`, `order-line` and `app.OrderLine[str]` all have one."""
    words = _NOT_ASCII_WORD.sub("_", _HUMP.sub("_", name)).strip("_").lower()
    return words[:_LONGEST].rstrip("_") or "unnamed"


def is_identifier(name: str) -> bool:
    """Whether `name` can stand in Python source as it is."""
    return name.isidentifier() and not keyword.iskeyword(name)
