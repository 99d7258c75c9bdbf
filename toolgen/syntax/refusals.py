"""What Python's compiler refuses that its parser lets through: a module with it declares nothing."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from toolgen.syntax.block import Block

_Fault: TypeAlias = tuple[ast.stmt | ast.pattern | ast.ExceptHandler, str] | None
"""What is refused, and Python's words for why."""


def refusal(statement: ast.stmt, block: Block) -> SyntaxError | None:
    """What Python says of a REFUSABLE `statement` by itself, whatever functions around it bind; None if it takes it."""
    fault = _CHECKS[type(statement)](statement, block)
    return None if fault is None else SyntaxError(fault[1], ("", fault[0].lineno, fault[0].col_offset + 1, ""))


def _match(node: ast.Match, _block: Block) -> _Fault:
    for case in node.cases[:-1]:
        match case:
            case ast.match_case(pattern=ast.MatchAs(pattern=None, name=name) as pattern, guard=None):
                what = "wildcard" if name is None else f"name capture '{name}'"
                return pattern, f"{what} makes remaining patterns unreachable"
    return None


def _try(node: ast.Try, _block: Block) -> _Fault:
    bare = next((one for one in node.handlers[:-1] if one.type is None), None)
    return None if bare is None else (bare, "default 'except:' must be last")


_CHECKS: Mapping[type[ast.stmt], Callable[[Any, Block], _Fault]] = {
    ast.Break: lambda node, block: None if block.looping else (node, "'break' outside loop"),
    ast.Continue: lambda node, block: None if block.looping else (node, "'continue' not properly in loop"),
    ast.Match: _match,
    ast.Nonlocal: lambda node, block: (
        (node, "nonlocal declaration not allowed at module level") if len(block.scopes) == 1 else None
    ),
    ast.Return: lambda node, block: (
        None if block.scopes[-1].kind == "function" else (node, "'return' outside function")
    ),
    ast.Try: _try,
}
REFUSABLE = frozenset(_CHECKS)
"""The types of statements that may be refused."""
