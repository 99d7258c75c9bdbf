"""Functions of a project that stand around a dialect's decorator: `def my_tool(**kw): return mcp.tool(**kw)`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.arguments import Argument
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.values import Unknown, Value
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Names, Site, Symbol
from toolgen.evaluation.names.symbols import is_function
from toolgen.evaluation.outcomes import Outcome, Outcomes
from toolgen.evaluation.stand_ins import Registered, Registration
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.frameworks import Dialect
from toolgen.memoize import memoized_by
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.expressions import function_of, given_to, parse_expression
from toolgen.syntax.facts import Class, Function, OpaqueBinding
from toolgen.tools.declarations.declaration import Decorator

Key: TypeAlias = tuple[str, tuple[object, ...], tuple[tuple[object, str], ...]]
"""A dialect, what a function shows of itself, and the arguments of a declaration."""


class Wrappers:
    """Finds the functions of a project that are decorators of tools, and what they register."""

    def __init__(self, evaluator: Evaluator, outcomes: Outcomes) -> None:
        self._evaluator = evaluator
        self._names = evaluator.names
        self._markers = evaluator.markers
        self._outcomes = outcomes
        self._call_graph = CallGraph(self._names, self._markers)
        self._evidence = evaluator.evidence

    def is_wrapper(self, decorator: Decorator, function: FunctionValue) -> bool:
        """Whether a decorator of a dialect is or may be used in `@decorator`, so that `function` may become a tool."""
        return self._effect(decorator, function)[0]

    def makes_tool(self, decorator: Decorator, function: FunctionValue) -> bool:
        """The same, but for one that only registers tools of other names, and gives a plain function."""
        return self._effect(decorator, function) == (True, False)

    @memoized_by(lambda decorator, _: decorator.span)
    def _effect(self, decorator: Decorator, function: FunctionValue) -> tuple[bool, bool]:
        outcomes = self._outcomes.of(*decorator, function) if self._may_wrap(decorator) else []
        is_other = bool(outcomes) and all(map(_makes_another, outcomes))
        return any(self._dialects(decorator, outcomes)), is_other

    def registered(self, decorator: Decorator, function: FunctionValue) -> tuple[list[Registration], list[Diagnostic]]:
        """The tools that `@decorator` makes of `function`, and what is to be said of it (TG201, TG211, TG215)."""
        outcomes = self._outcomes.of(*decorator, function)
        paths = [[self._with_function(one) for one in outcome.registered] for outcome in outcomes]
        followed = [path for path in paths if path and all(map(_is_followed, path))]
        span, name = decorator.span, decorator.name
        if not followed:
            dialects = [*self._dialects(decorator, outcomes)][:1]
            return [], [diagnose("TG211", span, what=f"`@{name}`", dialect=dialect.name) for dialect in dialects]
        first, *others = followed
        diagnostics = [found for one in first for found in _unknown_parts(one, span, function.name)]
        if any(_keys(other) != _keys(first) for other in others):
            diagnostics.append(diagnose("TG215", span, decorator=name, tool=function.name))
        if not all(paths):
            diagnostics.append(diagnose("TG221", span, tool=function.name))
        is_known = [isinstance(one.function, FunctionValue) for one in first]
        tools = [one if known else replace(one, function=function) for one, known in zip(first, is_known, strict=True)]
        return tools, diagnostics

    def is_followed(self, node: ast.Call, site: Site) -> bool:
        """Whether the call `node` of a function of the project may register what it is given."""
        callee = function_of(node)
        home = self._home(callee, site)
        if home is None:
            is_followed = self._is_declaring if _is_dotted(callee) else is_function
            return any(map(is_followed, self._given(node, site))) or self._may_be_declaring(callee, site)
        target = self._markers.target(callee, site)
        is_declaring = self.gives_function(node, site) or self._declares(target, home)
        return is_declaring or self._markers.constructor(target) is not None

    def _may_wrap(self, decorator: Decorator) -> bool:
        """Whether following `@decorator` may lead to what declares tools; no for what is known by its name alone."""
        if decorator.node is None:
            return False
        callee = function_of(decorator.node)
        is_seen = not _is_dotted(callee) or self._home(callee, decorator.site) is not None
        return is_seen or self._dialect(decorator) is not None

    def _dialect(self, decorator: Decorator) -> Dialect | None:
        return self._evidence.dialect(decorator.written.text, decorator.site)

    def _with_function(self, registration: Registration) -> Registration:
        """`registration` with the function object that it is given, where that is known."""
        function = self._evaluator.functions.of(registration.function)
        return registration if function is None else replace(registration, function=function)

    def gives_function(self, node: ast.Call, site: Site) -> bool:
        """Whether one of the arguments of a call is the name of a function."""
        return any(map(is_function, self._given(node, site)))

    def _may_be_declaring(self, callee: ast.expr, site: Site) -> bool:
        """Whether a method of what a loop takes in turn, or makes, has the name of one that declares tools."""
        match callee:
            case ast.Attribute(value=ast.Name(id=name) | ast.Call(func=ast.Name(id=name)), attr=method):
                return method in self._methods and isinstance(site.scopes[-1].bindings.get(name), OpaqueBinding)
            case _:
                return False

    @cached_property
    def _methods(self) -> frozenset[str]:
        """The names of functions and methods that stand around what declares tools."""
        return frozenset(name for module in self._names.project.modules for name in module.facts.wrappers)

    def _given(self, node: ast.Call, site: Site) -> Iterator[Symbol | None]:
        return (self._names.evaluate(argument, site) for argument in given_to(node))

    def _is_declaring(self, symbol: Symbol | None) -> bool:
        """Whether `symbol` is a function that stands around what declares tools."""
        match symbol:
            case Defined(node=Function(), site=site):
                return self._declares(symbol, site.module)
            case _:
                return False

    def _declares(self, symbol: Symbol | None, home: Module) -> bool:
        """Whether `symbol` is a function or class of the module `home` that stands around what declares tools."""
        match symbol:
            case Defined(node=Function(parameters=[_, *_], name=name) | Class(name=name)) if (
                name in home.facts.wrappers
            ):
                return self._call_graph.declares(symbol)
            case _:
                return False

    def _dialects(self, decorator: Decorator, outcomes: Iterable[Outcome]) -> Iterator[Dialect]:
        """Whose decorators are called on the `outcomes`, or are overridden by a method that cannot be followed."""
        for one in outcomes:
            yield from one.marked
            node = None if isinstance(one.result, FunctionValue | Registered) else decorator.node
            overridden = None if node is None else self._markers.overridden(function_of(node), decorator.site)
            yield from [] if overridden is None else [overridden.dialect]
            if isinstance(one.result, Unknown) and (found := self._dialect(decorator)) is not None:
                yield found

    def is_part(self, site: Site) -> bool:
        """Whether what stands at `site` is part of a function that is used as a decorator, and so is followed there."""
        return any(self._is_used(function, site.module) for function in site.functions)

    def _home(self, node: ast.expr, site: Site) -> Module | None:
        """The module that says what `node` does, by its `def` or class; None where it cannot declare tools."""
        symbol = self._names.evaluate(node, site)
        if symbol is None and isinstance(node, ast.Attribute):
            symbol = self._markers.class_of(node.value, site) or self._names.evaluate(node.value, site)
        if not isinstance(symbol, Defined):
            return None
        return symbol.site.module if self._names.speaks_of_tools(symbol.site.module) else None

    def _is_used(self, function: Function, module: Module) -> bool:
        """Whether `function` is used as a decorator, or by another function of its module that is."""
        lines = {function.line}
        if function.name in module.facts.wrappers:
            lines |= module.contents.source.users(function.name)
        return not self._decorating.isdisjoint((module.path, line) for line in lines)

    @cached_property
    def _decorating(self) -> frozenset[tuple[str, int]]:
        """The paths and lines of the functions that decorators of the project mean, as far as that is known."""
        decorators = (
            Decorator(decorator, Site(module, declared.scopes, declared.owner))
            for module in self._names.project.modules
            for declared in module.facts.declared
            if isinstance(declared.node, Function)  # what a decorator does to a class is not followed
            for decorator in declared.node.decorators
        )
        symbols = (self._markers.target(function_of(one.node), one.site) for one in decorators if one.node is not None)
        return frozenset(
            (symbol.site.module.path, symbol.node.line)
            for symbol in symbols
            if isinstance(symbol, Defined) and isinstance(symbol.node, Function)
        )


def _makes_another(outcome: Outcome) -> bool:
    is_plain = isinstance(outcome.result, FunctionValue) and bool(outcome.registered)
    return is_plain and all(map(is_named, outcome.registered))


def _unknown_parts(registration: Registration, span: Span, tool: str) -> Iterator[Diagnostic]:
    """TG201 for a `**` whose items are not known, TG214 where an unknown function was called with the tool's."""
    rest = registration.arguments.rest
    if rest is not None:
        text = "…" if rest.ref is None else ast.unparse(rest.ref.node)
        yield diagnose("TG201", span if rest.ref is None else rest.ref.span(), argument="**", text=text)
    if isinstance(registration.function, Unknown):
        yield diagnose("TG214", span, decorator=registration.function.name, tool=tool)


