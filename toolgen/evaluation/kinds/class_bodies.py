"""The classes of a line of which the source is known."""

from __future__ import annotations

from collections.abc import Container, Mapping
from operator import attrgetter
from typing import NamedTuple

from toolgen.evaluation.names.lookup import Defined, Names, Site, Symbol
from toolgen.syntax.facts import Assignment, Binding, ChoiceBinding, Class, Expression, Scope


class ClassBody(NamedTuple):
    """A class of which the source is known; `site` is inside its body, and `bindings` are what that binds, by name.

    Of the lines that stand below conditions `absent` are those that do not run, and `unsure` those that only running
    tells of.
    """

    name: str
    node: Class
    site: Site
    bindings: Mapping[str, Binding]
    absent: frozenset[int] = frozenset()
    unsure: frozenset[int] = frozenset()

    def is_unsure(self, name: str) -> bool:
        """Whether only running tells if the body binds `name`, or to which of several."""
        lines, conditional = {one.line for one in _bound(self.node.scope, name)}, self.node.scope.conditional
        is_choice = isinstance(self.node.scope.bound(name), ChoiceBinding)  # which a `try` leaves open, too
        return not lines.isdisjoint(self.unsure) or (is_choice and lines.isdisjoint(conditional))

    @property
    def outside(self) -> Site:
        """Where the `class` statement stands."""
        return self.site._replace(scopes=self.site.scopes[:-1], owner=None, line=self.node.line)

    @property
    def symbol(self) -> Defined:
        """The class itself."""
        return Defined(self.name, self.node, self.outside)

    def declaration(self, name: str) -> Assignment | None:
        """`name: annotation = value` of the body, whose parts may stand apart; None where the name is not annotated."""
        if name not in self.bindings:
            return None
        found = [one for one in _bound(self.node.scope, name, self.absent) if isinstance(one, Assignment)]
        annotated = next((one for one in reversed(found) if one.annotation is not None), None)
        if annotated is None:
            return None
        # What a `def` or an `import` binds is a default, too, though none that JSON has.
        bare = None if isinstance(self.bindings[name], Assignment) else Expression(name, annotated.line, 1)
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


def _bound(scope: Scope, name: str, absent: Container[int] = ()) -> list[Binding]:
    """What the statements of a class body bind `name` to, but those on lines that are `absent`; in their order."""
    events = [bound for _, bound in scope.history.get(name, ())] or [scope.bindings[name]]
    found = (one for one in events if not isinstance(one, ChoiceBinding) and one.line not in absent)
    return sorted(found, key=attrgetter("line"))


def class_body(symbol: Defined, node: Class, names: Names) -> ClassBody:
    """The body of `node`, the class `symbol`; names that it may annotate or not are recorded as doubts."""
    site, conditional = symbol.site.inside(node), node.scope.conditional
    if not conditional and not node.scope.history:
        return ClassBody(symbol.name, node, site, node.scope.bindings)
    answers = {line: {names.values.holds(one, site) for one in around} for line, around in conditional.items()}
    absent = frozenset(line for line, found in answers.items() if False in found)
    unsure = frozenset(line for line, found in answers.items() if None in found) - absent
    running = ((name, _bound(node.scope, name, absent)) for name in node.scope.bindings)
    bindings = {name: found[-1] for name, found in running if found} if absent else node.scope.bindings
    body = ClassBody(symbol.name, node, site, bindings, absent, unsure)
    names.doubts += (name for name in body.bindings if body.is_unsure(name) and body.annotation(name))
    return body


def class_bodies(symbol: Symbol, names: Names) -> list[ClassBody]:
    """The class `symbol` and those above it, as far as their source is known, in method resolution order."""
    if not (isinstance(symbol, Defined) and isinstance(symbol.node, Class)):
        return []
    bodies = (
        class_body(one, one.node, names)
        for one in names.ancestors(symbol)
        if isinstance(one, Defined) and isinstance(one.node, Class)
    )
    return names.remembered(class_bodies, symbol.node, symbol.site, lambda: [*bodies])
