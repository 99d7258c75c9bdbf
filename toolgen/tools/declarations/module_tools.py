"""Modules that are tools: `TOOL_SPEC = {"name": …}` declares the function that is called as the module is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Names, Site
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.frameworks import Dialect
from toolgen.frameworks.strands import ModuleTool
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.facts import Assignment, Expression, Function
from toolgen.tools.declarations.declaration import Declaration


class ModuleTools:
    """Finds the objects that declare, and what they declare."""

    def __init__(self, names: Names, markers: ToolMarkers) -> None:
        self._known = names.dialects.recognisers(ModuleTool)
        self._markers = markers
        self.diagnostics: list[Diagnostic] = []

    def of(self, module: Module) -> Iterator[Declaration]:
        """The tool that `module` is, by the dialect of a package that it imports."""
        for dialect, made in self._known:
            found = module.facts.scope.bindings.get(made.name)
            if isinstance(found, Assignment) and dialect.name in self._markers.imported(module):
                yield from self._declared(dialect, made, found, module)

    def _declared(self, dialect: Dialect, made: ModuleTool, found: Assignment, module: Module) -> Iterator[Declaration]:
        function = module.facts.scope.bindings.get(module.name.rpartition(".")[2])
        if not isinstance(function, Function):
            what = f"`{made.name}`, for a function that is called as the module is"
            span = Span(module.path, found.line, 1, len(made.name))
            self.diagnostics.append(diagnose("TG211", span, what=what, dialect=dialect.name))
            return
        site = Site.of_module(module, function.line)
        within = Expression(made.name, found.line, 1)
        declared = ExpressionRef(ast.parse(within.text, mode="eval").body, within, site)
        value = FunctionValue.of(function, site)
        spelled = {"declaration": made.name}
        yield Declaration(
            dialect, function, site, {"declaration": declared}, {}, value, "module", spelled, made.convention
        )
