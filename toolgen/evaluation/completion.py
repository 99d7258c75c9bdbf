"""How a block of statements ends: at its end, with a jump, or with an exception that a handler takes."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.names.lookup import External, Names, Site
from toolgen.syntax.conditions import suppressing, taken_by
from toolgen.syntax.expressions import callee


@dataclass(frozen=True, slots=True, eq=False)
class Returned:
    """The statements end with `return value`."""

    value: Value


Completion: TypeAlias = Returned | type[ast.Break | ast.Continue] | None
"""How a block ends: with `return`, or `break` or `continue`; None where its end is reached."""


def takes(handler: ast.ExceptHandler, raised: Collection[str]) -> bool | None:
    """Whether `handler` takes exceptions of the classes `raised`; None where none of these is Python's own."""
    names = {*taken_by(handler)}
    known = [getattr(builtins, name) for name in raised if hasattr(builtins, name)]
    classes = tuple(getattr(builtins, name, ()) for name in names)
    if not names.isdisjoint(raised) or any(issubclass(one, classes) for one in known or (Exception,)):
        return True
    return False if known else None


def suppressor(node: ast.expr, site: Site, names: Names) -> ast.ExceptHandler | None:
    """The context manager `contextlib.suppress(…)` as the handler that it is; None for any other."""
    handler = suppressing(node)
    return handler if handler and names.evaluate(callee(node), site) == External("contextlib.suppress") else None
