"""Expressions that stand for functions: what a framework is given to make tools of, one or a collection."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from toolgen.evaluation.decorating.outcomes import Outcomes
from toolgen.evaluation.decorating.tool_markers import ToolMarkers
from toolgen.evaluation.decorating.values import FunctionValue
from toolgen.evaluation.names.instances import returned
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.evaluation.names.sources import Sources
from toolgen.evaluation.names.written import Written
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression
from toolgen.syntax.facts import Assignment, Bound, Choice, Class, Expression, Function, Opaque
from toolgen.tools.declarations.redescribed import Redescribed

MAX_STEPS = 64
"""How many names and calls are followed from an expression: circles end here."""

_COPIES = frozenset({"list", "tuple", "set", "frozenset", "sorted", "reversed", "iter"})
Loops: TypeAlias = Mapping[str, Expression]


@dataclass(frozen=True, slots=True)
class Found:
    """The functions that an expression stands for, and the parts of it that cannot be followed.

    What is known to be no function of the project is neither: `None`, an object, a tool of another declaration.
    `texts` are the strings among it, which may name methods.
    """

    functions: tuple[FunctionValue, ...] = ()
    unfollowed: tuple[Written, ...] = ()
    texts: tuple[str, ...] = ()

    def __add__(self, other: Found) -> Found:
        return Found(self.functions + other.functions, self.unfollowed + other.unfollowed, self.texts + other.texts)


_NOTHING = Found()


def _all(parts: Iterable[Found]) -> Found:
    return sum(parts, _NOTHING)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: `within` is the one that it is a part of; `loops` are names of comprehensions.

    `seen` are the places of expressions that have been followed: a second way to one of them finds nothing new.
    """

    within: Expression
    site: Site
    loops: Loops = field(default_factory=dict)
    steps: int = MAX_STEPS
    seen: set[tuple[str, int, int, bool]] = field(default_factory=set)

    def of(self, expression: Expression, site: Site) -> Place:
        """The place of another expression, which this one leads to."""
        return Place(expression, site, {}, self.steps - 1, self.seen)

    def written(self, node: ast.expr) -> Written:
        return Written(node, self.within, self.site)


_Read: TypeAlias = Callable[[ast.expr, Place], Found]


