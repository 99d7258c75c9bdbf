"""Calls after which clients see other names than the tools of a server have: mounts and transforms."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.names.lookup import Site
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.frameworks import Dialect
from toolgen.frameworks.fastmcp import Reshaping
from toolgen.project.modules import Module
from toolgen.syntax.expressions import parsed, whole_span
from toolgen.tools.declarations.roots import site_of


class ServedNames:
    """Finds such calls by the `known` methods of the servers of dialects."""

    def __init__(self, markers: ToolMarkers, known: tuple[tuple[Dialect, Reshaping], ...]) -> None:
        self._markers = markers
        self._known = known

    def judge(self, module: Module) -> Iterator[Diagnostic]:
        """What is to be said of the calls in `module` (TG226)."""
        for called in module.facts.called:
            node = parsed(called.call.text)
            if isinstance(node, ast.Call) and self._reshapes(node, site_of(called, module)):
                yield diagnose("TG226", whole_span(called.call, module.path), call=ast.unparse(node))

    def _reshapes(self, node: ast.Call, site: Site) -> bool:
        if not isinstance(function := node.func, ast.Attribute):
            return False
        dialects = [dialect for dialect, one in self._known if one.name == function.attr and _is_given(one, node)]
        # A server is what has the decorator.
        tool = ast.copy_location(ast.Attribute(function.value, "tool", ast.Load()), function)
        marker = self._markers.decorator(tool, site) if dialects else None
        return marker is not None and marker.dialect in dialects


def _is_given(one: Reshaping, node: ast.Call) -> bool:
    """Whether the call is given what changes names; None and an empty text change nothing."""
    given = {keyword.arg for keyword in node.keywords if getattr(keyword.value, "value", True)}
    return not one.arguments or len(node.args) > 1 or not one.arguments.isdisjoint(given)
