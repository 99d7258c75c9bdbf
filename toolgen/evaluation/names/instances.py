"""Which class a value is an instance of: what `mcp` is in `@mcp.tool`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from toolgen.evaluation.names.callers import Callers, Target
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.evaluation.names.sources import Sources
from toolgen.syntax.bodies import statements
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression
from toolgen.syntax.facts import Assignment, Class, Expression, Function, Parameter, Scope

_CLASS_METHOD = re.compile(r"(.+\.[A-Z]\w*)\.([a-z]\w*)")

MAX_STEPS = 20
"""How many assignments, parameters and calls are followed from a name: circles end here."""


class Instances:
    """Finds the classes of values from what assignments, annotations and constructor calls say."""

    def __init__(self, names: Names, sources: Sources, target: Target) -> None:
        self._names = names
        self._sources = sources
        self._callers = Callers(sources, target)

    def classes(self, node: ast.expr, site: Site) -> list[str] | None:
        """The qualified names of the class of `node` and of those above it; None where that cannot be known."""
        found = self.class_of(node, site)
        return None if found is None else [ancestor.name for ancestor in self._names.ancestors(found)]

    def is_given(self, node: ast.expr, site: Site) -> bool:
        """Whether a part of `node` is a parameter of a function, for which calls of the project give something."""
        names = (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
        found = (self._names.lookup(name, site) for name in names)
        parameters = (one for one in found if isinstance(one, Defined) and isinstance(one.node, Parameter))
        return any(any(self._callers.arguments(one.name.rpartition(".")[2], one.site)) for one in parameters)

    def class_of(self, node: ast.expr, site: Site, steps: int = MAX_STEPS) -> External | Defined | None:
        """The class of `node`; None where that cannot be known."""
        if steps == 0:
            return None
        match node:
            case ast.Call(func=function):
                return self._of_call(function, site, steps)
            case ast.Await(value=value) | ast.NamedExpr(value=value):
                return self.class_of(value, site, steps - 1)
            case ast.BoolOp(values=[*_, last]):
                return self.class_of(last, site, steps - 1)
            case ast.Name() | ast.Attribute():
                return self._of_name(node, site, steps)
            case _:
                return None

    def _of_call(self, function: ast.expr, site: Site, steps: int) -> External | Defined | None:
        symbol = self._names.evaluate(function, site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
            if symbol.node.decorators:
                return None  # what they return may be called instead
            returns = symbol.node.returns
            if returns is None:
                return self._of_returned(symbol.node, symbol.site, steps)
            return self.of_annotation(returns, symbol.site, steps)
        return _constructed(symbol)

    def _of_returned(self, function: Function, site: Site, steps: int) -> External | Defined | None:
        """The class of what a function without annotation returns: that of the first value whose class is known."""
        for value, inner in returned(function, site, self._sources):
            if (found := self.class_of(value, inner, steps - 1)) is not None:
                return found
        return None

    def _of_name(self, node: ast.Name | ast.Attribute, site: Site, steps: int) -> External | Defined | None:
        symbol = self._names.evaluate(node, site)
        match symbol:
            case Defined(node=Assignment() as assignment):
                return self._of_assignment(assignment, symbol.site, steps)
            case Defined(node=Parameter(annotation=annotation)) if annotation is not None:
                return self.of_annotation(annotation, symbol.site, steps)
            case Defined(node=Parameter(name=name)) if self._is_receiver(name, symbol.site):
                return self.class_around(symbol.site)
            case Defined(node=Parameter(name=name)):
                return self._of_parameter(name, symbol.site, steps)
            case None if isinstance(node, ast.Attribute):
                return self._of_attribute(node, site, steps)
            case _:
                return None

    def _of_parameter(self, name: str, site: Site, steps: int) -> External | Defined | None:
        """The class of what all calls give for a parameter."""
        given = [self.class_of(node, place, steps - 1) for node, place in self._callers.arguments(name, site)]
        first = given[0] if given else None
        return first if first is not None and all(one is not None and one.name == first.name for one in given) else None

    def _of_assignment(self, assignment: Assignment, site: Site, steps: int) -> External | Defined | None:
        if assignment.annotation is not None and (found := self.of_annotation(assignment.annotation, site, steps)):
            return found
        if assignment.value is None:
            return None
        try:
            return self.class_of(parse_expression(assignment.value.text), site, steps - 1)
        except InvalidExpressionError:
            return None

    def _of_attribute(self, node: ast.Attribute, site: Site, steps: int) -> External | Defined | None:
        """`self.server`, where a method of the class around assigns it."""
        first = isinstance(node.value, ast.Name) and self._is_receiver(node.value.id, site)
        if not first or site.owner is None or node.attr not in site.owner.attributes:
            return None
        for depth, scope in enumerate(site.scopes):
            if scope is site.owner.scope:
                assignment = site.owner.attributes[node.attr]
                for scopes in _methods(site, depth):
                    inner = Site(site.module, scopes, site.owner)
                    if (found := self._of_assignment(assignment, inner, steps - 1)) is not None:
                        return found
        return None

    def class_around(self, site: Site) -> Defined | None:
        """The class in whose body `site` is, in a method or not."""
        for depth, scope in enumerate(site.scopes):
            if site.owner is not None and scope is site.owner.scope:
                outside = Site(site.module, site.scopes[:depth])
                return Defined(f"{site.module.name}.{site.owner.qualname}".lstrip("."), site.owner, outside)
        return None

    def _is_receiver(self, name: str, site: Site) -> bool:
        """Whether `name` is the first parameter of a method of the class around."""
        scopes = zip(site.scopes, site.scopes[1:], strict=False)
        return any(outer.kind == "class" and next(iter(inner.bindings), None) == name for outer, inner in scopes)

    def of_annotation(self, annotation: Expression, site: Site, steps: int = MAX_STEPS) -> External | Defined | None:
        """The class whose instances the annotation allows: the first that it names."""
        try:
            node = parse_expression(annotation.text)
        except InvalidExpressionError:
            return None
        for candidate in named_in(node):
            symbol = self._names.evaluate(candidate, site)
            if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment):
                return self._of_assignment(symbol.node, symbol.site, steps - 1)
            if (found := _as_class(symbol)) is not None and found.name not in _WRAPPERS:
                return found
        return None


def returned(function: Function, site: Site, sources: Sources) -> Iterator[tuple[ast.expr, Site]]:
    """What the `return` statements of `function`, defined at `site`, give, and where the names in it are looked up."""
    for node, inner in nodes_in(function, site, sources):
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value, inner


def nodes_in(function: Function, site: Site, sources: Sources) -> Iterator[tuple[ast.AST, Site]]:
    """All that stands in the body of `function`, defined at `site`, but in functions and classes in it."""
    source = sources.of(site.module)
    node = source.find(function)
    facts = None if node is None else source.facts(node)
    if node is None or facts is None or facts.scope is None:
        return
    pending: list[ast.AST] = list(statements(node))
    while pending:
        current = pending.pop(0)
        if not isinstance(current, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            line = getattr(current, "lineno", site.line)
            yield current, Site(site.module, (*site.scopes, facts.scope), site.owner, line)
            pending[:0] = ast.iter_child_nodes(current)


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


def _methods(site: Site, depth: int) -> Iterator[tuple[Scope, ...]]:
    """The scopes in which a method of the class at `depth` may assign an attribute: `__init__`, and the one around."""
    outside, bindings = site.scopes[: depth + 1], site.scopes[depth].bindings
    match bindings.get("__init__"):
        case Function(scope=Scope() as scope):
            yield (*outside, scope)
    yield site.scopes[: depth + 2]


_WRAPPERS = frozenset({"typing.Any", "typing.Optional", "typing.Union", "typing.Annotated", "types.NoneType"})


def named_in(node: ast.expr) -> Iterator[ast.expr]:
    """The names that an annotation is made of: the parts of unions and subscripts, without quotes; no metadata."""
    match node:
        case ast.Constant(value=str(text)):
            try:
                yield from named_in(parse_expression(text))
            except InvalidExpressionError:
                return
        case ast.BinOp(left=left, right=right):
            yield from named_in(left)
            yield from named_in(right)
        case ast.Subscript(value=value, slice=index):
            yield from named_in(value)
            for item in index.elts if isinstance(index, ast.Tuple) else [index]:
                yield from named_in(item)
        case ast.Name() | ast.Attribute():
            yield node
