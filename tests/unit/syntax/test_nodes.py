"""Walks over trees, against `ast.walk`: on files of the standard library, and on what these seldom hold."""

from __future__ import annotations

import argparse
import ast
import asyncio.base_events
import inspect

import pytest

from toolgen.syntax.nodes import own_nodes, walk

_OF_THEIR_PARENTS = ast.boolop | ast.cmpop | ast.expr_context | ast.operator | ast.unaryop
_RARE = """
match a:
    case {"k": 1, **rest} | C(x, y=None) | [*others, True] if b: pass
    case None as n: pass
async def f(a, /, b=1, *args: int, c, d=2, **kw):
    global g
    async for x in y: yield {**a, "b": (z := 1)}
    return [i async for i in f'{x!r:>{w}}' if not i and -i < ~i <= 3]
"""


@pytest.mark.parametrize("source", [*map(inspect.getsource, [ast, argparse, asyncio.base_events]), _RARE])
def test_all_nodes_are_found_in_the_order_of_the_standard_walk(source: str) -> None:
    tree = ast.parse(source)
    expected = [node for node in ast.walk(tree) if not isinstance(node, _OF_THEIR_PARENTS)]
    assert list(map(id, walk(tree))) == list(map(id, expected))


def test_what_functions_and_classes_hold_is_not_their_own() -> None:
    (statement,) = ast.parse("if a:\n    def f(): b\n    class C: d\n    e(lambda: g)").body
    assert {node.id for node in own_nodes([statement]) if isinstance(node, ast.Name)} == {"a", "e"}
