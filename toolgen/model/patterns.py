"""Regular expressions as JSON Schema and pydantic have them, in those of Python."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from toolgen.model.backtracking import SHORTEST, longest_text
from toolgen.model.json_values import Json, walk

_PART = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[a-z]*m|\$", re.DOTALL)
"""What is escaped, a set of characters, the flag for many lines, and an end."""


_UNBALANCED = ("missing ), unterminated subpattern", "unbalanced parenthesis", "unterminated character set")


def compiles(value: Any) -> bool:
    """Whether Python reads a pattern as others do."""
    with warnings.catch_warnings():
        # Python warns of what it will read in another way, as other languages do today.
        warnings.simplefilter("error")
        try:
            re.compile(value)
        except (TypeError, re.error, RecursionError, OverflowError, Warning):
            return False
    return isinstance(value, str)


def is_balanced(value: object) -> bool:
    """Whether a pattern closes what it opens, so that it is one in some language; what else it says is left to that."""
    try:
        re.compile(str(value))
    except re.error as error:
        return not error.msg.startswith(_UNBALANCED)
    except (RecursionError, OverflowError):
        pass
    return True


def in_python(pattern: str) -> str:
    r"""`pattern`, whose `$` is the end of the text: in Python, it may also stand before a last line break."""
    parts = _PART.findall(pattern)
    if "$" not in parts or any(part.startswith("(?") for part in parts):
        return pattern
    return _PART.sub(lambda found: r"\Z" if found[0] == "$" else found[0], pattern)


def untried_patterns(schema: Json) -> list[str]:
    """The patterns in a JSON Schema that are not tried; on names, that are all which have a longest text."""
    found: list[str] = []
    for one in (part for part in walk(schema) if isinstance(part, dict)):
        pattern, names = one.get("pattern"), one.get("patternProperties")
        found += [name for name in names if longest_text(name) != math.inf] if isinstance(names, dict) else []
        found += [pattern] if isinstance(pattern, str) and (longest_text(pattern) or 0) < SHORTEST else []
    return found


def tried(keyword: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """The keyword `pattern` of the package jsonschema, which is given no text that is too long."""

    def bounded(validator: Any, pattern: str, value: Json, schema: Json) -> Iterator[Any]:
        most = longest_text(pattern) or 0
        is_long = isinstance(value, str) and len(value) > most
        yield from (
            validator.descend(value, {"maxLength": most}) if is_long else keyword(validator, pattern, value, schema)
        )

    return bounded
