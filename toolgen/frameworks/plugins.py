"""The dialects beyond those of this package: what a project configures, and what other packages install.

An installed dialect is an entry point of the group `toolgen.dialects`:
https://packaging.python.org/en/latest/specifications/entry-points/
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from toolgen.config.config import Config
from toolgen.config.decorators import DeclaredDecorator
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.frameworks import BUILT_IN
from toolgen.frameworks.dialect import Declarator, Describe, Dialect, DialectError, ToolClass
from toolgen.frameworks.tables import Dialects
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.model.span import Span
from toolgen.reading import read
from toolgen.syntax.descriptions import body, lead, whole

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "toolgen.dialects"

Text = TypeVar("Text")

_STYLES: Mapping[str, Describe] = {"body": body, "lead": lead, "whole": whole}


def in_use(config: Config, diagnostics: list[Diagnostic]) -> Dialects:
    """The dialects that `config` and installed packages add to toolgen's; `diagnostics` takes their faults (TG009)."""
    installed, faults = _installed()
    diagnostics += faults
    closes = config.additional_properties == "forbid"
    if not (config.decorators or installed or closes):
        return BUILT_IN
    known = [replace(TOOLGEN, closed="objects") if closes and one is TOOLGEN else one for one in BUILT_IN.known]
    return Dialects((*map(_configured, config.decorators), *known, *installed))


def _configured(entry: DeclaredDecorator) -> Dialect:
    """The dialect of one entry, with the name of the package that `match` is in."""
    package = entry.match.partition(".")[0]
    functions = (entry.function,) if entry.function else ()
    table = {entry.match: Declarator(entry.positional, entry.arguments, functions)}
    return Dialect(
        name=package,
        packages=frozenset({package}),
        decorators={} if functions or entry.method else table,
        calls=table if functions else {},
        bases={entry.match: ToolClass((entry.method,), entry.arguments, is_read=True)} if entry.method else {},
        is_closed=bool(entry.method),
        injected=frozenset(entry.injected),
        describe=_STYLES[entry.docstring],
        receivers=frozenset(entry.receivers),
    )


@cache
def _installed() -> tuple[tuple[Dialect, ...], tuple[Diagnostic, ...]]:
    """The dialects of other packages, by the names of their entry points, and the faults of those that have one."""
    dialects: list[Dialect] = []
    faults: list[Diagnostic] = []
    for entry in _entry_points():
        try:
            dialects.append(_checked(entry.load()))
        except (Exception, SystemExit) as error:
            reason = f"{type(error).__name__}: {error}"
            faults.append(diagnose("TG009", Span("."), name=entry.name, value=entry.value, reason=reason))
    return tuple(dialects), tuple(faults)


def _checked(found: object) -> Dialect:
    """`found`, if its tables can be used. Raises what their use raises."""
    if not isinstance(found, Dialect):
        raise TypeError(f"it is no `Dialect`, but an object of `{type(found).__name__}`")
    alone = Dialects((found,))
    for part in ("needles", "keywords", "known_names", "decorators", "calls", "bases", "packages"):
        getattr(alone, part)
    name = found.name
    return replace(
        found,
        describe=_guarded(name, "describe", found.describe, str),
        describing={argument: _guarded(name, "describing", one, str) for argument, one in found.describing.items()},
        describe_parameters=_guarded(name, "describe_parameters", found.describe_parameters, dict),
        rename=str if found.rename is str else _guarded(name, "rename", found.rename, str),
    )


def _guarded(name: str, field: str, describe: Callable[[str], Text], kind: type[object]) -> Callable[[str], Text]:
    """`describe`, the `field` of the dialect `name` that makes a `kind` of text; all its faults are a DialectError."""

    def guarded(text: str) -> Text:
        try:
            found = describe(text)
        except Exception as error:
            raise DialectError(name, field, error) from error
        if not isinstance(found, kind):
            raise DialectError(name, field, TypeError(f"`{field}` returned {found!r}"))
        return found

    return guarded


def _entry_points() -> list[EntryPoint]:
    """The entry points of the group, sorted; `importlib.metadata`, which is slow, is imported if there is one."""
    if not any(GROUP.encode() in text for text in _entry_point_files()):
        return []
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))


def _entry_point_files() -> Iterator[bytes]:
    """What stands in the files of entry points of installed packages."""
    for folder in dict.fromkeys(sys.path):
        with suppress(OSError):
            names = os.listdir(folder or ".")  # noqa: PTH208 (half the cost)
            for name in names:
                if name.endswith((".dist-info", ".egg-info")):
                    with suppress(OSError):
                        yield read(Path(folder, name, "entry_points.txt"))
