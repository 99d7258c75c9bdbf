"""The order in which Python looks through a class and those above it."""

from __future__ import annotations

from collections import Counter
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
    return [
        ClassBody(one.name, one.node, one.site.inside(one.node))
        for one in linearize(symbol, names)
        if isinstance(one, Defined) and isinstance(one.node, Class)
    ]


def linearize(symbol: Symbol, names: Names) -> list[Symbol]:
    """`symbol` and every class above it in method resolution order; the last of each line is `External`.

    Where the bases contradict each other, so that Python would refuse the class, they come in the order of writing.
    Source: <https://docs.python.org/3/howto/mro.html>.
    """
    if not (isinstance(symbol, Defined) and isinstance(symbol.node, Class)):
        return [symbol]
    return names.remembered(linearize, symbol.node, symbol.site, lambda: _linearize(symbol, names))


def _linearize(symbol: Symbol, names: Names) -> list[Symbol]:
    """The line of `symbol`, after those of the classes above it, each once, however many lead there."""
    known: dict[str, list[Symbol]] = {}
    pending = [symbol]
    while pending:
        one = pending[-1]
        bases = _bases(one, names)
        if one.name not in known:
            known[one.name] = [one]  # for a class that is above itself
            pending += [base for base in bases if base.name not in known]
        else:
            pending.pop()
            lines = [known[base.name] for base in bases]
            known[one.name] = [one, *(lines[0] if len(lines) == 1 else _merged([*lines, bases]))]
    return known[symbol.name]


def _bases(symbol: Symbol, names: Names) -> list[Symbol]:
    if isinstance(symbol, Defined) and isinstance(symbol.node, Class):
        return [*names.bases(symbol.node, symbol.site)]
    return []


def _merged(lines: list[list[Symbol]]) -> list[Symbol]:
    """C3: the first head that is in no tail, again and again."""
    merged: list[Symbol] = []
    pending = [line[::-1] for line in lines]
    later = Counter(symbol.name for line in lines for symbol in line[1:])
    while pending := [line for line in pending if line]:
        head = next((line[-1] for line in pending if not later[line[-1].name]), pending[0][-1])
        merged.append(head)
        if later.pop(head.name, 0):  # where the bases contradict each other
            pending = [[symbol for symbol in line if symbol.name != head.name] for line in pending]
            later = Counter(symbol.name for line in pending for symbol in line[:-1])
        for line in pending:
            if line and line[-1].name == head.name:
                line.pop()
                later.subtract([line[-1].name] if line else [])
    return merged
