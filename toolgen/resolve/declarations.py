"""Which functions and classes are tools: the tables of the dialects against resolved names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.dialects import DIALECTS, Dialect
from toolgen.model.span import Span
from toolgen.parse.expressions import InvalidExpressionError, parse_expression, span_of
from toolgen.parse.facts import Assignment, Class, Declared, Expression, Function
from toolgen.resolve.instances import Instances
from toolgen.resolve.names import Defined, External, Names, Site
from toolgen.resolve.project import Module

_Table: TypeAlias = Mapping[str, Dialect]


def _by_receiver(names: Callable[[Dialect], Iterable[str]]) -> dict[str, Dialect]:
    """`mcp.tool` → the dialect in which `mcp` is a usual name of the server."""
    return {
        f"{receiver}.{name.rpartition('.')[2]}": dialect
        for dialect in DIALECTS
        for receiver in dialect.receivers
        for name in names(dialect)
    }


_BY_BASE: _Table = {name: dialect for dialect in DIALECTS for name in dialect.bases}
_BY_DECORATOR: _Table = {name: dialect for dialect in DIALECTS for name in dialect.decorators}
_BY_REGISTRAR: _Table = {name: dialect for dialect in DIALECTS for name in dialect.registrars}
_DECORATING_RECEIVERS = _by_receiver(lambda dialect: dialect.decorators)
_REGISTERING_RECEIVERS = _by_receiver(lambda dialect: dialect.registrars)
_METHODS = frozenset(name.rpartition(".")[2] for name in (*_BY_DECORATOR, *_BY_REGISTRAR))


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
        self._memo: dict[tuple[str, int, int], Dialect | None] = {}

    def of(self, module: Module) -> Iterator[Declaration]:
        """The tools that `module` declares, in the order of the source."""
        for declared in module.facts.declared:
            site = Site(module, declared.scopes, declared.owner, declared.node.line)
            found = (
                self._of_function(declared, site)
                if isinstance(declared.node, Function)
                else self._of_class(declared, site)
            )
            if found is not None:
                yield found

    def unfollowed(self, module: Module) -> Iterator[Diagnostic]:
        """TG211 for each call in `module` that registers a tool: which one is known only when it runs."""
        for called in module.facts.called:
            site = Site(module, called.scopes, called.owner, called.call.line)
            try:
                node = parse_expression(called.call.text)
            except InvalidExpressionError:
                continue
            if isinstance(node, ast.Call) and (dialect := self._registers(node.func, site)):
                span = span_of(node, called.call, module.path)
                yield diagnose("TG211", span, what=f"a call of `{ast.unparse(node.func)}`", dialect=dialect.name)

    def _registers(self, function: ast.expr, site: Site) -> Dialect | None:
        """The dialect in which `function(…)`, or `server.tool(…)(…)`, registers a tool."""
        if isinstance(function, ast.Call):
            inner = function.func
            return self._of_callable(inner, site, _BY_DECORATOR, _DECORATING_RECEIVERS)
        return self._of_callable(function, site, _BY_REGISTRAR, _REGISTERING_RECEIVERS)

    # -- functions --------------------------------------------------------------------------------------------

    def _of_function(self, declared: Declared, site: Site) -> Declaration | None:
        for decorator in declared.node.decorators:
            dialect = self._dialect(decorator, site)
            if dialect is not None:
                arguments, unknown = _arguments(decorator, dialect, site)
                return Declaration(dialect, declared.node, site, arguments, unknown)
        return None

    def _dialect(self, decorator: Expression, site: Site) -> Dialect | None:
        key = site.key(decorator.text)
        if key not in self._memo:
            self._memo[key] = None  # what a circle of assignments ends with
            self._memo[key] = self._recognise(decorator, site)
        return self._memo[key]

    def _recognise(self, decorator: Expression, site: Site) -> Dialect | None:
        try:
            node = parse_expression(decorator.text)
        except InvalidExpressionError:
            return None
        function = node.func if isinstance(node, ast.Call) else node
        symbol = self._names.evaluate(function, site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.value is not None:
            return self._dialect(symbol.node.value, symbol.site)
        return self._of_callable(function, site, _BY_DECORATOR, _DECORATING_RECEIVERS)

    def _of_callable(self, function: ast.expr, site: Site, table: _Table, receivers: _Table) -> Dialect | None:
        """The dialect whose `table` has `function`: by its qualified name, or as a method of an instance."""
        symbol = self._names.evaluate(function, site)
        if isinstance(symbol, External) and symbol.name in table:
            return table[symbol.name]
        if not isinstance(function, ast.Attribute) or function.attr not in _METHODS:
            return None
        classes = self._instances.classes(function.value, site)
        if classes is not None:
            found = (table.get(f"{name}.{function.attr}") for name in classes)
            return next(filter(None, found), None)
        # The class cannot be seen, so the usual names of such an object have to do.
        receiver = getattr(function.value, "attr", getattr(function.value, "id", ""))
        return receivers.get(f"{receiver}.{function.attr}")

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
    names = [*dialect.positional, *(f"positional argument {n}" for n in range(len(dialect.positional) + 1, 9))]
    written = list(zip(names, node.args, strict=False))
    written += [(keyword.arg or "**", keyword.value) for keyword in node.keywords]
    arguments: dict[str, Written] = {}
    unknown: dict[str, Written] = {}
    for name, value in written:
        target = arguments if name in dialect.arguments else unknown
        target[dialect.arguments.get(name, name)] = Written(value, decorator, site)
    return arguments, unknown
