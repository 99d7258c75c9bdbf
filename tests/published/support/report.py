"""`docs/fidelity.md`: what was measured, as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from measuring import CALLS, DOCUMENTED, Measured
from packages import PACKAGES, UNSEEN, Package

_PAGE = """\
# Published servers, called

Servers and toolkits as they are published, none of which was written with toolgen in mind. Each is installed with its dependencies and built
by `toolgen build`. The names, descriptions and schemas of its tools are compared with what its frameworks tell models, by the rules of
`toolgen verify`, and each tool is called {calls} times: with arguments drawn from the input schema that its framework publishes, every other
time damaged (a part missing or of another type, a name too many, null, JSON text in the place of a value, beyond a bound). The same
arguments go through the framework's validation and through `dispatch`; in the place of the tool's function stands a recorder in both, so that
no tool is run. Equal are two calls that both refuse, or that hand the function values of the same types.

{table}

*There* are the tools that a live server or toolkit has, *otherwise* those of which it tells something else. Tools that nothing live has (behind
conditions, or objects that were not at hand) are found and not called; neither are those of frameworks that validate nothing.
*Documented* are the differences that [the dispatch module](dispatch.md#what-is-accepted) describes:

| calls | difference |
|---|---|
{causes}

*One line* is the configuration without which nothing is written, or parameters that a decorator fills (a table of three lines). Not called, because no live server has them, they need an object that was
not at hand, or nothing of them is known by reading:

{undone}

## To measure

    .venv/bin/pytest -m network tests/published               # three packages, as in .ci/run
    .venv/bin/python tests/published/fidelity.py              # all of them: writes this page
    .venv/bin/python tests/published/fidelity.py mcp-nta      # one of them; the rows of the others stay

`tests/published/support/packages.py` has the tables of packages, with what makes the servers that no import makes; `tests/published/measured.json`
has what was measured last. Packages that need Python 3.12 are measured by running the same with it.

## Packages that were not looked at before

{chosen} packages that nobody had read or built, as they were measured before anything was mended for them:

{first}

{share} % of these calls are identical or documented, and {reached} % reach a tool with what its framework refuses. By cause:

{reasons}

The same packages after that was mended for every package, and no line for any of them (tools of low-level servers are compared since then):

{now}

The last 21 of them, {latest}. Of the others two have no tools, and
pydantic-ai-toolkits registers the methods that have a mark when it runs (TG211). Their rows below are the first ones. Not called are the tools of agno-forge, which cannot be imported,
of mcp-dfir, which needs Python 3.12, and of crewai-zillapi, whose objects were not at hand. The 12 before them, {newest}. The other one has
no tools of its own. The 68 before them, {recent}. Of these were lost without a word the 20 tools of madosho-mcp, 27 of
mcplaywright and one of pvliesdonk-scholar-mcp: the function that registers it is another package's, which is told now (TG234). Those whose
generated files are the same after the mending were not called again: their rows below are the first ones.

Before these, 14 others had been measured in the same way: 11 of them were usable, 98.8 % of 24,060 calls identical or documented, and 1.0 % reached a
tool with what its framework refuses; 99.9 and 0.08 % when the classes of these had been mended.
"""

_HEAD = """\
| package | framework | one line | there | found | otherwise | calls | identical | documented | values differ | refused here alone | refused there alone |
|---|---|---|---|---|---|---|---|---|---|---|---|"""

Rows = Mapping[str, Mapping[str, Any]]
"""What was measured, by requirements."""


def row(measured: Measured) -> dict[str, Any]:
    """What the page needs of a package, as JSON."""
    return {
        "tools": measured.tools,
        "published": measured.published,
        "missing": len(measured.missing),
        "otherwise": len(measured.said_otherwise),
        "kinds": dict(sorted(measured.kinds.items())),
        "undone": sorted(measured.undone),
    }


def page(now: Rows, first: Rows) -> str:
    """The page: `now` has the packages of both tables, `first` those of `UNSEEN` before anything was mended."""
    tried = [one for one in PACKAGES if one.requirement in now]
    unseen = [one for one in UNSEEN if one.requirement in first]
    kinds, before = _kinds(tried, now), _kinds(unseen, first)
    told = before["identical"] + sum(before[kind] for kind in DOCUMENTED)
    return _PAGE.format(
        calls=CALLS,
        table=_table(tried, now),
        causes=_lines(f"| {kinds[kind]:,} | {why} |" for kind, why in DOCUMENTED.items()),
        undone=_lines(_undone(one, now[one.requirement]) for one in tried if _is_undone(now[one.requirement])),
        chosen=len(unseen),
        first=_table(unseen, first),
        share=f"{100 * told / max(before.total(), 1):.1f}",
        reached=f"{100 * before['reached'] / max(before.total(), 1):.2f}",
        reasons=_lines(f"- **{one.requirement.partition('==')[0]}**: {one.cause}" for one in unseen if one.cause),
        now=_table([one for one in unseen if one.requirement in now], now),
        latest=_summary(unseen[-21:], first),
        newest=_summary(unseen[-33:-21], first),
        recent=_summary(unseen[-101:-33], first),
    )


def _summary(packages: Sequence[Package], rows: Rows) -> str:
    """How many of `packages` are usable, and how many of their calls are identical or documented."""
    kinds = _kinds(packages, rows)
    told = kinds["identical"] + sum(kinds[kind] for kind in DOCUMENTED)
    usable = sum(bool(rows[one.requirement]["tools"]) for one in packages)
    share = f"{100 * told / max(kinds.total(), 1):.2f} % of {kinds.total():,} calls were identical or documented"
    return f"before mending: {usable} were usable, {share}, and {kinds['reached']} reached a tool"


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _cells(*cells: object) -> str:
    return f"| {' | '.join(f'{cell:,}' if isinstance(cell, int) else str(cell) for cell in cells)} |"


def _kinds(packages: Iterable[Package], rows: Rows) -> Counter[str]:
    return sum((Counter[str](rows[one.requirement]["kinds"]) for one in packages), Counter[str]())


def _table(packages: Sequence[Package], rows: Rows) -> str:
    return _lines([_HEAD, *(_row(one, rows[one.requirement]) for one in packages), _total(packages, rows)])


def _row(package: Package, found: Mapping[str, Any]) -> str:
    line = f"`{package.configuration.splitlines()[0]}`" if package.configuration else ""
    tools = found["tools"] or "none"
    counts = _counts(Counter[str](found["kinds"]))
    name = package.requirement.replace("==", " ")
    return _cells(name, package.framework, line, found["published"], tools, found["otherwise"], *counts)


def _total(packages: Sequence[Package], rows: Rows) -> str:
    usable = [one for one in packages if rows[one.requirement]["tools"]]
    plain = sum(not one.configuration for one in usable)
    name = f"**{len(packages)} packages, {len(usable)} usable, {plain} without a line**"
    sums = (sum(rows[one.requirement][key] for one in packages) for key in ("published", "tools", "otherwise"))
    return _cells(name, "", "", *sums, *_counts(_kinds(packages, rows)))


def _counts(kinds: Counter[str]) -> tuple[int, ...]:
    documented = sum(kinds[kind] for kind in DOCUMENTED)
    return kinds.total(), kinds["identical"], documented, kinds["values"], kinds["refused"], kinds["reached"]


def _is_undone(found: Mapping[str, Any]) -> bool:
    return bool(found["undone"]) or not found["tools"]


def _undone(package: Package, found: Mapping[str, Any]) -> str:
    undone = found["undone"]
    named = ", ".join(f"`{name}`" for name in undone[:6])
    more = f" and {len(undone) - 6} more" if len(undone) > 6 else ""
    return f"- {package.requirement.partition('==')[0]}: {named or 'no tool'}{more}"
