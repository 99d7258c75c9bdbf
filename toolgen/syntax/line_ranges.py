"""Lines of a file, and whether some of them are in a part of it."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Sequence

from toolgen.syntax.nodes import DefinitionNode


def first_line(statements: Sequence[ast.stmt]) -> int:
    """The line on which the first of `statements` begins, its decorators included."""
    decorators: Sequence[ast.expr] = getattr(statements[0], "decorator_list", ())
    return min(decorators[0].lineno, statements[0].lineno) if decorators else statements[0].lineno


def any_between(lines: Sequence[int], first: int, last: int | None) -> bool:
    """Whether one of the sorted `lines` is between two, which count; without `last`, on the first."""
    at = bisect_left(lines, first)
    return at < len(lines) and lines[at] <= (last or first)


def any_on(lines: Sequence[int], node: ast.stmt | ast.expr) -> bool:
    """Whether one of the sorted `lines` is a line of `node`, but for the decorators above it."""
    return any_between(lines, node.lineno, node.end_lineno)


def any_within(lines: Sequence[int], node: DefinitionNode) -> bool:
    """Whether one of the sorted `lines` is in the body of `node`, decorators of its first statement included."""
    return bool(lines) and any_between(lines, first_line(node.body), node.end_lineno)
