"""Calls that change what a server serves of the tools that are declared: `main.mount(orders, namespace="orders")`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.names.bodies import expressions_of
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, Site
from toolgen.frameworks.dialect import Dialect
from toolgen.frameworks.recognisers import ServedTools
from toolgen.project.modules import Module
from toolgen.syntax.changes import changed_attributes
from toolgen.syntax.expressions import attribute, callee, parsed, whole_span
from toolgen.syntax.facts import Called
from toolgen.tools.declarations.mounts import Mount
from toolgen.tools.declarations.servers import Servers
from toolgen.tools.declarations.slices import site_of

_Server: TypeAlias = tuple[ast.expr, Dialect, ServedTools]


class ServedCalls:
    """Finds such calls: `mounts` are those that are followed, all others are told of (TG226)."""

    def __init__(self, evaluator: Evaluator, servers: Servers) -> None:
        self.mounts: list[Mount] = []
        self._evaluator = evaluator
        self._servers = servers
        self._recognisers = evaluator.names.dialects.recognisers(ServedTools)

    def follow(self, module: Module) -> Iterator[Diagnostic]:
        """Find those of `module`."""
        for called in module.facts.called:
            site = site_of(called, module)
            match node := parsed(called.call.text):
                case ast.Call(func=function):
                    if (method := self._method(function, site)) is not None:
                        for of in self._of_server(method.value, method.attr, site):
                            yield from self._follow(node, method.attr, of, called, site)
                    yield from self._options(node, called, site)
        yield from self._answers(module)

    def _method(self, function: ast.expr, site: Site) -> ast.Attribute | None:
        """The method that is called, under its own name or another: `put = main.mount`, `getattr(main, "mount")`."""
        assigned = (
            ExpressionRef.named(function, site, self._evaluator.names) if isinstance(function, ast.Name) else None
        )
        return attribute(function if assigned is None else assigned.node)

    def _options(self, node: ast.Call, called: Called, site: Site) -> Iterator[Diagnostic]:
        """TG226 for what a server is made with: `FastMCP(transforms=[…])`."""
        given = {one.arg for one in node.keywords if getattr(one.value, "value", True)}
        for dialect, served in self._recognisers:
            if not served.options.isdisjoint(given) and self._is_server(node, dialect, site):
                details = {"call": ast.unparse(node), "object": f"{site.module.name}:NAME"}
                yield diagnose("TG226", whole_span(called.call, site.module.path), **details)

    def _answers(self, module: Module) -> Iterator[Diagnostic]:
        """TG226 for what tells of tools in the place of a server: `server.list_tools = other`."""
        known = [one for one in self._recognisers if one[1].asked]
        words = frozenset(served.asked.encode() for _, served in known)
        for node, site in expressions_of(module, ast.Attribute, ast.Call) if module.contents.speaks_of(words) else ():
            if any(self._answers_for(node, dialect, served, site) for dialect, served in known):
                yield diagnose("TG226", site.span(node), call=ast.unparse(node), object=f"{module.name}:NAME")

    def _answers_for(self, node: ast.AST, dialect: Dialect, served: ServedTools, site: Site) -> bool:
        """Whether `node` sets what a server is asked for its tools, or hands something to that of its `inner` one."""
        match node:
            case ast.Attribute(value=ast.Attribute(value=server, attr=served.inner), attr=served.asked):
                return self._is_server(server, dialect, site)
            case _:
                set_of = [owner for owner, name, _ in changed_attributes(node) if name == served.asked]
                return any(self._is_server(owner, dialect, site) for owner in set_of)

    def _of_server(self, owner: ast.expr, method: str, site: Site) -> Iterator[_Server]:
        """The servers of the dialects that have such a `method`, where `owner` is one, or a part of it."""
        for dialect, served in self._recognisers:
            if method in served.methods or method in served.renaming:
                is_part = isinstance(owner, ast.Attribute) and owner.attr in served.parts
                server = owner.value if isinstance(owner, ast.Attribute) and is_part else owner
                class_ = self._evaluator.markers.class_of(server, site) if served.classes else None
                is_below = self._evaluator.names.is_below(class_, served.classes)
                if is_below if served.classes else self._is_server(server, dialect, site):
                    yield server, dialect, served

    def _is_server(self, node: ast.expr, dialect: Dialect, site: Site) -> bool:
        """Whether `node` is an object of `dialect` with the decorator `tool`."""
        decorator, markers = ast.copy_location(ast.Attribute(node, "tool", ast.Load()), node), self._evaluator.markers
        marker = markers.decorator(decorator, site) or markers.overridden(decorator, site)
        return marker is not None and marker.dialect == dialect

    def _follow(self, node: ast.Call, method: str, of: _Server, called: Called, site: Site) -> Iterator[Diagnostic]:
        server, dialect, served = of
        parent, names = self._servers.only(server, site), served.renaming.get(method, frozenset())
        details = {"call": ast.unparse(node), "object": _object(parent, site.module)}
        diagnostic = diagnose("TG226", whole_span(called.call, site.module.path), **details)
        is_renamed = not names or len(node.args) > 1 or _gives(node, names)
        elsewhere = [] if is_renamed else [one for one in _values(node, served) if self._is_elsewhere(one, site)]
        if elsewhere:
            what = f"a call of `{ast.unparse(node.func)}` with `{ast.unparse(elsewhere[0])}`"
            yield diagnose("TG211", diagnostic.span, what=what, dialect=dialect.name)
        elif parent and (mounted := self._mounted(node, names, served, site)) is not None:
            self.mounts.append(Mount(parent, *mounted, diagnostic))
        elif is_renamed:
            yield diagnostic

    def _is_elsewhere(self, node: ast.expr, site: Site) -> bool:
        """Whether `node` comes from another package."""
        names = self._evaluator.names
        with names.doubts.captured():
            symbol = names.evaluate(callee(node), site)
        if isinstance(symbol, Defined):
            return not names.project.owns(symbol.site.module)
        return isinstance(symbol, External) and not names.dialects.describe(symbol.name)

    def _mounted(
        self, call: ast.Call, names: frozenset[str], served: ServedTools, site: Site
    ) -> tuple[str, str] | None:
        """The server that `call` is given, and what stands before the names of its tools; None if it hangs on more."""
        is_conditional = site.module.contents.source.is_conditional(site.line)
        if is_conditional or not (names and served.prefixes) or _gives(call, names - served.prefixes):
            return None
        values = _values(call, served)
        servers = [self._servers.only(value, site) for value in values]
        texts = [self._text(value, site) for value, found in zip(values, servers, strict=True) if not found]
        child = [found for found in servers if found]
        if len(child) != 1 or len(texts) > 1 or None in texts:
            return None
        return child[0], "".join(f"{text}{served.joint}" for text in texts if text)

    def _text(self, node: ast.expr, site: Site) -> str | None:
        """The constant text that `node` is, empty for `None`; None for anything else."""
        try:
            value, environment = self._evaluator.constant(node, site)
        except NotConstantError:
            return None
        return None if environment or not isinstance(value, str | None) else value or ""


def _values(call: ast.Call, served: ServedTools) -> list[ast.expr]:
    """What `call` is given: a server, and the text before its names."""
    return [*call.args, *(one.value for one in call.keywords if one.arg in {"server", *served.prefixes})]


def _gives(call: ast.Call, names: frozenset[str]) -> bool:
    """Whether something is given by one of `names`: `None` and `""` change nothing, and `**` may hold each."""
    given = {one.arg for one in call.keywords if getattr(one.value, "value", True)}
    return None in given or not names.isdisjoint(given)


def _object(reference: str, module: Module) -> str:
    """What `toolgen verify` finds a server by: its name in a module, or a call of the function that makes it."""
    place, is_local, _ = reference.partition(".<locals>")
    is_reached = place and "." not in place.partition(":")[2]
    return f"'{place}()'" if is_reached and is_local else place if is_reached else f"{module.name}:NAME"
