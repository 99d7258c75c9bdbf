"""A walk over the nodes of a body that leaves out what runs at another time."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

_INNER = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef


def own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All that stands in `body`, in its order, but for what is inside of the functions and classes in it."""
    pending = [*body][::-1]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _INNER):
            pending += [*ast.iter_child_nodes(node)][::-1]
