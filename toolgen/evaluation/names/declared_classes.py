"""The class of a value by what is declared of it: annotations, constructors, and the arguments of calls."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from toolgen.evaluation.names.callers import Callers
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.evaluation.names.symbols import class_of_receiver
from toolgen.syntax.expressions import arguments_of, parsed
from toolgen.syntax.facts import Assignment, Class, Expression, Function, Parameter

_CLASS_METHOD = re.compile(r"(.+\.[A-Z]\w*)\.([a-z]\w*)")

MAX_STEPS = 20
"""How many assignments, parameters and calls are followed from a name: circles end here."""


class DeclaredClasses:
    """Finds the classes of values that need no evaluation: most do not, and `ToolMarkers.class_of` knows the others."""

    def __init__(self, names: Names, callers: Callers) -> None:
        self._names = names
        self._callers = callers
        self._given: dict[tuple[object, ...], External | Defined | None] = {}
        self._known: dict[tuple[object, ...], tuple[External | Defined | None, Site]] = {}

    def of(self, node: ast.expr, site: Site, steps: int = MAX_STEPS) -> External | Defined | None:
        """The class of `node`; None where that cannot be known."""
        if steps == 0:
            return None
        match node:
            case ast.Call(func=function):
                return self._of_call(function, site, steps)
            case ast.Name() | ast.Attribute():
                return self._of_name(node, site, steps)
            case _:
                return None

    def _of_call(self, function: ast.expr, site: Site, steps: int) -> External | Defined | None:
        symbol = self._names.evaluate(function, site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
            returns = None if symbol.node.decorators else symbol.node.returns  # what they return may be called instead
            return None if returns is None else self.of_annotation(returns, symbol.site, steps)
        return _constructed(symbol)

    def _of_name(self, node: ast.Name | ast.Attribute, site: Site, steps: int) -> External | Defined | None:
        symbol = self._names.evaluate(node, site)
        match symbol:
            case Defined(node=Assignment() as assignment):
                return self._of_assignment(assignment, symbol.site, steps)
            case Defined(node=Parameter(annotation=annotation, name=name)) if annotation is not None:
                # The name in it may be one that only type checkers know, or nobody.
                return self.of_annotation(annotation, symbol.site, steps) or self._of_parameter(
                    name, symbol.site, steps
                )
            case Defined(node=Parameter(name=name)):
                return class_of_receiver(name, symbol.site) or self._of_parameter(name, symbol.site, steps)
            case None if isinstance(node, ast.Attribute):
                return self._of_attribute(node, site, steps - 1)
            case _:
                return None

    def _of_attribute(self, node: ast.Attribute, site: Site, steps: int) -> External | Defined | None:
        """By the annotation of the attribute in the class of its object, or by what a method assigns to it first."""
        owner = self.of(node.value, site, steps)
        if not isinstance(owner, Defined) or not isinstance(owner.node, Class):
            return None
        match self._names.attribute(owner, node.attr):
            case Defined(node=Assignment(annotation=Expression() as annotation), site=body):
                return self.of_annotation(annotation, body, steps)
        found = first_assigned(node.attr, owner)
        return None if found is None else self._of_assignment(*found, steps)

    def _of_parameter(self, name: str, site: Site, steps: int) -> External | Defined | None:
        """The class of what all calls give for a parameter.

        Each is asked for once for one question, and is not known where it is asked for in a circle: functions that call
        each other with what they are given have no end of ways from one to another.
        """
        key = (name, *map(id, site.scopes))
        if key in self._known:
            return self._known[key][0]
        if key in self._given:
            return self._given[key]
        is_question = not self._given
        self._given[key] = None
        self._given[key] = found = self._same(name, site, steps)
        if is_question:
            self._given.clear()
            self._known[key] = found, site  # which is kept, so that no other has its ids
        return found

    def _same(self, name: str, site: Site, steps: int) -> External | Defined | None:
        found = None
        for node, at in self._callers.arguments(name, site):
            given = self.of(node, at, steps - 1)
            if given is None or (found is not None and given.name != found.name):
                return None
            found = found or given
        return found

    def _of_assignment(self, assignment: Assignment, site: Site, steps: int) -> External | Defined | None:
        if assignment.annotation is not None and (found := self.of_annotation(assignment.annotation, site, steps)):
            return found
        node = None if assignment.value is None else parsed(assignment.value.text)
        return None if node is None else self.of(node, site, steps - 1)

    def of_annotation(self, annotation: Expression, site: Site, steps: int = MAX_STEPS) -> External | Defined | None:
        """The first class that the annotation names; not a protocol, which has objects of any class (PEP 544)."""
        for candidate in named_in(parsed(annotation.text)):
            symbol = self._names.evaluate(candidate, site)
            if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment):
                return self._of_assignment(symbol.node, symbol.site, steps - 1)
            found = _as_class(symbol)
            if found is None or found.name in _WRAPPERS:
                continue
            if _PROTOCOLS.isdisjoint(base.name for base in self._names.bases(found)):
                return found
        return None


def first_assigned(name: str, owner: Symbol | None) -> tuple[Assignment, Site] | None:
    """What a method of the class `owner` assigns to the attribute `name` first, and that method."""
    if not isinstance(owner, Defined) or not isinstance(owner.node, Class) or name not in owner.node.attributes:
        return None
    assigned, site = owner.node.attributes[name], owner.site.inside(owner.node)
    functions = (one for one in owner.node.scope.bindings.values() if isinstance(one, Function))
    before = [one for one in functions if one.line <= assigned.line]
    return assigned, site.entering(max(before, key=lambda one: one.line).scope) if before else site


def _constructed(symbol: Symbol | None) -> External | Defined | None:
    """The class of what a call of `symbol` makes: `Server.from_url` is a class method, which makes a `Server`."""
    match symbol:
        case External(name=name) if (found := _CLASS_METHOD.fullmatch(name)) is not None:
            return External(found[1]) if found[2].startswith("from_") else None
        case _:
            return _as_class(symbol)


def _as_class(symbol: Symbol | None) -> External | Defined | None:
    match symbol:
        case External(name=name) if "." in name and name.rpartition(".")[2][:1].isupper():
            return symbol
        case Defined(node=Class()):
            return symbol
        case _:
            return None


_PROTOCOLS = frozenset({"typing.Protocol", "typing_extensions.Protocol"})
_WRAPPERS = frozenset({"typing.Any", "typing.Optional", "typing.Union", "typing.Annotated", "types.NoneType"})


def named_in(node: ast.expr | None) -> Iterator[ast.expr]:
    """The names that an annotation is made of: the parts of unions and subscripts, without quotes; no metadata."""
    match node:
        case ast.Constant(value=str(text)):
            yield from named_in(parsed(text))
        case ast.BinOp(left=left, right=right):
            yield from named_in(left)
            yield from named_in(right)
        case ast.Subscript(value=value):
            yield from named_in(value)
            for item in arguments_of(node):
                yield from named_in(item)
        case ast.Name() | ast.Attribute():
            yield node
