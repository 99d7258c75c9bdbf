"""Which functions and classes are tools: the tables of the dialects against resolved names."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolgen.dialects import DIALECTS, Dialect
from toolgen.model.span import Span
from toolgen.parse.expressions import InvalidExpressionError, parse_expression, span_of
from toolgen.parse.facts import Assignment, Class, Declared, Expression, Function
from toolgen.resolve.instances import Instances
from toolgen.resolve.names import Defined, External, Names, Site
from toolgen.resolve.project import Module

_BY_DECORATOR = {name: dialect for dialect in DIALECTS for name in dialect.decorators}
_BY_BASE = {name: dialect for dialect in DIALECTS for name in dialect.bases}
_BY_RECEIVER = {
    f"{receiver}.{decorator.rpartition('.')[2]}": dialect
    for dialect in DIALECTS
    for receiver in dialect.receivers
    for decorator in dialect.decorators
}
_METHODS = frozenset(name.rpartition(".")[2] for name in _BY_DECORATOR)


@dataclass(frozen=True, slots=True)
class Written:
    """An argument as it was written: `node` is a part of `within`, which stands at `site`."""

    node: ast.expr
    within: Expression
    site: Site

    def span(self, part: ast.expr | None = None) -> Span:
        """The place of the argument, or of a `part` of it."""
        return span_of(part or self.node, self.within, self.site.module.path)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A function or class that a dialect says is a tool.

    `arguments` are what the declaration says, by the names of toolgen's own `@tool`; `unknown` is what it says beyond.
    """

    dialect: Dialect
    node: Function | Class
    site: Site
    arguments: Mapping[str, Written]
    unknown: Mapping[str, Written]


class Declarations:
    """Recognises the declarations of a module."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._instances = Instances(names)
        self._memo: dict[tuple[str, int], Dialect | None] = {}

    def of(self, module: Module) -> Iterator[Declaration]:
        """The tools that `module` declares, in the order of the source."""
        for declared in module.facts.declared:
            site = Site(module, declared.scopes, declared.owner)
            found = (
                self._of_function(declared, site)
                if isinstance(declared.node, Function)
                else self._of_class(declared, site)
            )
            if found is not None:
                yield found

    # -- functions --------------------------------------------------------------------------------------------

    def _of_function(self, declared: Declared, site: Site) -> Declaration | None:
        for decorator in declared.node.decorators:
            dialect = self._dialect(decorator, site)
            if dialect is not None:
                arguments, unknown = _arguments(decorator, dialect, site)
                return Declaration(dialect, declared.node, site, arguments, unknown)
        return None

    def _dialect(self, decorator: Expression, site: Site) -> Dialect | None:
        key = (decorator.text, id(site.scopes[-1]))
        if key not in self._memo:
            self._memo[key] = self._recognise(decorator, site)
        return self._memo[key]

    def _recognise(self, decorator: Expression, site: Site) -> Dialect | None:
        try:
            node = parse_expression(decorator.text)
        except InvalidExpressionError:
            return None
        function = node.func if isinstance(node, ast.Call) else node
        symbol = self._names.evaluate(function, site)
        if isinstance(symbol, External) and symbol.name in _BY_DECORATOR:
            return _BY_DECORATOR[symbol.name]
        if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.value is not None:
            return self._recognise(symbol.node.value, symbol.site)
        if isinstance(function, ast.Attribute) and function.attr in _METHODS:
            return self._of_method(function, site)
        return None

    def _of_method(self, function: ast.Attribute, site: Site) -> Dialect | None:
        """`@server.tool`: by the class of `server`, or by its name where its class cannot be known."""
        classes = self._instances.classes(function.value, site)
        if classes is not None:
            found = (_BY_DECORATOR.get(f"{name}.{function.attr}") for name in classes)
            return next(filter(None, found), None)
        receiver = getattr(function.value, "attr", getattr(function.value, "id", ""))
        return _BY_RECEIVER.get(f"{receiver}.{function.attr}")

    # -- classes ----------------------------------------------------------------------------------------------

    def _of_class(self, declared: Declared, site: Site) -> Declaration | None:
        node = declared.node
        if not isinstance(node, Class) or not any("Tool" in base.text or "." not in base.text for base in node.bases):
            return None
        symbol = Defined(f"{site.module.name}.{node.qualname}".lstrip("."), node, site)
        for ancestor in self._names.ancestors(symbol):
            if isinstance(ancestor, External) and ancestor.name in _BY_BASE:
                dialect = _BY_BASE[ancestor.name]
                return Declaration(dialect, node, site, dict(self._attributes(symbol, dialect)), {})
        return None

    def _attributes(self, symbol: Defined, dialect: Dialect) -> Iterator[tuple[str, Written]]:
        for name in (*dialect.arguments, "arguments", "parameters_schema"):
            found = self._names.attribute(symbol, name)
            if isinstance(found, Defined) and isinstance(found.node, Assignment) and found.node.value is not None:
                yield name, Written(parse_expression(found.node.value.text), found.node.value, found.site)


def _arguments(decorator: Expression, dialect: Dialect, site: Site) -> tuple[dict[str, Written], dict[str, Written]]:
    """What the call in `decorator` says: the arguments that the dialect knows, and the others by their keywords."""
    node = parse_expression(decorator.text)
    if not isinstance(node, ast.Call):
        return {}, {}
    written = [(name, value) for name, value in zip(dialect.positional, node.args, strict=False)]
    written += [(keyword.arg or "**", keyword.value) for keyword in node.keywords]
    arguments: dict[str, Written] = {}
    unknown: dict[str, Written] = {}
    for name, value in written:
        target = arguments if name in dialect.arguments else unknown
        target[dialect.arguments.get(name, name)] = Written(value, decorator, site)
    return arguments, unknown