class Functions:
    """Finds functions by what names, methods, loops and lists say."""

    def __init__(
        self, names: Names, markers: ToolMarkers, sources: Sources, outcomes: Outcomes, redescribed: Redescribed
    ) -> None:
        self._names = names
        self._markers = markers
        self._sources = sources
        self._outcomes = outcomes
        self._redescribed = redescribed

    # -- one function -----------------------------------------------------------------------------------------

    def one(self, node: ast.expr, place: Place) -> Found:
        """The function that `node` is; several where a loop or condition says which."""
        if place.steps <= 0:
            return Found((), (place.written(node),))
        match node:
            case ast.Name(id=name) if name in place.loops:
                return self._items(place.loops[name], place)
            case ast.Name() | ast.Attribute():
                return self._named(node, place)
            case ast.Call():
                return self._made(node, place)
            case ast.IfExp(body=body, orelse=other):
                return self.one(body, place) + self.one(other, place)
            case ast.BoolOp(values=values):
                return _all(self.one(value, place) for value in values)
            case ast.Tuple(elts=[function, ast.Constant(value=str(name))]):
                found = self.one(function, place)
                return replace(found, functions=tuple(replace(one, name=name) for one in found.functions))
            case ast.Constant(value=str(text)):
                return Found(texts=(text,))
            case ast.BinOp() | ast.Constant() | ast.Dict() | ast.JoinedStr():
                return _NOTHING
            case _:
                return Found((), (place.written(node),))

    def _items(self, items: Expression, place: Place) -> Found:
        try:
            node = parse_expression(items.text)
        except InvalidExpressionError:
            return _NOTHING
        return self.many(node, replace(place, within=items, steps=place.steps - 1))

    def _named(self, node: ast.Name | ast.Attribute, place: Place) -> Found:
        bound = self._bound(node, place.site)
        if isinstance(bound, Choice | Opaque):
            return self._of_bound(bound, node, place, self.one)
        match symbol := self._names.evaluate(node, place.site):
            case Defined(node=Function() as function):
                return self._defined(function, symbol.site, node, place)
            case Defined(node=Assignment(value=Expression() as value)):
                return self._at(value, symbol.site, place, self.one)
            case Defined(node=Class()):
                return _NOTHING
            case None if isinstance(node, ast.Attribute):
                return self._method(node, place)
            case _:
                return Found((), (place.written(node),))

    def _method(self, node: ast.Attribute, place: Place) -> Found:
        """`self.method`, `instance.method`."""
        owner = self._markers.instances.class_of(node.value, place.site)
        symbol = None if owner is None else self._names.attribute(owner, node.attr)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
            return self._defined(symbol.node, symbol.site, node, place)
        return Found((), (place.written(node),))

    def _defined(self, function: Function, site: Site, node: ast.expr, place: Place) -> Found:
        """`function`, if it is the project's: of another's nothing can be said that holds on every machine."""
        value = self._redescribed.of(function, site) if self._sources.is_of_project(site.module) else None
        return Found((), (place.written(node),)) if value is None else Found((value,))

    def _made(self, node: ast.Call, place: Place) -> Found:
        """What a call gives: `partial(function, …)`; neither an object nor what another call declares is a function."""
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[value, name, *_]):
                return self._method_by_name(value, name, place) or Found((), (place.written(node),))
        site = place.site
        symbol = self._callee(node.func, site)
        if symbol == External("functools.partial") and node.args:
            inner = self.one(node.args[0], replace(place, seen=set()))
            return Found(tuple(partial(function, node) for function in inner.functions), inner.unfollowed)
        match symbol:
            case Defined(node=Function() as function):
                return self._made_by(function, symbol.site, node, place)
            case Defined(node=Class()) | External():
                return _NOTHING
        callee = node.func.func if isinstance(node.func, ast.Call) else node.func
        is_declared = self._markers.decorator(callee, site) or self._markers.call(callee, site)
        return _NOTHING if is_declared else Found((), (place.written(node),))

    def _method_by_name(self, owner: ast.expr, name: ast.expr, place: Place) -> Found | None:
        """`getattr(owner, name)`; None where not all that `name` may be is known."""
        names = self.one(name, replace(place, seen=set()))
        if names.unfollowed or not names.texts:
            return None
        texts = dict.fromkeys(names.texts)
        return _all(self.one(ast.copy_location(ast.Attribute(owner, text), name), place) for text in texts)

    def _made_by(self, function: Function, site: Site, node: ast.Call, place: Place) -> Found:
        """What a function of the project gives to the call `node`: one of its own has to be followed into it."""
        found = self._returned(function, site, node, place, self.one)
        if all(len(one.site.scopes) <= len(site.scopes) for one in found.functions) and not found.unfollowed:
            return found
        call = Expression(ast.unparse(node), place.within.line, place.within.column)
        made = [way.result for way in self._outcomes.of(call, place.site, None)]
        functions = tuple(one for one in made if isinstance(one, FunctionValue) and not one.why_rewritten)
        return Found(functions) if functions and len(functions) == len(made) else Found((), (place.written(node),))

    def _callee(self, function: ast.expr, site: Site) -> Symbol | None:
        """What is called, also as a method of an object whose class is known."""
        symbol = self._names.evaluate(function, site)
        if symbol is None and isinstance(function, ast.Attribute):
            owner = self._markers.instances.class_of(function.value, site)
            symbol = None if owner is None else self._names.attribute(owner, function.attr)
        return symbol

    # -- collections ------------------------------------------------------------------------------------------

    def many(self, node: ast.expr, place: Place) -> Found:
        """The functions in the collection that `node` is."""
        if place.steps <= 0:
            return Found((), (place.written(node),))
        match node:
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                return _all(
                    self.many(item.value, place) if isinstance(item, ast.Starred) else self.one(item, place)
                    for item in items
                )
            case ast.Dict(keys=keys, values=values):
                found = _all(self.one(value, place) for value in values)
                return replace(found, texts=tuple(text for key in keys for text in _text(key)))
            case (
                ast.ListComp(elt=element, generators=generators) | ast.GeneratorExp(elt=element, generators=generators)
            ):
                loops = {g.target.id: self._part(g.iter, place) for g in generators if isinstance(g.target, ast.Name)}
                return self.one(element, replace(place, loops={**place.loops, **loops}))
            case ast.BinOp(op=ast.Add() | ast.BitOr(), left=left, right=right):
                return self.many(left, place) + self.many(right, place)
            case ast.IfExp(body=body, orelse=other):
                return self.many(body, place) + self.many(other, place)
            case ast.BoolOp(values=values):
                return _all(self.many(value, place) for value in values)
            case ast.Call():
                return self._called(node, place)
            case ast.Name() | ast.Attribute():
                return self._collection(node, place)
            case ast.Subscript(value=owner, slice=ast.Constant(value=str(key))):
                return self._entry(owner, place, key)
            case ast.Constant():
                return _NOTHING
            case _:
                return Found((), (place.written(node),))

    def _entry(self, owner: ast.expr, place: Place, key: str) -> Found:
        """The functions in `owner[key]`; none where `owner` is no dictionary that can be seen."""
        match owner:
            case ast.Dict(keys=keys, values=values):
                entries = [value for name, value in zip(keys, values, strict=True) if key in _text(name)]
            case ast.Call(func=ast.Name(id="dict"), keywords=keywords):
                entries = [keyword.value for keyword in keywords if keyword.arg == key]
            case ast.Name() | ast.Attribute():
                symbol = self._names.evaluate(owner, place.site)
                if not isinstance(symbol, Defined) or not isinstance(symbol.node, Assignment):
                    return _NOTHING
                site, value = replace(symbol.site, line=symbol.node.line), symbol.node.value
                return (
                    _NOTHING if value is None else self._at(value, site, place, functools.partial(self._entry, key=key))
                )
            case _:
                return _NOTHING
        return _all(self.many(entry, place) for entry in entries)

    def _part(self, node: ast.expr, place: Place) -> Expression:
        return Expression(ast.unparse(node), place.within.line, place.within.column)

    def _called(self, node: ast.Call, place: Place) -> Found:
        """`list(items)`, `items.values()`, and the lists that functions of the project return."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=[items]) if name in _COPIES:
                return self.many(items, place)
            case ast.Call(func=ast.Name(id=name), args=[]) if name in _COPIES:
                return _NOTHING
            case ast.Call(func=ast.Attribute(value=items, attr="values"), args=[]):
                return self.many(items, place)
        symbol = self._callee(node.func, place.site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
            return self._returned(symbol.node, symbol.site, node, place, self.many)
        return Found((), (place.written(node),))

    def _collection(self, node: ast.Name | ast.Attribute, place: Place) -> Found:
        bound = self._bound(node, place.site)
        if isinstance(bound, Choice | Opaque):
            return self._of_bound(bound, node, place, self.many)
        symbol = self._names.evaluate(node, place.site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.value is not None:
            found = self._at(symbol.node.value, replace(symbol.site, line=symbol.node.line), place, self.many)
            return (
                found + Found((), (place.written(node),))
                if self._sources.is_filled(symbol, place.site.module)
                else found
            )
        if isinstance(node, ast.Attribute) and (owner := place.site.owner) and node.attr in owner.attributes:
            assigned = owner.attributes[node.attr].value
            return _NOTHING if assigned is None else self._at(assigned, place.site, place, self.many)
        return Found((), (place.written(node),))

    # -- bindings ---------------------------------------------------------------------------------------------

    def _bound(self, node: ast.expr, site: Site) -> Bound | None:
        """What the innermost scope that has a name binds to it; None for other expressions."""
        if not isinstance(node, ast.Name):
            return None
        line = site.line
        for scope in reversed(site.scopes):
            if (found := scope.bound(node.id, line)) is not None and (
                scope.kind != "class" or scope is site.scopes[-1]
            ):
                return found
            line = 0 if scope.kind == "function" else line
        return None

    def _of_bound(self, bound: Bound, node: ast.expr, place: Place, read: _Read) -> Found:
        """What a name stands for that a condition or a loop binds: every way counts."""
        match bound:
            case Choice(first=first, otherwise=otherwise):
                return self._of_bound(first, node, place, read) + self._of_bound(otherwise, node, place, read)
            case Opaque(items=Expression() as items, line=line, target=target) if (
                read == self.one and isinstance(node, ast.Name) and node.id == target
            ):
                return self._at(items, replace(place.site, line=line), place, self.many)
            case Opaque(grown=Expression() as grown, line=line) if read == self.many:
                return self._at(grown, replace(place.site, line=line), place, read)
            case Assignment(value=Expression() as value, line=line):
                return self._at(value, replace(place.site, line=line), place, read)
            case Function() as function:
                return Found((FunctionValue.of(function, place.site),))
            case _:
                return Found((), (place.written(node),))

    def _at(self, expression: Expression, site: Site, place: Place, read: _Read) -> Found:
        key = site.module.path, expression.line, expression.column, read == self.one
        if key in place.seen:
            return _NOTHING
        place.seen.add(key)
        try:
            node = parse_expression(expression.text)
        except InvalidExpressionError:
            return _NOTHING
        return read(node, place.of(expression, site))

    def _returned(self, function: Function, site: Site, call: ast.Call, place: Place, read: _Read) -> Found:
        """What a function of the project returns to `call`: every `return` statement counts."""
        found = [
            read(node, place.of(Expression(ast.unparse(node), node.lineno, node.col_offset + 1), inner))
            for node, inner in returned(function, site, self._sources)
        ]
        return _all(found) if found else Found((), (place.written(call),))


def _text(node: ast.expr | None) -> list[str]:
    """The string that `node` is, if it is one."""
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def distinct(functions: Collection[FunctionValue]) -> list[FunctionValue]:
    """`functions`, each once: a condition may lead to one of them on both ways."""
    return list({(id(one.facts), one.shape): one for one in functions}.values())


def partial(function: FunctionValue, call: ast.Call) -> FunctionValue:
    """What `functools.partial` makes of `function`, which no import reaches.

    Arguments given by position are gone from the signature, as `inspect.signature` has it. A keyword leaves its
    parameter there with another default; it is kept where that is a literal, and else left out: a value such as a
    connection is not a model's to give.
    """
    has_receiver = function.site.scopes[-1].kind == "class" and "staticmethod" not in {
        decorator.text for decorator in function.facts.decorators
    }
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    kept = []
    for parameter in function.facts.parameters[has_receiver + len(call.args) - 1 :]:
        match given.get(parameter.name):
            case None:
                kept.append(parameter)
            case ast.Constant() as value:
                default = Expression(ast.unparse(value), parameter.line, parameter.column)
                kept.append(parameter._replace(default=default))
    return replace(function, facts=function.facts._replace(parameters=tuple(kept)), is_partial=True)
