"""What makes a server list tools: decorators, and calls that hand it functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.values import Method
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.lookup import Defined, Site, Symbol
from toolgen.evaluation.names.symbols import class_around
from toolgen.evaluation.outcomes import Outcomes
from toolgen.frameworks import Dialect
from toolgen.frameworks.mcp import ListHandler, Request
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.expressions import callee, is_literal, parsed, whole_span
from toolgen.syntax.facts import Called, Expression, Function
from toolgen.tools.declarations.slices import site_of

_UNKNOWN = "**"
"""In the place of a name: a dictionary that is unpacked, of which is not known what it hands over."""


@dataclass(frozen=True, slots=True)
class Lister:
    """What `given`, a decorator or a call at `at`, makes a `handler` of a server of `dialect`: the function `lists`.

    `calls` is the function that the same server calls for all tools. Either is None where it is not known. The call is
    a request if it `is_request`, else it has the name of the tool and its arguments.
    """

    lists: FunctionValue | None
    calls: FunctionValue | None
    given: Expression
    at: Site
    dialect: Dialect
    handler: ListHandler
    is_request: bool = False

    @property
    def span(self) -> Span:
        return whole_span(self.given, self.at.module.path)


class Listers:
    """Recognises them."""

    def __init__(self, evaluator: Evaluator, outcomes: Outcomes) -> None:
        self._evaluator = evaluator
        self._names = evaluator.names
        self._markers = evaluator.markers
        self._outcomes = outcomes
        self._handlers = self._names.dialects.recognisers(ListHandler)

    def above(self, node: Function, site: Site) -> Iterator[Lister]:
        """The decorators of `node` that do so: `@server.list_tools()`."""
        for decorator in node.decorators:
            use = callee(parsed(decorator.text) or ast.Name("_"))
            for dialect, handler, receiver in self._handled(use, site):
                calls = self._caller(f"{receiver}.{handler.caller}", site)
                yield Lister(FunctionValue.of(node, site), calls, decorator, site, dialect, handler)

    def calls_in(self, module: Module) -> Iterator[Lister]:
        """The calls in `module` that do so: `server.list_tools()(f)`, `Server(on_list_tools=f)`."""
        for called, use, function in _handing(module):
            site = site_of(called, module)
            for dialect, handler, receiver in self._handled(use, site):
                calls = self._caller(f"{receiver}.{handler.caller}", site)
                lists = self._function(ExpressionRef(function, called.call, site))
                yield Lister(lists, calls, called.call, site, dialect, handler)
        for dialect, handler in self._handlers:
            if module.contents.speaks_of(frozenset(one.encode() for one in handler.listing)):
                yield from self._asked(module, dialect, handler)

    def _asked(self, module: Module, dialect: Dialect, handler: ListHandler) -> Iterator[Lister]:
        """The calls that hand over the function that a client asks for a list, and the one that it asks to call one."""
        for called in module.facts.called:
            site = site_of(called, module)
            if (lists := self._handed(called, handler.listing, site, handler)) is not None:
                beside = (one for one in module.facts.called if one.scopes[-1] is called.scopes[-1])
                same = (one for one in beside if _callee(one) == _callee(called))
                handed = (self._handed(one, handler.calling, site, handler) for one in (called, *same))
                calls = next(filter(None, handed), None)
                listing, calling = self._function(lists), self._function(calls)
                yield Lister(listing, calling, called.call, site, dialect, handler, is_request=True)

    def _handed(self, called: Called, request: Request, site: Site, handler: ListHandler) -> ExpressionRef | None:
        """What a call hands to a server for a request, as an argument of its class or by the method for that."""
        ref = ExpressionRef.of(called.call, site)
        if ref is None or not isinstance(ref.node, ast.Call):
            return None
        used = ref.part(ref.node.func).followed(self._names)
        if isinstance(used.node, ast.Attribute) and used.node.attr == handler.adding:
            class_ = self._markers.class_of(used.node.value, used.site)
            is_server = class_ is None or self._names.is_below(class_, handler.classes)
            given = self._added(ref, request, handler) if is_server else None
        elif self._names.is_below(self._made(used), handler.classes):
            arguments = dict(ref.arguments((), self._items))
            given = arguments.get(request.argument, arguments.get(_UNKNOWN))
        else:
            return None
        return None if given is None or is_literal(given.node, None) else given

    def _made(self, used: ExpressionRef) -> Symbol | None:
        """The class that a call makes an object of: `Server[Deps](…)`, and `super().__init__(…)` in one below it."""
        match used.node:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"):
                return class_around(used.site)
            case ast.Subscript(value=node) | node:
                return self._names.evaluate(node, used.site)

    def _added(self, call: ExpressionRef, request: Request, handler: ListHandler) -> ExpressionRef | None:
        """What a call of the method hands over, if that is for the `request`, or for one that is not known."""
        given = dict(call.arguments(handler.added, self._items))
        method, _, function = (given.get(name) for name in handler.added)
        if method is None or isinstance(method.node, ast.Starred):
            return method
        try:
            return function if self._evaluator.constant(method.node, method.site)[0] == request.method else None
        except NotConstantError:
            return method

    def _items(self, ref: ExpressionRef) -> Items:
        """A dictionary that is unpacked, as far as it is known."""
        try:
            return self._evaluator.items(ref)[1]
        except NotConstantError:
            return {_UNKNOWN: ref}

    def _handled(self, use: ast.expr, site: Site) -> Iterator[tuple[Dialect, ListHandler, str]]:
        """The handlers whose method `use` is, with what the server is called there.

        What is not known to be a server is one in a file that imports the package of that.
        """
        if isinstance(use, ast.Attribute):
            handlers = [one for one in self._handlers if one[1].method == use.attr]
            class_ = self._markers.class_of(use.value, site) if handlers else None
            for dialect, handler in handlers:
                is_unseen = class_ is None and dialect.name in self._markers.imported(site.module)
                if is_unseen or self._names.is_below(class_, handler.classes):
                    yield dialect, handler, ast.unparse(use.value)

    def _function(self, ref: ExpressionRef | None) -> FunctionValue | None:
        """The function that an expression names, or the method of an object that it is."""
        if ref is None:
            return None
        expression = Expression(ast.unparse(ref.node), ref.site.line, 1)
        match [one.result for one in self._outcomes.of(expression, ref.site)]:
            case [Method(function=Defined(node=Function() as function, site=at))]:
                return FunctionValue.of(function, at)
            case [Defined(node=Function() as function, site=at)] if at.scopes[-1].kind != "class":
                return FunctionValue.of(function, at)
            case _:
                return None

    def _caller(self, method: str, site: Site) -> FunctionValue | None:
        """The function beside it that is handed to `method`, `server.call_tool`, by a decorator or a call."""
        beside = [one for one in site.scopes[-1].bindings.values() if isinstance(one, Function)]
        named = (one for one in beside for text in one.decorators if text.text.partition("(")[0] == method)
        if (found := next(named, None)) is not None:
            return FunctionValue.of(found, site)
        for called, use, function in _handing(site.module):
            if called.scopes[-1] is site.scopes[-1] and ast.unparse(use) == method:
                return self._function(ExpressionRef(function, called.call, site))
        return None


def _handing(module: Module) -> Iterator[tuple[Called, ast.expr, ast.expr]]:
    """The calls `server.list_tools()(tools)` of a module, each with the method and the function that it is given."""
    for called in module.facts.called:
        match parsed(called.call.text):
            case ast.Call(func=ast.Call(func=use), args=[function]):
                yield called, use, function


def _callee(called: Called) -> str:
    return ast.unparse(callee(parsed(called.call.text) or ast.Name("_")))
