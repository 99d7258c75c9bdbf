"""Where the keys of a TOML document stand in its text, which `tomllib` does not tell."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable
from typing import TypeAlias

from toolgen.model.span import Span

KeyPath: TypeAlias = tuple[str, ...]

_TOKENS = re.compile(
    r"""
    \"{3} (?: [^"\\] | \\. | "(?!"") )*+ "{3,5} | '{3} (?: [^'] | '(?!'') )*+ '{3,5}  # strings of several lines
    | " (?: [^"\\] | \\. )*+ " | ' [^']*+ '                                           # strings of one, quoted keys
    | \#[^\n]* | [\w-]+ | [\[\]{}=,\n]
    """,
    re.VERBOSE | re.DOTALL,
)
"""What tells where keys stand, source: https://toml.io/en/v1.0.0. The dots of keys and the signs of values do not."""

_BETWEEN = frozenset(",\n")
_BEHIND = frozenset(",\n]}")


def key_spans(text: str, path: str) -> dict[KeyPath, Span]:
    """Where each key and table of `text`, the valid TOML of the file `path`, is written first; in time linear in it.

    The items of an array `[[name]]` or `name = […]` are `(name, "0")`, `(name, "1")`, …, tables each with its keys.
    """
    return _Reader(text, path).document()


class _Reader:
    def __init__(self, text: str, path: str) -> None:
        self._path = path
        self._left = [token for token in _TOKENS.finditer(text) if not token[0].startswith("#")]
        self._left.reverse()
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._last: dict[KeyPath, int] = {}
        self._found: dict[KeyPath, Span] = {}

    def document(self) -> dict[KeyPath, Span]:
        table: KeyPath = ()
        while self._left:
            if self._take("["):
                table = self._header()
            elif not self._take("\n"):
                self._entry(table)
        return self._found

    def _header(self) -> KeyPath:
        """The table that a header opens, `[` of which was read."""
        is_array = self._take("[") is not None
        parts = self._until("]")
        table = self._key((), parts)
        if is_array:
            self._left.pop()  # the other `]`
            self._last[table] = self._last.get(table, -1) + 1
            table = self._placed(self._within(table), parts[-1])
        return table

    def _entry(self, table: KeyPath) -> None:
        self._value(self._key(table, self._until("=")))

    def _value(self, path: KeyPath) -> None:
        if opening := self._take("["):
            self._placed(path, opening)
            count = 0
            while not self._take("]"):
                if not self._take(*_BETWEEN):
                    self._value((*path, str(count)))
                    count += 1
        elif opening := self._take("{"):
            self._placed(path, opening)
            while not self._take("}"):
                if not self._take(*_BETWEEN):
                    self._entry(path)
        else:
            self._placed(path, self._left[-1])
            while self._left and self._left[-1][0] not in _BEHIND:
                self._left.pop()

    def _key(self, table: KeyPath, parts: Iterable[re.Match[str]]) -> KeyPath:
        for part in parts:
            table = self._placed((*self._within(table), _name(part[0])), part)
        return table

    def _within(self, path: KeyPath) -> KeyPath:
        """`path`, or the last table of the array `[[path]]`."""
        return (*path, str(self._last[path])) if path in self._last else path

    def _placed(self, path: KeyPath, token: re.Match[str]) -> KeyPath:
        if path not in self._found:
            line = bisect_right(self._lines, token.start())
            self._found[path] = Span(self._path, line, token.start() - self._lines[line - 1] + 1, len(token[0]))
        return path

    def _take(self, *signs: str) -> re.Match[str] | None:
        """The next token, if it is one of `signs`."""
        return self._left.pop() if self._left and self._left[-1][0] in signs else None

    def _until(self, sign: str) -> list[re.Match[str]]:
        """The tokens before `sign`."""
        tokens = []
        while not self._take(sign):
            tokens.append(self._left.pop())
        return tokens


def _name(part: str) -> str:
    """The name that a part of a key stands for, which may be quoted and hold escapes."""
    return next(iter(tomllib.loads(f"{part} = 0"))) if part[0] in "\"'" else part
