"""The classes of a line of which the source is known."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from toolgen.evaluation.names.lookup import Defined, Names, Site, Symbol
from toolgen.model.span import Span
from toolgen.syntax.facts import Assignment, Binding, Class, Expression, Function


class ClassBody(NamedTuple):
    """A class of which the source is known; `site` is inside its body."""

    name: str
    node: Class
    site: Site

    @property
    def bindings(self) -> dict[str, Binding]:
        """What the body binds, by name."""
        return self.node.scope.bindings

    @property
    def outside(self) -> Site:
        """Where the `class` statement stands."""
        return replace(self.site, scopes=self.site.scopes[:-1], owner=None, line=self.node.line)

    @property
    def symbol(self) -> Defined:
        """The class itself."""
        return Defined(self.name, self.node, self.outside)

    def declaration(self, name: str) -> Assignment | None:
        """`name: annotation = value` of the body, whose parts may stand apart; None where the name is not annotated."""
        binding = self.bindings.get(name)
        history = self.node.scope.history.get(name)
        if history is None:
            return binding if isinstance(binding, Assignment) and binding.annotation is not None else None
        found = [bound for _, bound in history if isinstance(bound, Assignment)]
        annotated = next((one for one in reversed(found) if one.annotation is not None), None)
        if annotated is None:
            return None
        # What a `def` or an `import` binds is a default, too, though none that JSON has.
        bare = Expression(name, annotated.line, 1) if not isinstance(binding, Assignment) else None
        value = bare or next((one.value for one in reversed(found) if one.value is not None), None)
        return annotated._replace(value=value)

    def annotation(self, name: str) -> Expression | None:
        """The annotation of `name` in the body."""
        declaration = self.declaration(name)
        return None if declaration is None else declaration.annotation

    def docstring(self, name: str) -> str | None:
        """The string below the annotation of `name` in the body."""
        declaration = self.declaration(name)
        return None if declaration is None else declaration.docstring

    def place(self, node: Class | Function) -> Span:
        """Where the name of the class itself, or of a function in it, stands."""
        return self.site.name_span(node)


def class_bodies(symbol: Symbol, names: Names) -> list[ClassBody]:
    """The class `symbol` and those above it, as far as their source is known, in method resolution order."""
    if not (isinstance(symbol, Defined) and isinstance(symbol.node, Class)):
        return []
    bodies = (
        ClassBody(one.name, one.node, one.site.inside(one.node))
        for one in names.ancestors(symbol)
        if isinstance(one, Defined) and isinstance(one.node, Class)
    )
    return names.remembered(class_bodies, symbol.node, symbol.site, lambda: [*bodies])
