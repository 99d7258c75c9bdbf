"""The file that holds the configuration: `pyproject.toml` or `toolgen.toml`, and the places of what stands in it."""

from __future__ import annotations

import os.path
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from toolgen.config.key_spans import KeyPath, key_spans
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.json_values import walk
from toolgen.model.span import Span
from toolgen.reading import read as read_file

_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){100}""")
"""A key of more parts than anything is nested: `tomllib` keeps the beginnings of each."""

_BITS = 63
_WIDE = "it has an integer that is not of 64 bits"


class ConfigError(Exception):
    """The configuration cannot be used. `diagnostics` say why; their paths are relative to `root`."""

    def __init__(self, root: Path, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("; ".join(f"{found.span}: {found.message}" for found in diagnostics))
        self.root = root
        self.diagnostics = tuple(diagnostics)


def check_inside(root: Path, paths: Iterable[Path]) -> None:
    """Raises ConfigError with TG010 for each of `paths`, which are below `root`, that links lead out of it."""
    real = Path(os.path.realpath(root))
    if outside := [path for path in paths if not Path(os.path.realpath(path)).is_relative_to(real)]:
        raise ConfigError(root, [diagnose("TG010", Span(path.relative_to(root).as_posix())) for path in outside])


@dataclass(frozen=True)
class Document:
    """A TOML file and what stands in it under `prefix`: the configuration, or None; `project` is what PEP 621 says."""

    path: Path
    text: str
    prefix: tuple[str, ...]
    table: Any
    project: Any = None

    def span(self, *key: str) -> Span:
        """Where `key` is written, or else the nearest table around it."""
        paths = (self.prefix + key[:length] for length in range(len(key), -1, -1))
        return next((self._spans[path] for path in paths if path in self._spans), Span(self.path.name))

    def value_span(self, key: Span, value: object) -> Span:
        """Where the text `value` stands that is written behind `key`; `key` itself where it is written otherwise."""
        line = self._lines[key.line - 1] if isinstance(value, str) else ""
        column = line.find(str(value), key.column + key.width)
        return key if column < 0 else Span(key.path, key.line, column + 1, len(str(value)))

    @cached_property
    def _spans(self) -> dict[KeyPath, Span]:
        return key_spans(self.text, self.path.name)

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")


def nearest(start: Path) -> Document:
    """The file `start`, or in the folder `start` or above it the first file that holds a configuration.

    In one folder `toolgen.toml` wins over `pyproject.toml`. Raises ConfigError with TG008 where there is none, and with
    TG001 for what is not TOML.
    """
    if start.is_dir():
        folders = (start, *start.parents)
        candidates = [folder / name for folder in folders for name in ("toolgen.toml", "pyproject.toml")]
        root, place = start, f"`{start}` or above it"
    else:
        candidates, root, place = [start], start.parent, f"`{start.name}`"
    for path in filter(os.path.isfile, candidates):
        document = read(path)
        if document.table is not None:
            return document
    raise ConfigError(root, [diagnose("TG008", Span("." if start.is_dir() else start.name), place=place)])


def parsed(text: str) -> dict[str, Any]:
    """A TOML document, of integers of 64 bits. Raises ValueError (`TOMLDecodeError` is one) and RecursionError."""
    if _LONG_KEY.search(text):
        raise RecursionError
    table = tomllib.loads(text)
    if any(isinstance(one, int) and one.bit_length() > _BITS for one in walk(table)):
        raise ValueError(_WIDE)
    return table


def read(path: Path) -> Document:
    """The TOML file `path`. Raises ConfigError with TG001."""
    text = ""
    try:
        text = read_file(path).decode("utf-8-sig").replace("\r\n", "\n")
        table = parsed(text)
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(path.parent, [_unreadable(path.name, text, error)]) from error
    if path.name != "pyproject.toml":
        return Document(path, text, (), table)
    tool = table.get("tool")
    configuration = tool.get("toolgen") if isinstance(tool, dict) else None
    return Document(path, text, ("tool", "toolgen"), configuration, table.get("project"))


def _unreadable(name: str, text: str, error: Exception) -> Diagnostic:
    match error:
        case UnicodeDecodeError(object=data, start=start):
            place = (data.count(b"\n", 0, start) + 1, start - data.rfind(b"\n", 0, start))
            return diagnose("TG001", Span(name, *place), reason="it is not UTF-8")
        case OSError(strerror=reason):
            return diagnose("TG001", Span(name), reason=reason)
        case RecursionError():
            return diagnose("TG001", Span(name), reason="it is nested too deeply")
        case ValueError() if not isinstance(error, tomllib.TOMLDecodeError):  # Python refuses more than 4,300 digits
            return diagnose("TG001", Span(name), reason=_WIDE)
        case _:
            # Before Python 3.14 the place stands only in the message: "(at line 3, column 8)", "(at end of document)".
            reason, _, at = str(error).partition(" (at ")
            end = (text.count("\n") + 1, len(text) - text.rfind("\n"))
            return diagnose("TG001", Span(name, *map(int, re.findall(r"\d+", at) or end)), reason=reason)
