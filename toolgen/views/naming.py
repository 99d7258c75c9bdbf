"""Names of Python for what is called otherwise: valid, readable and different from each other."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from functools import cache
from unicodedata import normalize

_NOT_ASCII_WORD = re.compile(r"[^0-9A-Za-z]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 60

TYPING = ("Any", "Literal", "Never", "NotRequired", "TypeAlias", "TypedDict", "Unpack")
WORDS = frozenset({*TYPING, "str", "int", "float", "bool", "list", "dict"})
"""What annotations of JSON are made of, so that nothing else beside them can have such a name."""


class Namer:
    """Hands out names that were not handed out before."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}

    def unique(self, name: str) -> str:
        """`name`, or `name` with the first number behind it that makes it new."""
        candidate, number = name, self._numbers.get(name, 2)  # from the last on: as many may have the same one
        while candidate in self._taken:
            candidate, number = f"{name}_{number}", number + 1
        self._numbers[name] = number
        self._taken.add(candidate)
        return candidate


@cache
def snake_case(name: str) -> str:
    """A part of an identifier like `order_line`: `OrderLine`, `order-line` and `app.OrderLine[str]` all have one."""
    words = _NOT_ASCII_WORD.sub("_", _HUMP.sub("_", name)).strip("_").lower()
    return words[:_LONGEST].rstrip("_") or "unnamed"


def pascal_case(name: str) -> str:
    """The name of a class for what is called `name`: `OrderLine` of `order_line`."""
    words = "".join(map(str.capitalize, snake_case(name).split("_")))
    return words if words[:1].isalpha() else f"T{words}"


def is_identifier(name: str) -> bool:
    """Whether `name` can stand in Python source as it is, and means itself there: others are normalised (PEP 3131)."""
    is_own = name.isidentifier() and not keyword.iskeyword(name) and name != "__debug__"
    return is_own and (name.isascii() or normalize("NFKC", name) == name)


def functions(tools: Iterable[str]) -> dict[str, str]:
    """What tools are called in code: by their names where they can be, and those first; none begins with `_`."""
    named = {tool: _function(tool) for tool in tools}
    namer = Namer(name for tool, name in named.items() if name == tool)
    return {tool: name if name == tool else namer.unique(name) for tool, name in named.items()}


def _function(name: str) -> str:
    if is_identifier(name) and name not in WORDS and not name.startswith("_"):
        return name
    words = snake_case(name)
    words = words if words[0].isalpha() else f"tool_{words}"
    return words if is_identifier(words) and words not in WORDS else f"{words}_"
