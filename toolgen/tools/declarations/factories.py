"""Decorators of functions that return the function that is called: `inspect_ai.tool`."""

from __future__ import annotations

import ast

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.decorating.calls import Registration
from toolgen.evaluation.decorating.values import Arguments, FunctionValue
from toolgen.evaluation.names.instances import returned
from toolgen.evaluation.names.sources import Sources
from toolgen.evaluation.names.written import Written
from toolgen.frameworks import ToolMarker
from toolgen.syntax.expressions import parse_expression, whole_span
from toolgen.syntax.facts import Expression
from toolgen.tools.declarations.declaration import Declaration, called, declaration
from toolgen.tools.declarations.functions import Functions, Place, distinct


class Factories:
    """Finds what such functions return."""

    def __init__(self, functions: Functions, sources: Sources) -> None:
        self._functions = functions
        self._sources = sources

    def made(
        self, marker: ToolMarker, factory: FunctionValue, decorator: Expression, arguments: Arguments | None
    ) -> tuple[list[Declaration], list[Diagnostic]]:
        """The tool that `factory` returns, under its name; TG211 where that is not one function that can be seen."""
        facts, site = factory.facts, factory.site
        found: list[FunctionValue] = []
        for node, inner in returned(facts, site, self._sources):
            within = Expression(ast.unparse(node), node.lineno, node.col_offset + 1)
            found += self._functions.one(node, Place(within, inner)).functions
        given = Written(parse_expression(decorator.text), decorator, site)
        if arguments is None or len(functions := distinct(found)) != 1:
            what = f"`{facts.name}`, which returns no function that can be seen"
            return [], [
                diagnose("TG211", whole_span(decorator, site.module.path), what=what, dialect=marker.dialect.name)
            ]
        registration = Registration(marker, functions[0], arguments)
        return [called(declaration(registration, functions[0], functions[0], given, "decorator"), facts.name)], []