def _is_followed(registration: Registration) -> bool:
    """Whether it is known which function is registered, if perhaps not what was made of it."""
    match registration.function:
        case Unknown(name=name):
            return bool(name)
        case function:
            return isinstance(function, FunctionValue)


def _keys(path: Iterable[Registration]) -> list[tuple[object, ...]]:
    return [key_of(one, one.function) for one in path]


def key_of(registration: Registration, function: Value) -> Key:
    """What registrations are told apart by, where `function` is what they register: what they say to a model."""
    arguments, marker = registration.arguments, registration.marker
    known = marker.declarator.arguments
    keywords = [(name, value) for name, value in sorted(arguments.keywords.items()) if name in known]
    values = [*enumerate(arguments.positional), *keywords]
    texts = tuple((name, _shown(value)) for name, value in values)
    return marker.dialect.name, function.shape if isinstance(function, FunctionValue) else (), texts


def tool_key(registration: Registration, function: Value) -> Key:
    """What tools are told apart by: the function and its name."""
    marker = registration.marker
    given = registration.arguments.named(marker.declarator.positional).items()
    known = marker.declarator.arguments
    names = tuple(("name", _shown(one)) for argument, one in given if known.get(argument) == "name")
    return marker.dialect.name, function.shape if isinstance(function, FunctionValue) else (), names


