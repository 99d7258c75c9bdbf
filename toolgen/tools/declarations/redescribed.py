"""Functions of which statements after their `def` say something else: `f.__name__ = "add"`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from toolgen.evaluation.decorating.assignments import DESCRIBING
from toolgen.evaluation.decorating.values import FunctionValue
from toolgen.evaluation.folding.constants import Constants, NotConstantError
from toolgen.evaluation.names.lookup import Site
from toolgen.evaluation.names.sources import Sources
from toolgen.syntax.bodies import FunctionNode
from toolgen.syntax.facts import Function

_ASSIGNED = rb"\b%s\.(?:" + "|".join(sorted(DESCRIBING)).encode() + rb")\s*="


class Redescribed:
    """Reads the assignments in the block that holds the `def`."""

    def __init__(self, constants: Constants, sources: Sources) -> None:
        self._constants = constants
        self._sources = sources

    def of(self, function: Function, site: Site) -> FunctionValue | None:
        """`function` as it is in the end; None where its name or signature is one that only running tells.

        That is so as well where something is assigned elsewhere than in the block that holds the `def`.
        """
        value = FunctionValue.of(function, site)
        if not re.search(_ASSIGNED % function.name.encode(), self._sources.bytes(site.module)):
            return value
        source = self._sources.of(site.module)
        around = [one for one in source.functions if one.lineno < function.line <= (one.end_lineno or 0)]
        block = max(around, key=lambda one: one.lineno) if around else source.tree
        assigned = [*_assigned(function, block)]
        if len(assigned) < len([*_assigned(function, block, everywhere=True)]):
            return None
        for name, node in assigned:
            match name, self._text(node, site):
                case "__name__", str(text):
                    value.name = text
                case "__doc__", text:
                    value.docstring = text
                case _:
                    return None
        return value

    def _text(self, node: ast.expr, site: Site) -> str | None:
        try:
            value = self._constants.fold(node, site)
        except NotConstantError:
            return None
        return value if isinstance(value, str) else None


def _assigned(
    function: Function, block: ast.Module | FunctionNode, *, everywhere: bool = False
) -> Iterator[tuple[str, ast.expr]]:
    """What is assigned to attributes of `function` in `block`, or `everywhere` in it: also in functions and classes.

    Those that have something of their own under its name are left out.
    """
    pending: list[ast.AST] = [*ast.iter_child_nodes(block)]
    while pending:
        match pending.pop(0):
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=owner), attr=name)], value=value) if (
                owner == function.name and name in DESCRIBING
            ):
                yield name, value
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() as inner if (
                not everywhere or function.name in _defined_in(inner)
            ):
                continue
            case ast.expr():
                continue
            case node:
                pending[:0] = ast.iter_child_nodes(node)


def _defined_in(inner: ast.AST) -> Iterator[str]:
    """The names of the functions and parameters in `inner`, and its own where it is a function."""
    for node in ast.walk(inner):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
                yield name
