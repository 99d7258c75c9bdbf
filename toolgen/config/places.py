"""Where the keys of a TOML document stand in its text, which `tomllib` does not tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str, ...]


class Place(NamedTuple):
    """Line and column count from 1, column and width in characters."""

    line: int
    column: int
    width: int


def places(text: str) -> dict[KeyPath, Place]:
    """The place where each key and table of `text`, a valid TOML document, is written first.

    The tables of an array `[[name]]` are `(name, "0")`, `(name, "1")`, …, each with its keys.

    A statement of TOML (a header, or a key with its value) is a valid document of its own, and its first lines alone
    are not. So `tomllib` itself finds where each ends, whatever strings, comments and line breaks it holds.
    """
    found: dict[KeyPath, Place] = {}
    table: KeyPath = ()
    counts: dict[KeyPath, int] = {}
    statement, start = "", 1
    for number, line in enumerate(text.split("\n"), 1):
        statement += line + "\n"
        try:
            paths = list(_paths(tomllib.loads(statement)))
        except tomllib.TOMLDecodeError:
            continue
        is_header = statement.lstrip().startswith("[")
        for path in paths:
            at = _in_arrays(path, counts) if is_header else table + path
            found.setdefault(at, _place(path[-1], statement, start))
        if is_header:
            table = _in_arrays(paths[-1], counts)
            if statement.lstrip().startswith("[["):
                counts[table] = counts.get(table, -1) + 1
                table += (str(counts[table]),)
                found[table] = _place(paths[-1][-1], statement, start)
        statement, start = "", number + 1
    return found


def _in_arrays(path: KeyPath, counts: dict[KeyPath, int]) -> KeyPath:
    """`path` of a header, with the last table of each array that it goes through; `counts` are their numbers."""
    found: KeyPath = ()
    for index, part in enumerate(path):
        found += (part,)
        if found in counts and index < len(path) - 1:
            found += (str(counts[found]),)
    return found


def _paths(value: dict[str, Any]) -> Iterator[KeyPath]:
    for key, item in value.items():
        yield (key,)
        if isinstance(item, dict):
            yield from ((key, *path) for path in _paths(item))


def _place(key: str, statement: str, start: int) -> Place:
    """Where `key` stands in `statement`; the first character of the statement where the key is written with escapes."""
    written = re.search(rf"""(?<![\w-])["']?{re.escape(key)}["']?(?=\s*[.=\]])""", statement)
    offset, end = written.span() if written else (0, 1)
    line_start = statement.rfind("\n", 0, offset) + 1
    return Place(start + statement.count("\n", 0, offset), offset - line_start + 1, end - offset)
