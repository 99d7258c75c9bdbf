"""`docs/fidelity.md`: what was measured, as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from measuring import CALLS, DOCUMENTED, Measured

_PAGE = """\
# Published servers, called

Servers and toolkits as they are published, none of which was written with toolgen in mind. Each is installed with its dependencies, built
by `toolgen build`, and each tool is called {calls} times: with arguments drawn from the input schema that its framework publishes, every other
time damaged (a part missing or of another type, a name too many, null, JSON text in the place of a value, beyond a bound). The same
arguments go through the framework's validation and through `dispatch`; in the place of the tool's function stands a recorder in both, so that
no tool is run. Equal are two calls that both refuse, or that hand the function values of the same types.

| package | framework | one line | tools | calls | identical | documented | values differ | refused here alone | refused there alone |
|---|---|---|---|---|---|---|---|---|---|
{rows}

*Documented* are the differences that [the dispatch module](dispatch.md#what-is-accepted) describes:

| calls | difference |
|---|---|
{causes}

*One line* is the configuration without which nothing is written, or parameters that a decorator fills (a table of three lines). Not called, because no live server has them, they need an object that was
not at hand, or nothing of them is known by reading:

{undone}

## To measure

    .venv/bin/pytest -m network tests/published    # three packages, as in .ci/run
    .venv/bin/python tests/published/fidelity.py   # all of them: writes this page

`tests/published/support/packages.py` has the table of packages, with what makes the servers that no import makes.
"""


def page(measured: Sequence[Measured]) -> str:
    kinds = sum((one.kinds for one in measured), Counter[str]())
    causes = (f"| {kinds[kind]:,} | {why} |" for kind, why in DOCUMENTED.items())
    undone = (_undone(one) for one in measured if one.undone or not one.is_usable)
    rows = (*map(_row, measured), _total(measured, kinds))
    return _PAGE.format(calls=CALLS, rows=_lines(rows), causes=_lines(causes), undone=_lines(undone))


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _cells(*cells: object) -> str:
    return f"| {' | '.join(f'{cell:,}' if isinstance(cell, int) else str(cell) for cell in cells)} |"


def _row(one: Measured) -> str:
    package = one.package
    line = f"`{package.configuration.splitlines()[0]}`" if package.configuration else ""
    tools = one.tools if one.is_usable else "nothing written"
    return _cells(package.requirement.replace("==", " "), package.framework, line, tools, *_counts(one.kinds))


def _total(measured: Sequence[Measured], kinds: Counter[str]) -> str:
    usable = sum(one.is_usable for one in measured)
    plain = sum(one.is_usable and not one.package.configuration for one in measured)
    name = f"**{len(measured)} packages, {usable} usable, {plain} without a line**"
    return _cells(name, "", "", sum(one.tools for one in measured), *_counts(kinds))


def _counts(kinds: Counter[str]) -> tuple[int, ...]:
    documented = sum(kinds[kind] for kind in DOCUMENTED)
    return kinds.total(), kinds["identical"], documented, kinds["values"], kinds["refused"], kinds["reached"]


def _undone(one: Measured) -> str:
    named = ", ".join(f"`{name}`" for name in [*one.undone][:6])
    more = f" and {len(one.undone) - 6} more" if len(one.undone) > 6 else ""
    return f"- {one.package.requirement.partition('==')[0]}: {named or 'no tool'}{more}"
