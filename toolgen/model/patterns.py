"""Regular expressions as JSON Schema and pydantic have them, in those of Python."""

from __future__ import annotations

import re
import warnings
from typing import Any

_PART = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[a-z]*m|\$", re.DOTALL)
"""What is escaped, a set of characters, the flag for many lines, and an end."""


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


def in_python(pattern: str) -> str:
    r"""`pattern`, whose `$` is the end of the text: in Python, it may also stand before a last line break."""
    parts = _PART.findall(pattern)
    if "$" not in parts or any(part.startswith("(?") for part in parts):
        return pattern
    return _PART.sub(lambda found: r"\Z" if found[0] == "$" else found[0], pattern)
