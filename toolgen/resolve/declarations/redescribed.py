"""Functions of which statements after their `def` say something else: `f.__name__ = "add"`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from toolgen.parse.facts import Function
from toolgen.resolve.decorating.assignments import DESCRIBING
from toolgen.resolve.decorating.values import FunctionValue
from toolgen.resolve.folding.constants import Constants, NotConstantError
from toolgen.resolve.names.lookup import Site
from toolgen.resolve.names.sources import Sources

_ASSIGNED = rb"\b%s\.(?:" + "|".join(sorted(DESCRIBING)).encode() + rb")\s*="


class Redescribed:
    """Reads the assignments in the block that holds the `def`."""

    def __init__(self, constants: Constants, sources: Sources) -> None:
        self._constants = constants
        self._sources = sources

    def of(self, function: Function, site: Site) -> FunctionValue | None:
        """`function` as it is in the end; None where its name or signature is one that only running tells."""
        value = FunctionValue.of(function, site)
        if not re.search(_ASSIGNED % function.name.encode(), self._sources.bytes(site.module)):
            return value
        for name, node in self._assigned(function, site):
            match name, self._text(node, site):
                case "__name__", str(text):
                    value.name = text
                case "__doc__", text:
                    value.docstring = text
                case _:
                    return None
        return value

    def _assigned(self, function: Function, site: Site) -> Iterator[tuple[str, ast.expr]]:
        source = self._sources.of(site.module)
        around = [one for one in source.functions if one.lineno < function.line <= (one.end_lineno or 0)]
        pending: list[ast.AST] = [*(max(around, key=lambda one: one.lineno) if around else source.tree).body]
        while pending:
            match pending.pop(0):
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=owner), attr=name)], value=value) if (
                    owner == function.name and name in DESCRIBING
                ):
                    yield name, value
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.expr():
                    continue
                case node:
                    pending[:0] = ast.iter_child_nodes(node)

    def _text(self, node: ast.expr, site: Site) -> str | None:
        try:
            value = self._constants.fold(node, site)
        except NotConstantError:
            return None
        return value if isinstance(value, str) else None
