"""Which functions and classes are tools: what their decorators and bases say."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.dialects import Dialect
from toolgen.parse.expressions import InvalidExpressionError, parse_expression, span_of
from toolgen.parse.facts import Assignment, Class, Declared, Expression, Function
from toolgen.resolve.constants import Constants
from toolgen.resolve.decorating.calls import Knowledge, Registration
from toolgen.resolve.decorating.outcomes import Outcomes
from toolgen.resolve.decorating.values import Arguments, FunctionValue, as_written
from toolgen.resolve.names import Defined, External, Names, Site
from toolgen.resolve.project import Module
from toolgen.resolve.signature_decorators import SignatureDecorators, effects
from toolgen.resolve.sources import Sources
from toolgen.resolve.tool_markers import BY_BASE, ToolMarkers
from toolgen.resolve.wrappers import Wrappers
from toolgen.resolve.written import Written


@dataclass(frozen=True, slots=True)
class Declaration:
    """A function or class that a dialect says is a tool.

    `arguments` are what the declaration says, by the names of toolgen's own `@tool`; `unknown` is what it says beyond.
    `function` is what the framework is given: the function as the decorators below have left it, or what a wrapper
    around the framework's decorator made of it; of a class it is `execute`, None where there is none.
    """

    dialect: Dialect
    node: Function | Class
    site: Site
    arguments: Mapping[str, Written]
    unknown: Mapping[str, Written]
    function: FunctionValue | None

    @property
    def removed(self) -> Collection[str]:
        """The parameters that a decorator fills, so that nobody gives them."""
        return () if self.function is None else self.function.all_removed


class Declarations:
    """Recognises the declarations of a module. `diagnostics` say what could not be followed."""

    def __init__(
        self, names: Names, constants: Constants, sources: Sources, configured: Mapping[str, Sequence[str]]
    ) -> None:
        self._names = names
        self._markers = ToolMarkers(names)
        outcomes = Outcomes(Knowledge(names, constants, self._markers, sources, effects(configured)))
        self._wrappers = Wrappers(names, self._markers, sources, outcomes)
        self._signatures = SignatureDecorators(self._markers, outcomes)
        self._memo: dict[tuple[str, int, int], Dialect | None] = {}
        self.diagnostics: list[Diagnostic] = []

    def of(self, module: Module) -> Iterator[Declaration]:
        """The tools that `module` declares, in the order of the source."""
        for declared in module.facts.declared:
            site = Site(module, declared.scopes, declared.owner, declared.node.line)
            if isinstance(declared.node, Function):
                yield from self._of_function(declared.node, site)
            elif (found := self._of_class(declared, site)) is not None:
                yield found

    def unfollowed(self, module: Module) -> Iterator[Diagnostic]:
        """TG211 for each call in `module` that registers a tool: which one is known only when it runs."""
        for called in module.facts.called:
            site = Site(module, called.scopes, called.owner, called.call.line)
            try:
                node = parse_expression(called.call.text)
            except InvalidExpressionError:
                continue
            if isinstance(node, ast.Call) and (dialect := self._registers(node, called.call, site)):
                span = span_of(node, called.call, module.path)
                yield diagnose("TG211", span, what=f"a call of `{ast.unparse(node.func)}`", dialect=dialect.name)

    def _registers(self, call: ast.Call, within: Expression, site: Site) -> Dialect | None:
        """The dialect in which `function(…)`, or `server.tool(…)(…)`, registers a tool."""
        if isinstance(call.func, ast.Call):
            dialect = self._markers.decorator(call.func.func, site)
        else:
            dialect = self._markers.registrar(call.func, site)
        if dialect is None:
            return self._wrappers.called(within, site)
        return None if self._wrappers.is_part(site) else dialect

    # -- functions --------------------------------------------------------------------------------------------

    def _of_function(self, node: Function, site: Site) -> Iterator[Declaration]:
        for index, decorator in enumerate(node.decorators):
            above, below = node.decorators[:index], node.decorators[index + 1 :]
            found, diagnostics = self._declared(node, site, decorator, below)
            if found or diagnostics:
                _, of_above = self._signatures.follow(FunctionValue.of(node, site), site, above)
                self.diagnostics += [*diagnostics, *of_above]
                yield from found
                return

    def _declared(
        self, node: Function, site: Site, decorator: Expression, below: Sequence[Expression]
    ) -> tuple[list[Declaration], list[Diagnostic]]:
        """The tools that `@decorator` makes of `node` above the decorators `below`, and what is to be said of them."""
        function = FunctionValue.of(node, site)
        dialect = self._dialect(decorator, site)
        if (dialect is None and not self._wrappers.is_wrapper(decorator, site, function)) or self._wrappers.is_part(
            site
        ):
            return [], []
        function, diagnostics = self._signatures.follow(function, site, below)
        if dialect is not None and (arguments := _arguments(decorator, site)) is not None:
            registered = [Registration(dialect, function, arguments)]
        else:
            registered, found = self._wrappers.registered(decorator, site, function)
            diagnostics += found
        given = Written(parse_expression(decorator.text), decorator, site)
        declarations = []
        for registration in registered:
            after = registration.function
            if isinstance(after, FunctionValue):
                diagnostics += self._signatures.judge(decorator, site, function, after)
                declarations.append(_declaration(registration, after, node, site, given))
        return declarations, diagnostics

    def _dialect(self, decorator: Expression, site: Site) -> Dialect | None:
        """The dialect whose decorator stands in `decorator`, called or not, under its own name or another."""
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
            # The arguments of a call that has a name are found by following it.
            is_call = symbol.node.value.text.endswith(")")
            return None if is_call else self._dialect(symbol.node.value, symbol.site)
        return self._markers.decorator(function, site)

    # -- classes ----------------------------------------------------------------------------------------------

    def _of_class(self, declared: Declared, site: Site) -> Declaration | None:
        node = declared.node
        if not isinstance(node, Class) or not any("Tool" in base.text or "." not in base.text for base in node.bases):
            return None
        symbol = Defined(f"{site.module.name}.{node.qualname}".lstrip("."), node, site)
        for ancestor in self._names.ancestors(symbol):
            if isinstance(ancestor, External) and ancestor.name in BY_BASE:
                dialect = BY_BASE[ancestor.name]
                arguments = dict(self._attributes(symbol, dialect))
                return Declaration(dialect, node, site, arguments, {}, self._execute(symbol))
        return None

    def _execute(self, symbol: Defined) -> FunctionValue | None:
        """The method `execute` of a class, as its decorators have left it."""
        found = self._names.attribute(symbol, "execute")
        if not (isinstance(found, Defined) and isinstance(found.node, Function)):
            return None
        function = FunctionValue.of(found.node, found.site)
        after, diagnostics = self._signatures.follow(function, found.site, found.node.decorators)
        self.diagnostics += diagnostics
        return after

    def _attributes(self, symbol: Defined, dialect: Dialect) -> Iterator[tuple[str, Written]]:
        for name in (*dialect.arguments, "arguments", "parameters_schema"):
            found = self._names.attribute(symbol, name)
            if isinstance(found, Defined) and isinstance(found.node, Assignment) and found.node.value is not None:
                yield name, Written(parse_expression(found.node.value.text), found.node.value, found.site)


def _arguments(decorator: Expression, site: Site) -> Arguments | None:
    """What the call in `decorator` is given; None where a `*` or `**` stands for arguments."""
    node = parse_expression(decorator.text)
    if not isinstance(node, ast.Call):
        return Arguments()
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    keywords = {k.arg: Written(k.value, decorator, site) for k in node.keywords if k.arg is not None}
    positional = tuple(Written(argument, decorator, site) for argument in node.args)
    return Arguments(positional, keywords) if len(keywords) == len(node.keywords) else None


def _declaration(
    registration: Registration, function: FunctionValue, node: Function, site: Site, given: Written
) -> Declaration:
    """The declaration that `registration` makes of `node`; `given` stands for arguments that are not written."""
    dialect, values = registration.dialect, registration.arguments
    names = [*dialect.positional, *(f"positional argument {n}" for n in range(len(dialect.positional) + 1, 9))]
    written = {**dict(zip(names, values.positional, strict=False)), **values.keywords}
    arguments: dict[str, Written] = {}
    unknown: dict[str, Written] = {}
    for name, value in written.items():
        target = arguments if name in dialect.arguments else unknown
        target[dialect.arguments.get(name, name)] = as_written(value) or given
    return Declaration(dialect, node, site, arguments, unknown, function)
