"""Servers that are handed to code which is not read, or are made by it, with tools of its own: `plugins.setup(mcp)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.bodies import entered, nodes_in
from toolgen.evaluation.names.lookup import Defined, External, Site, Symbol
from toolgen.evaluation.names.standard import STANDARD_LIBRARY
from toolgen.frameworks.dialect import Handed
from toolgen.frameworks.tables import packages_of
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.expressions import callee, last_name, parsed
from toolgen.syntax.facts import Assignment, Class, Expression, Function
from toolgen.syntax.nodes import own_nodes

_KEEPING = frozenset({"append", "add", "extend", "get", "insert", "put", "set", "setdefault", "update"})
"""Methods of collections and the like, which do nothing to what they are given."""


class HandedServers:
    """Tells of the servers of dialects that are given to another package, or are made by one and run here (TG234).

    Each function that is called and each server is told once.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._names = evaluator.names
        self._markers = evaluator.markers
        recognisers = [one for _, one in self._names.dialects.recognisers(Handed)]
        self._servers = frozenset[str]().union(*(one.servers for one in recognisers))
        self._running = frozenset[str]().union(*(one.running for one in recognisers))
        self._known: dict[tuple[int, str], bool] = {}
        self._told: set[tuple[str, str]] = set()
        self.diagnostics: list[Diagnostic] = []

    def tell(self, module: Module) -> None:
        """Tell of those of `module`."""
        is_running = module.contents.speaks_of(frozenset(f".{name}(".encode() for name in self._running))
        for call, site in _calls(module) if self._is_served or is_running else ():
            if self._is_served:
                self._tell_given(call, site)
            if isinstance(call.func, ast.Attribute) and call.func.attr in self._running:
                server = call.func.value
                if (maker := self._maker(server, site)) and self._is_server(server, site):
                    self._tell(call, server, "made by", maker, site)

    def _tell_given(self, call: ast.Call, site: Site) -> None:
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        server = next((one for one in given if self._is_server(one, site)), None)
        if server is not None and self._is_out_of_sight(call.func, site):
            self._tell(call, server, "given to", ast.unparse(call.func), site)

    @cached_property
    def _is_served(self) -> bool:
        """Whether a file imports a package of servers: else only what runs those of others is looked for."""
        packages = {name.partition(".")[0] for name in self._servers}
        imports = (name for contents in self._names.project.sources for name in contents.imports)
        return any(name.partition(".")[0] in packages for name in imports)

    def _tell(self, call: ast.Call, server: ast.expr, how: str, to: str, site: Site) -> None:
        symbol = self._markers.target(call.func, site) if how == "given to" else None
        key = (symbol.name, "") if isinstance(symbol, External | Defined) else (site.module.path, to)
        if key not in self._told:
            self._told.add(key)
            span = Span(site.module.path, call.lineno, call.col_offset + 1, len(ast.unparse(call)))
            details = {"server": ast.unparse(server), "how": how, "to": to}
            self.diagnostics.append(diagnose("TG234", span, **details))

    def _maker(self, node: ast.expr | None, site: Site, depth: int = 5) -> str:
        """The module of another package that makes the object `node`; empty where it is none, or not known."""
        symbol = None if node is None or not depth else self._names.evaluate(callee(node), site)
        match symbol:
            case Defined(site=at) if not self._names.project.owns(at.module):
                return at.module.name
            case Defined(node=Assignment(value=Expression(text=text)), site=at):
                return self._maker(parsed(text), at, depth - 1)
            case _:
                return ""

    def _is_server(self, node: ast.expr, site: Site) -> bool:
        """Whether `node` is a server by its declaration."""
        if not isinstance(node, ast.Name | ast.Attribute | ast.Call):
            return False
        key = id(site.scopes[-1]), ast.unparse(node)
        if key not in self._known:
            class_ = self._markers.instances.class_of(node, site)
            above = [] if class_ is None else self._names.ancestors(class_)
            self._known[key] = any(one.name in self._servers for one in above)
        return self._known[key]

    def _is_out_of_sight(self, function: ast.expr, site: Site) -> bool:
        """Whether what `function` does is not read: it is another package's, or nothing is known of it."""
        match function:
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=str(name)), *_]):
                return self._is_out_of_sight(ast.Attribute(owner, name, ast.Load()), site)
            case ast.Call(func=inner):
                return isinstance(self._markers.target(inner, site), External)
            case ast.Name() | ast.Attribute():
                return last_name(function) not in _KEEPING and self._is_foreign(function, site)
            case _:
                return False

    def _is_foreign(self, function: ast.expr, site: Site) -> bool:
        with self._names.doubts.captured():
            symbol = self._markers.target(function, site)
        match symbol:
            case External(name=name):
                dialects = self._names.dialects
                if name in dialects.decorators.by_name or name in dialects.calls.by_name:
                    return True  # `FastMCP.add_tool(server, function)`
                return not self._is_known(symbol) and name.partition(".")[0] not in STANDARD_LIBRARY and "." in name
            case Defined(node=Function() | Class(), site=at):
                return not self._names.project.owns(at.module)
            case None if isinstance(function, ast.Attribute):
                class_ = self._markers.class_of(function.value, site)
                return class_ is None or not any(map(self._is_known, self._names.ancestors(class_)))
            case _:
                return False

    def _is_known(self, symbol: Symbol) -> bool:
        """Whether a function or class is one of a package that a dialect describes."""
        return not self._names.dialects.packages.isdisjoint(packages_of(symbol.name))


def _calls(module: Module) -> Iterator[tuple[ast.Call, Site]]:
    """The calls of `module` and the site of each, but in what is redefined."""
    pending = [(module.facts.scope, Site.of_module(module))]
    for node in own_nodes(module.contents.source.tree.body):
        if isinstance(node, ast.Call):
            yield node, Site.of_module(module, node.lineno)
    while pending:
        scope, site = pending.pop()
        for one in scope.bindings.values():
            if isinstance(one, Class):
                pending.append((one.scope, site.within(one).inside(one)))
            elif isinstance(one, Function) and (found := entered(one, site)) is not None:
                pending.append((found[1].scopes[-1], found[1]))
                for node, inner in nodes_in(one, site):
                    if isinstance(node, ast.Call):
                        yield node, inner
