"""The codemods of `toolgen fix`: one file each, by the diagnostics that it mends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module

from toolgen.rewrite.codemod import Codemod

FIXES = (
    *("gone_parameters", "order_of_parameters", "missing_parameters"),
    *("none_defaults", "unused_suppressions", "colliding_names", "listed_values"),
)
"""The modules, in the order in which their changes are made; each has a `CODEMOD`."""


def fixes() -> Iterator[Codemod]:
    """All codemods."""
    for name in FIXES:
        found: Codemod = import_module(f"toolgen.rewrite.fixes.{name}").CODEMOD
        yield found


def chosen(codes: Iterable[str], *, unsafe: bool = False) -> list[Codemod]:
    """The codemods that mend one of `codes`, or any where there are none; those that are not safe where it is asked."""
    wanted = {*codes}
    return [one for one in fixes() if (one.is_safe or unsafe) and (not wanted or wanted.intersection(one.codes))]
