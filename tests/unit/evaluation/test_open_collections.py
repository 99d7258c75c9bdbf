"""What is asked of a set or list of which not all is known: what Python answers in some program decides nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SETS = {
    "set()": ("update(names)", "add(name)"),
    "{'b'}": ("update(names)", "difference_update(names)", "symmetric_difference_update({name})"),
    "{'a', 'b'}": ("discard(name)", "intersection_update(names)", "difference_update([name])"),
    "{'a'}": ("symmetric_difference_update({name})", "intersection_update({name})", "update([name])"),
}
LISTS = {"[]": ("extend(names)", "append(name)"), "['a', 'b']": ("remove(name)", "insert(0, name)")}
OF_BOTH = (
    *("own", "not own", "bool(own)", "own and True", "len(own) == 1", "'a' in own", "'a' not in own", "own.copy()"),
    *("sorted(own)", "set(own)", "any(x == 'a' for x in own)", "all(x == 'b' for x in own)", "','.join(own)"),
    *("[x for x in own if x == 'a']", "{x: 1 for x in own}", "max(own, default='') == 'a'", "'a' in list(own)"),
    *("'a' in {*own}", "'a' in (own or [])", "'a' in own.copy()", "'a' in dict.fromkeys(own)", "'b' in [*own, 'c']"),
)
OF_SETS = (
    *("{'a'} <= own", "own >= {'a'}", "own == {'a'}", "own != set()", "{'a'} & own", "own & {'a'}", "own | set()"),
    *(
        "own - {'b'}",
        "{'a'} - own",
        "own ^ {'a'}",
        "own.isdisjoint({'a'})",
        "{'a'}.isdisjoint(own)",
        "{'b'}.union(own)",
    ),
    *(
        "{'a'}.issubset(own)",
        "own.issuperset({'a'})",
        "{'b'}.union(own)",
        "own.union({'c'})",
        "own.intersection({'a'})",
    ),
    *("own.difference({'b'})", "{'a'}.difference(own)", "'a' in own | {'c'}", "'a' in frozenset(own)"),
)
OF_LISTS = (
    *("own == ['a']", "own.count('a')", "own + ['c']", "'a' in own + ['c']", "own[:1] == ['a']", "own * 2", "own[1:]"),
    *("[*own, 'c'][-1] == 'c'", "['c', *own][-2:] == ['c']", "['c', *own][0] == 'c'", "['c', *own, 'd'][1] == 'd'"),
    *("['c', *own][::-1][0] == 'c'", "['c', *own, 'd'][-2] == 'c'", "['c', *own, 'd'][:1] == ['c']"),
)
NAMES = ("", "a", "b", "a,b", "c")
"""What the environment may say."""

PROGRAM = """
import os
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("x")
class Flags:
    def __init__(self):
        self.own = {made}
        self.load(os.environ["NAMES"])
    def load(self, name):
        names = name.split(",")
        self.own.{changed}
flags = Flags()
own = flags.own
"""


def answers(made: str, changed: str, asked: tuple[str, ...], name: str) -> set[int] | None:
    """The numbers of the questions to which Python says yes; None where the program ends before."""
    found: dict[str, object] = {"name": name, "names": name.split(",")}
    try:
        exec(f"own = {made}\nown.{changed}", found)
    except ValueError:
        return None
    return {number for number, one in enumerate(asked) if eval(one, found)}


@pytest.mark.parametrize(
    ("made", "changed", "asked"),
    [(made, one, (*OF_BOTH, *OF_SETS)) for made, changes in SETS.items() for one in changes]
    + [(made, one, (*OF_BOTH, *OF_LISTS)) for made, changes in LISTS.items() for one in changes],
)
def test_what_is_not_known_of_a_collection_decides_nothing(
    analyse: Analyse, made: str, changed: str, asked: tuple[str, ...]
) -> None:
    source = PROGRAM.format(made=made, changed=changed) + "".join(
        f"def t{number}(x: int) -> str: 'T.'\nif {one.replace('own', 'flags.own')}: mcp.add_tool(t{number})\n"
        for number, one in enumerate(asked)
    )
    analysis = analyse({"server.py": source})
    known = [answers(made, changed, asked, name) for name in NAMES]
    listed = {int(tool.name[1:]) for tool in analysis.manifest.tools}
    told = {int(found) for one in analysis.diagnostics for found in re.findall(r"`t(\d+)`", one.message)}
    wrong = {number for found in known if found is not None for number in found ^ listed} - told
    assert [asked[number] for number in sorted(wrong)] == []
    assert told, "a program that is known proves nothing"
