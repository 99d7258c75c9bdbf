"""What was found of published source as a page of the documentation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from tests.rewritten.packages import PACKAGES

Found: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]
"""The attempts on each package, as they are kept."""

_HEAD = """\
# Migrations of published packages

`python -m tests.rewritten` takes the sources of {packages} published packages, in which nobody thought of toolgen, and runs on each: `toolgen fix`, then `toolgen migrate --from` for every
framework that declares tools in it, and `--to` the same framework, back again. Of every step it is held that the result parses, that all comments are what they were, byte for byte and in
their order, that a second run changes nothing, and that the names, titles and arguments of all tools are the same, tool by tool. This page is made by it.

{faults}{missing}

| step | packages | tools | changed | stay |
|---|---|---|---|---|
"""
_FIXED = """
`toolgen fix` read {tools} tools and changed {files} files in {packages} of the packages.

## What stays, and why

| step | tools | reason |
|---|---|---|
"""


def page(found: Found) -> str:
    """The page in Markdown."""
    migrations = [one for attempts in found.values() for one in attempts if one["step"] != "fix"]
    fixes = [one for attempts in found.values() for one in attempts if one["step"] == "fix"]
    broken = sum(len(one["faults"]) for attempts in found.values() for one in attempts)
    faults = "No promise was broken." if not broken else f"{broken} promises were broken."
    others = ", ".join(sorted(PACKAGES.keys() - found.keys()))
    missing = f" Of the packages of its table these were not run, which are large: {others}." if others else ""
    steps = sorted({one["step"] for one in migrations}, key=lambda step: (step.split()[1], step))
    rows = [_step(step, [one for one in migrations if one["step"] == step]) for step in steps]
    fixed = _FIXED.format(
        tools=f"{sum(one['tools'] for one in fixes):,}",
        files=sum(one["done"] for one in fixes),
        packages=sum(one["done"] > 0 for one in fixes),
    )
    return "".join(
        [
            _HEAD.format(packages=len(found), faults=faults, missing=missing),
            *rows,
            fixed,
            *_reasons(migrations),
            *_packages(found),
        ]
    )


def _step(step: str, some: Sequence[Mapping[str, Any]]) -> str:
    tools, done = (sum(one[key] for one in some) for key in ("tools", "done"))
    return f"| `{step}` | {len(some)} | {tools:,} | {done:,} | {tools - done:,} |\n"


def _reasons(migrations: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The rows of what stays: the ways of a framework together, by reasons without names of the packages' own."""
    for way in ("--from", "--to"):
        counts = Counter[str]()
        for one in migrations:
            if one["step"].startswith(way):
                for reason, count in one["left"].items():
                    counts[_general(reason)] += count
        for reason, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
            yield f"| `{way}` | {count:,} | {reason} |\n"


def _general(reason: str) -> str:
    """A reason without what only one package has a name for."""
    if "no counterpart" in reason or "TG" in reason:
        return re.sub(r"`[^`]*[^`\w@][^`]*`(?= has)", "an expression", reason)
    reason = re.sub(r"^there are .*: name", "there are several objects: name", reason)
    return re.sub(r"`(?!--server)[^`]*`", "`…`", reason)


def _packages(found: Found) -> Iterator[str]:
    yield "\n## By package\n\n| package | files that `fix` changes | `--from`: changed of tools | `--to`: changed of tools |\n|---|---|---|---|\n"
    for name, attempts in sorted(found.items()):
        cells = [str(one["done"]) for one in attempts if one["step"] == "fix"]
        for way in ("--from", "--to"):
            some = [one for one in attempts if one["step"].startswith(way)]
            cells.append("<br>".join(f"{one['step'].split()[1]} {one['done']} of {one['tools']}" for one in some))
        yield f"| {name} | {' | '.join(cells)} |\n"
