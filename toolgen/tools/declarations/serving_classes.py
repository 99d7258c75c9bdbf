"""Classes that make or choose tools when a server is asked for these: `class Filter(Middleware)`."""

from __future__ import annotations

from collections.abc import Iterator

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.names.lookup import Defined, Names, Site, Symbol
from toolgen.frameworks.dialect import Dialect, ServingClasses
from toolgen.frameworks.tables import packages_of
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.facts import Class


class ClassesThatServe:
    """Tells of them (TG211, TG226): what their methods give is known when they run."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._known = names.dialects.recognisers(ServingClasses)
        self.diagnostics: list[Diagnostic] = []

    def report(self, module: Module) -> None:
        """Report those of `module`."""
        classes = [one for one in module.facts.scope.bindings.values() if isinstance(one, Class)]
        for class_ in classes:
            symbol = Site.of_module(module).symbol(class_)
            above = [one.name for one in self._names.ancestors(symbol)]
            for dialect, kind in self._known:
                if method := next((kind.methods[name] for name in above if name in kind.methods), ""):
                    self.diagnostics += self._reported(symbol, class_, method, dialect, kind)

    def _reported(
        self, symbol: Defined, class_: Class, method: str, dialect: Dialect, kind: ServingClasses
    ) -> Iterator[Diagnostic]:
        if self._is_own(self._names.attribute(symbol, method), dialect):
            module = symbol.site.module
            shown = f"{class_.qualname}.{method}"
            span = Span(module.path, class_.line, 1, len("class"))
            if kind.code == "TG211":
                yield diagnose("TG211", span, what=f"`{shown}`", dialect=dialect.name)
            else:
                yield diagnose("TG226", span, call=shown, object=f"{module.name}:NAME")

    def _is_own(self, method: Symbol | None, dialect: Dialect) -> bool:
        """Whether `method` is no method of the framework, unless that is the project."""
        if not isinstance(method, Defined):
            return False
        return self._names.project.owns(method.site.module) or dialect.packages.isdisjoint(packages_of(method.name))
