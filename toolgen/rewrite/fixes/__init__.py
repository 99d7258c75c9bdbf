"""The codemods of `toolgen fix`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pkgutil import resolve_name

from toolgen.rewrite.codemod import Codemod

FIXES = {
    "gone_parameters": "fixes.described_parameters:GONE",
    "order_of_parameters": "fixes.described_parameters:MISPLACED",
    "missing_parameters": "fixes.described_parameters:MISSING",
    "none_defaults": "fixes.none_defaults:CODEMOD",
    "unused_suppressions": "comments:UNSUPPRESSING",
    "colliding_names": "fixes.colliding_names:CODEMOD",
    "listed_values": "fixes.listed_values:CODEMOD",
}
"""Where the codemods stand, by their names, in the order in which their changes are made."""


def fixes() -> Iterator[Codemod]:
    """All codemods."""
    return (resolve_name(f"toolgen.rewrite.{place}") for place in FIXES.values())


def chosen(codes: Iterable[str], *, unsafe: bool = False) -> list[Codemod]:
    """The codemods that mend one of `codes`, or any where there are none; those that are not safe where it is asked."""
    wanted = {*codes}
    return [one for one in fixes() if (one.is_safe or unsafe) and (not wanted or wanted.intersection(one.codes))]
