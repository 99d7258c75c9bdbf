"""Patterns of `exclude`, as `.gitignore` reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

_FOLDERS = re.compile(r"(?<![^/])\*\*/")
_PART = re.compile(r"\*+")


def matcher(patterns: Iterable[str]) -> Callable[[str], object]:
    """A function that says whether one of `patterns` matches a path, relative to the project and with forward slashes.

    A folder's path ends with a slash. The rules are gitignore's: a pattern without a slash before its end matches a
    name in any folder, another one matches the path from the project's folder; one with a slash at its end matches
    folders alone; `*` and `?` stop at slashes, `**` between them does not. A folder that matches is not entered, so all
    below it is excluded. Negation (`!`), classes (`[…]`) and escapes are refused by the configuration.
    """
    expressions = [_expression(pattern) for pattern in patterns]
    return re.compile("|".join(expressions) or r"(?!)", re.DOTALL).fullmatch


def _expression(pattern: str) -> str:
    """A pattern as a regular expression that goes back to no wildcard but the last of its kind.

    What follows a wildcard is found where it first stands: what the next one takes can always begin there.
    """
    start = "" if "/" in pattern.rstrip("/") else "**/"
    end = "/" if pattern.endswith("/") else "/?"
    path = start + pattern.strip("/")
    if path.endswith("/**"):
        path, end = f"{path[:-2]}**/", f".+{end}"
    first, *others = map(_names, _FOLDERS.split(path))
    return first + _chain("(?:[^/]*/)*?", others) + end


def _names(path: str) -> str:
    """The expression of names, in which wildcards stop at slashes."""
    first, *others = (re.escape(part).replace(r"\?", "[^/]") for part in _PART.split(path))
    return first + _chain("[^/]*?", others)


def _chain(wildcard: str, parts: list[str]) -> str:
    found = [f"(?>{wildcard}{part})" for part in parts[:-1]]
    return "".join([*found, *(f"{wildcard}{part}" for part in parts[-1:])])