def but_for_parameters(key: Key) -> Key:
    """What registrations are told apart by, but for the parameters that are left of the function."""
    dialect, shape, texts = key
    return dialect, shape[:4], texts


def _shown(argument: Argument) -> str:
    """What an argument is told apart by: its value, where it is plain, or else the expression that says it."""
    if isinstance(argument.value, str | int | float | bool | None):
        return repr(argument.value)
    return type(argument.value).__name__ if argument.ref is None else ast.dump(argument.ref.node)


def _is_dotted(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def is_named(registration: Registration) -> bool:
    """Whether a registration names another tool than the function's own decorator, which a factory never does."""
    arguments, declarator = registration.arguments, registration.marker.declarator
    if declarator.convention.is_factory:
        return False
    return any(declarator.arguments.get(name) == "name" for name in arguments.named(declarator.positional))


class CallGraph:
    """Follows what wrappers call: `register` may be anybody's, and to follow one through its statements is slow."""

    def __init__(self, names: Names, markers: ToolMarkers) -> None:
        self._names = names
        self._markers = markers
        self._known: dict[int, bool] = {}

    def declares(self, function: Defined) -> bool:
        """Whether `function` calls what declares tools, itself or through others; yes where that cannot be seen."""
        key = id(function.node)
        if key not in self._known:
            passed = self._passed(function)
            # Functions on the way to a declaration need not lead there; of those that lead nowhere none does.
            self._known |= {key: True} if passed is None else dict.fromkeys(passed, False)
        return self._known[key]

    def _passed(self, function: Defined) -> set[int] | None:
        """All functions that are called from `function` on; None where something may declare tools."""
        passed: set[int] = set()
        pending = [function]
        while pending:
            current = pending.pop()
            if self._known.get(id(current.node)):
                return None
            if id(current.node) in passed or id(current.node) in self._known:
                continue
            passed.add(id(current.node))
            for target in self._targets(current):
                match target:
                    case Defined(node=Function() | Class()):
                        pending.append(target)
                    case External() | ModuleName():
                        pass
                    case _:
                        return None
        return passed

    def _targets(self, function: Defined) -> Iterator[Symbol | None]:
        """What `function` calls; None for what declares tools, and for what cannot be seen."""
        node, site = function.node, function.site
        if not isinstance(node, Function | Class):
            return
        method = self._names.attribute(function, "__init__") if isinstance(node, Class) else function
        if isinstance(method, Defined) and isinstance(method.node, Function) and method.site.module is site.module:
            site = method.site.entering(method.node.scope)
        for text in site.module.facts.wrappers.get(node.name, ()):
            callee = parse_expression(text)
            is_marker = self._markers.decorator(callee, site) or self._markers.call(callee, site)
            target = None if is_marker else self._markers.target(callee, site)
            yield None if self._markers.constructor(target) is not None else target
