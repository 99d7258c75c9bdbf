"""Calls that change what a server serves of the tools that are declared: `main.mount(orders, namespace="orders")`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.names.lookup import Names
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.frameworks.dialect import ServedTools
from toolgen.project.modules import Module
from toolgen.syntax.expressions import parsed, whole_span
from toolgen.tools.declarations.roots import site_of
from toolgen.tools.declarations.servers import server as server_of


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
                    given = site_of(called, module)
                    details = {"call": ast.unparse(node), "object": _object(server_of(server, given, names), module)}
                    yield diagnose("TG226", whole_span(called.call, module.path), **details)


def _may_change(call: ast.Call, method: str, served: ServedTools) -> bool:
    given = [one.arg for one in call.keywords if getattr(one.value, "value", True)]  # None and "" change nothing
    renaming = served.renaming.get(method)
    return method in served.methods or (renaming is not None and (len(call.args) > 1 or not renaming.isdisjoint(given)))


def _object(reference: str, module: Module) -> str:
    """What `toolgen verify` finds a server by: its name in a module, or a call of the function that makes it."""
    place, is_local, _ = reference.partition(".<locals>")
    is_reached = place and "." not in place.partition(":")[2]
    return f"'{place}()'" if is_reached and is_local else place if is_reached else f"{module.name}:NAME"
