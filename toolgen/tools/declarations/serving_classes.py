"""Classes that make or choose tools when a server is asked for these: `class Filter(Middleware)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.folding.parts import parts
from toolgen.evaluation.folding.values import Unknown, Value
from toolgen.evaluation.names.lineage import NearestAbove
from toolgen.evaluation.names.lookup import Defined, Names, Site, Symbol
from toolgen.evaluation.outcomes import Outcomes
from toolgen.frameworks.dialect import Dialect
from toolgen.frameworks.recognisers import ServingClasses
from toolgen.frameworks.tables import packages_of
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.facts import Class, Function


class ClassesThatServe:
    """Tells of them (TG211, TG226): what their methods give is known when they run."""

    def __init__(self, names: Names, outcomes: Outcomes) -> None:
        self._names = names
        self._outcomes = outcomes
        self._known = names.dialects.recognisers(ServingClasses)
        self._bases = {name for _, kind in self._known for name in kind.methods}
        self._nearest = NearestAbove(names, self._bases)

    def report(self, module: Module) -> Iterator[Diagnostic]:
        """What is to be said of those of `module`."""
        classes = [one for one in module.facts.scope.bindings.values() if isinstance(one, Class)]
        for class_ in classes:
            symbol = Site.of_module(module).symbol(class_)
            if self._nearest.of(symbol) is None and symbol.name not in self._bases:
                continue
            above = [one.name for one in self._names.ancestors(symbol)]
            for dialect, kind in self._known:
                if method := next((kind.methods[name] for name in above if name in kind.methods), ""):
                    yield from self._reported(symbol, class_, method, dialect, kind)

    def _reported(
        self, symbol: Defined, class_: Class, method: str, dialect: Dialect, kind: ServingClasses
    ) -> Iterator[Diagnostic]:
        given = self._names.attribute(symbol, method)
        if is_own(given, dialect, self._names) and not (kind.is_followed and self._is_known(given)):
            module = symbol.site.module
            shown = f"{class_.qualname}.{method}"
            span = Span(module.path, class_.line, 1, len("class"))
            if kind.code == "TG211":
                yield diagnose("TG211", span, what=f"`{shown}`", dialect=dialect.name)
            else:
                yield diagnose("TG226", span, call=shown, object=f"{module.name}:NAME")

    def _is_known(self, method: Symbol | None) -> bool:
        """Whether no call of what is not seen gives tools to a method: those that it makes itself are read."""
        if not (isinstance(method, Defined) and isinstance(method.node, Function)):
            return False
        results = [one.result for one in self._outcomes.of_body(method.node, method.site)]
        return not any(_is_given(part) for one in results for part in (one, *parts(one)))


def is_own(method: Symbol | None, dialect: Dialect, names: Names) -> TypeGuard[Defined]:
    """Whether `method` is no method of the framework, unless that is the project."""
    if not isinstance(method, Defined):
        return False
    return names.project.owns(method.site.module) or dialect.packages.isdisjoint(packages_of(method.name))


def _is_given(value: Value) -> bool:
    """Whether `value` is not known because a call gives it, or gives a part of it."""
    match value:
        case Unknown(node=ast.Call()) | Unknown(origin=(ast.Call(), _)):
            return True
        case _:
            return False
