"""Calls that change what a server serves of the tools that are declared: `main.mount(orders, namespace="orders")`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.names.lookup import Names
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.frameworks.dialect import ServedTools
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.expressions import parsed, whole_span
from toolgen.tools.declarations.roots import site_of


def told(module: Module, names: Names, markers: ToolMarkers) -> Iterator[Diagnostic]:
    """TG226 for such calls of `module`."""
    recognisers = names.dialects.recognisers(ServedTools)
    for called in module.facts.called:
        match node := parsed(called.call.text):
            case ast.Call(func=ast.Attribute(value=server, attr=method)):
                dialects = [dialect for dialect, one in recognisers if _may_change(node, method, one)]
                decorator = ast.copy_location(ast.Attribute(server, "tool", ast.Load()), server)
                marker = markers.decorator(decorator, site_of(called, module)) if dialects else None
                if marker is not None and marker.dialect in dialects:
                    yield _diagnostic(node, whole_span(called.call, module.path), module)


def _may_change(call: ast.Call, method: str, served: ServedTools) -> bool:
    given = [one.arg for one in call.keywords if getattr(one.value, "value", True)]  # None and "" change nothing
    renaming = served.renaming.get(method)
    return method in served.methods or (renaming is not None and (len(call.args) > 1 or not renaming.isdisjoint(given)))


def _diagnostic(call: ast.Call, span: Span, module: Module) -> Diagnostic:
    server = ast.unparse(call.func).rpartition(".")[0]
    return diagnose("TG226", span, call=ast.unparse(call), module=module.name, server=server)
