"""What the tables of the dialects may mean by the last part of a qualified name, where the rest of it is not known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from toolgen.frameworks.dialect import Dialect
from toolgen.frameworks.tables import is_method

Meanings: TypeAlias = Mapping[str, Mapping[str, str]]
"""A last part → the dialects that have it → what each means by it: a qualified name."""


def functions(dialects: Iterable[Dialect]) -> Meanings:
    """The decorators that are functions."""
    return _meanings((one, name, name) for one in dialects for name in one.decorators if not is_method(name))


def owners(dialects: Iterable[Dialect]) -> Meanings:
    """The decorators that are methods, by whose names the classes are found that have them."""
    return _meanings(
        (one, name, name.rpartition(".")[0]) for one in dialects for name in one.decorators if is_method(name)
    )


def bases(dialects: Iterable[Dialect]) -> Meanings:
    """The classes whose subclasses are tools."""
    return _meanings((one, name, name) for one in dialects for name in one.bases)


def _meanings(rows: Iterable[tuple[Dialect, str, str]]) -> Meanings:
    """Of each dialect the first row of a name; none of toolgen's own, which is found wherever toolgen is."""
    found: dict[str, dict[str, str]] = {}
    for dialect, name, meant in rows:
        if not dialect.is_closed:
            found.setdefault(name.rpartition(".")[2], {}).setdefault(dialect.name, meant)
    return found
