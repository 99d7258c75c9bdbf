"""Patterns of `exclude`, as `.gitignore` reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

_WILDCARD = re.compile(r"((?<![^/])\*\*/|/\*\*$|\*+|\?)")
_MEANING = {"**/": "(?:.*/)?", "/**": "/.+", "?": "[^/]"}


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
    start = "" if "/" in pattern.rstrip("/") else "(?:.*/)?"
    end = "/" if pattern.endswith("/") else "/?"
    return start + "".join(map(_translated, _WILDCARD.split(pattern.strip("/")))) + end


def _translated(token: str) -> str:
    return _MEANING.get(token) or ("[^/]*" if token.startswith("*") else re.escape(token))
