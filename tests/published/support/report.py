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

## Packages that were not looked at before

Measured on 2026-11-23, with 60 calls a tool, before anything was mended for them: 14 packages that nobody had read or built, by the same
measurement. Those that need a Python later than 3.11 were passed over when they were chosen, and no other.

| package | framework | tools there | tools found | calls | identical | documented | values differ | refused here alone | refused there alone |
|---|---|---|---|---|---|---|---|---|---|
| crewai-agentsearch 0.2.1 | crewai | 3 | 3 | 180 | 176 | 4 | 0 | 0 | 0 |
| duckduckgo-mcp-server 0.7.0 | mcp 2 | 3 | 3 | 180 | 175 | 5 | 0 | 0 | 0 |
| excel-mcp-server 2.2.2 | mcp 2 | 46 | nothing written | 0 | 0 | 0 | 0 | 0 | 0 |
| fbi-crime-data-mcp 0.5.1 | fastmcp 3 | 17 | 17 | 1,020 | 1,008 | 12 | 0 | 0 | 0 |
| ha-mcp 3.5.1 | fastmcp 4 | 30 | 30 | 1,800 | 1,528 | 21 | 20 | 7 | 224 |
| ignition-mcp 0.1.3 | mcp 1 | 43 | 43 | 2,580 | 2,565 | 15 | 0 | 0 | 0 |
| langchain-tavily 0.2.18 | langchain | 6 | 6 | 360 | 324 | 4 | 23 | 0 | 9 |
| langchain-urlpipe 0.3.0 | langchain | 6 | 6 | 360 | 360 | 0 | 0 | 0 | 0 |
| mcp-clickhouse 0.7.0 | fastmcp 4 | 3 | 4 | 180 | 179 | 1 | 0 | 0 | 0 |
| office-powerpoint-mcp-server 2.0.7 | mcp 1 | 37 | 37 | 2,220 | 1,942 | 278 | 0 | 0 | 0 |
| office-word-mcp-server 1.1.11 | fastmcp 4 | 54 | 54 | 3,240 | 3,098 | 142 | 0 | 0 | 0 |
| openai-agents-scavio 0.6.1 | openai-agents | 199 | 199 | 11,940 | 11,712 | 228 | 0 | 0 | 0 |
| pydantic-ai-filesystem-sandbox 0.9.0 | pydantic-ai | data | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
| statcan-mcp-server 0.17.0 | mcp, `lowlevel` | data | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
| **14 packages, 11 usable, all without a line** | | 447 | 402 | 24,060 | 23,067 | 710 | 43 | 7 | 233 |

98.8 % of the calls are identical or documented, and 1.0 % reach a tool with what its framework refuses. By cause:

- **ha-mcp**, 251 calls: its tools are declared with a parameter `mcp` that has no annotation, or that of another framework (`mcp.server.fastmcp`, under
  `TYPE_CHECKING`). The file that makes the server was not read, so that all were taken for tools of the SDK, which drops unknown
  arguments and parses JSON text, and not for those of fastmcp, which does neither.
- **langchain-tavily**, 32 calls: `args_schema` has `extra="allow"`, and `_run` takes `**kwargs`: the framework hands unknown names to it, dispatch
  drops them. Nine of these are `self`, with which the framework's own call is a `TypeError`.
- **excel-mcp-server**: every tool is registered with `structured_output=False if returns_text else None`, which hangs on
  `inspect.signature`: TG201. `on_error = "skip"` leaves out all 46.
- **mcp-clickhouse**: `run_chdb_select_query` is served only where chDB is installed, which TG221 says.
- **pydantic-ai-filesystem-sandbox** and **statcan-mcp-server** make the schemas of their tools themselves.

Then two of these were mended for every package, and the same calls made again: the file that makes a server is read, whatever it declares, and what
type checkers alone import does not choose the framework; names beside the fields of a model with `extra="allow"` are handed on. ha-mcp has
20 calls left that differ, of two tools whose annotation names the wrong framework, langchain-tavily none: 99.9 % identical or documented, and
19 calls (0.08 %) that the framework refuses. `structured_output` is still an error: excel-mcp-server also puts a model of its own in the
place of the one that validates, which refuses unknown names, so that without the error its tools would be called with what the server refuses.
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
