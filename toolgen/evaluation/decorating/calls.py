"""What a call in a decorator gives: functions of the project are followed, those of tables are known."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from toolgen.evaluation.decorating.builtins import BUILTINS, wrap
from toolgen.evaluation.decorating.tool_markers import ToolMarkers
from toolgen.evaluation.decorating.values import (
    Arguments,
    ClassValue,
    Code,
    Effect,
    Frame,
    FunctionValue,
    Instance,
    Marker,
    Pack,
    Partial,
    Super,
    Table,
    Unknown,
    Value,
    Wrapping,
)
from toolgen.evaluation.decorating.ways import Way
from toolgen.evaluation.folding.constants import Constants
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.evaluation.names.sources import Sources
from toolgen.evaluation.names.written import Written
from toolgen.frameworks import Dialect, ToolMarker
from toolgen.syntax.bodies import statements
from toolgen.syntax.facts import Assignment, Class, Expression, Function, Parameter

Effects: TypeAlias = Callable[[Sequence[str]], Effect | None]
"""What the tables say of the decorator that has one of these qualified names; None where they say nothing."""


class Runner(Protocol):
    """What reads expressions and statements."""

    def evaluate_at(self, expression: Expression, site: Site, outer: Frame | None = None) -> Value: ...

    def run(self, body: Sequence[ast.stmt], frame: Frame) -> Value | None: ...


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that calls are followed with: what names, constants and decorators mean, and where functions are found."""

    names: Names
    constants: Constants
    markers: ToolMarkers
    sources: Sources
    effects: Effects


@dataclass(frozen=True, slots=True)
class Registration:
    """A tool that was registered: by which callable, with what arguments, and what was given as its function."""

    marker: ToolMarker
    function: Value
    arguments: Arguments


_NOTHING = Arguments()


class Calls:
    """Follows the calls on one way through a decorator. `registered` are the tools that it registers.

    `marked` are the dialects whose decorators were called on the way, whether or not what they return was used.
    """

    def __init__(self, runner: Runner, known: Knowledge, way: Way) -> None:
        self._runner = runner
        self._names = known.names
        self._markers = known.markers
        self._sources = known.sources
        self._effects = known.effects
        self._way = way
        self.registered: list[Registration] = []
        self.marked: list[Dialect] = []

    def apply(self, function: Value, arguments: Arguments) -> Value | None:
        """What `function(…)` gives; None for a call that no table knows, and that is given no function."""
        self._way.step()
        match function:
            case Written():
                return self._apply_written(function, arguments)
            case FunctionValue(code=Code() as code):
                return self._follow(function, code, arguments)
            case Partial(function=inner, arguments=given):
                return self.apply(inner, given + arguments)
            case Wrapping(inner=inner):
                outer = arguments.function
                return Unknown("functools.wraps") if outer is None else wrap(outer, inner)
            case Marker(marker=marker, arguments=given):
                return self._register(marker, arguments, given)
            case Effect(removed=removed):
                subject = arguments.first_function
                return function if subject is None else replace(subject, shown=subject, removed=removed, rewritten="")
            case ClassValue(symbol=symbol):
                return self._instantiate(symbol, arguments)
            case Instance(symbol=symbol):
                return self.apply(self.member(function, "__call__") or Unknown(symbol.name), arguments)
            case Unknown(name=name):
                return self._apply_named([name], arguments) or function
            case _:
                return Unknown("")

    def _apply_written(self, function: Written, arguments: Arguments) -> Value | None:
        node, site = function.node, function.site
        names = self._markers.names_of(node, site)
        if (effect := self._effects(names)) is not None:
            return self.apply(effect, arguments)
        if (marker := self._markers.decorator(node, site)) is not None:
            return self._mark(marker, arguments)
        if (marker := self._markers.call(node, site)) is not None and marker.declarator.functions:
            return self._register_given(marker, arguments)
        value = self.resolve(function)
        if not isinstance(value, Unknown):
            return self.apply(value, arguments)
        return self._apply_named(names or [value.name], arguments)

    def _apply_named(self, names: Sequence[str], arguments: Arguments) -> Value | None:
        """What a function gives of which only the `names` are known, the best of them first."""
        if (effect := self._effects(names)) is not None:
            return self.apply(effect, arguments)
        decorators, calls = self._names.dialects.decorators.by_name, self._names.dialects.calls.by_name
        for name in names:
            if name in BUILTINS:
                return BUILTINS[name](self._with_functions(arguments)) or Unknown(name)
            if name in decorators:
                return self._mark(decorators[name], arguments)
            if name in calls and calls[name].declarator.functions:
                return self._register_given(calls[name], arguments)
        return None if arguments.function is None else Unknown(names[0])

    # -- tools ------------------------------------------------------------------------------------------------

    def _mark(self, marker: ToolMarker, arguments: Arguments) -> Value:
        """A call of a dialect's decorator: with a function, as in `@mcp.tool`, or before it is given one."""
        self.marked.append(marker.dialect)
        if arguments.positional and isinstance(self.as_function(arguments.positional[0]), FunctionValue):
            return self._register(marker, arguments)
        return Marker(marker, arguments)

    def _register(self, marker: ToolMarker, arguments: Arguments, given: Arguments = _NOTHING) -> Value:
        """A decorator is given its function, which stands first; its own arguments are those `given` before it."""
        function, *rest = arguments.positional or (Unknown(""),)
        return self._registers(marker, function, given + replace(arguments, positional=tuple(rest)))

    def _register_given(self, marker: ToolMarker, arguments: Arguments) -> Value:
        """A call that takes its function among the arguments."""
        names = marker.declarator.positional
        keywords = {**dict(zip(names, arguments.positional, strict=False)), **arguments.keywords}
        functions = [keywords.pop(name) for name in marker.declarator.functions if name in keywords]
        return self._registers(
            marker, functions[0] if functions else Unknown(""), Arguments((), keywords, arguments.rest)
        )

    def _registers(self, marker: ToolMarker, function: Value, arguments: Arguments) -> Value:
        self.marked.append(marker.dialect)
        function = self.resolve(function) if isinstance(function, Written) else function
        if isinstance(function, Partial) and function.is_method:
            function = function.function
        self.registered.append(Registration(marker, function, arguments))
        return function

    # -- what a name means ------------------------------------------------------------------------------------

    def resolve(self, written: Written) -> Value:
        """What stands behind a name or call; Unknown where that is not found."""
        node, site = written.node, written.site
        if isinstance(node, ast.Call):
            return Unknown(next(iter(self._markers.names_of(node.func, site)), ""))
        match symbol := self._names.evaluate(node, site):
            case Defined(node=Function() as facts):
                return self._function(facts, symbol)
            case Defined(node=Class()):
                return ClassValue(symbol)
            case Defined(node=Assignment(value=Expression() as value)):
                found = self._runner.evaluate_at(value, symbol.site)
                is_part = isinstance(found, Pack | Table) and self._sources.is_filled(symbol, site.module)
                return Unknown(symbol.name) if is_part else found
            case Defined(node=Parameter() as parameter):
                return self._of_parameter(parameter, symbol)
            case None if isinstance(node, ast.Attribute):
                base = self.resolve(replace(written, node=node.value))
                return self.attribute(base, node.attr) or Unknown("")
            case _:
                return Unknown("" if symbol is None else symbol.name)

    def is_function(self, written: Written) -> bool:
        """Whether a name stands for a function that is defined in source."""
        symbol = self._names.evaluate(written.node, written.site)
        return isinstance(symbol, Defined) and isinstance(symbol.node, Function)

    def _of_parameter(self, parameter: Parameter, symbol: Defined) -> Value:
        """A parameter of a function whose call is not seen: its annotation says what it is, or the class around."""
        site, owner = symbol.site, symbol.site.owner
        if parameter.annotation is not None:
            found = self._markers.instances.of_annotation(parameter.annotation, site)
            return (
                Instance(found) if isinstance(found, Defined) else Unknown(symbol.name if found is None else found.name)
            )
        if owner is None or not _is_receiver(parameter, site, owner):
            return Unknown(symbol.name)
        outside = Site(site.module, site.scopes[:-2])
        return Instance(Defined(f"{site.module.name}.{owner.qualname}", owner, outside))

    def _function(self, facts: Function, symbol: Defined) -> Value:
        """The function that a name means, after its own decorators."""
        source = self._sources.of(symbol.site.module)
        node = source.find(facts)
        if node is None:
            return Unknown(symbol.name)
        value: Value = FunctionValue.of(facts, symbol.site, Code(node, source, None))
        for decorator in reversed(facts.decorators):
            made = self._runner.evaluate_at(decorator, symbol.site)
            value = self.apply(made, Arguments((value,))) or Unknown(symbol.name)
        return value

    # -- functions --------------------------------------------------------------------------------------------

    def _follow(self, function: FunctionValue, code: Code, arguments: Arguments) -> Value:
        facts = code.source.facts(code.node)
        if facts.is_async or facts.is_generator or facts.scope is None:
            return Unknown(function.name)
        site = replace(function.site, scopes=(*function.site.scopes, facts.scope), line=0)
        frame = Frame(site, code.source, dict(self._bind(function, arguments)), code.frame)
        self._way.depth += 1
        result = self._runner.run(statements(code.node), frame)
        self._way.depth -= 1
        return Written(ast.Constant(None), Expression("None", facts.line, 1), site) if result is None else result

    def _bind(self, function: FunctionValue, arguments: Arguments) -> Iterator[tuple[str, Value]]:
        """The values of the parameters of `function` in a call with `arguments`."""
        given = self._with_functions(arguments)
        positional, keywords = list(given.positional), dict(given.keywords)
        for parameter in function.facts.parameters:
            match parameter.kind:
                case "var_positional":
                    yield parameter.name, Pack(tuple(positional))
                case "var_keyword":
                    yield parameter.name, Table(keywords)
                case kind if positional and kind != "keyword":
                    yield parameter.name, positional.pop(0)
                case _ if parameter.name in keywords:
                    yield parameter.name, keywords.pop(parameter.name)
                case _:
                    yield parameter.name, self._default(function, parameter, arguments)

    def _with_functions(self, arguments: Arguments) -> Arguments:
        """`arguments` with functions in the place of their names."""
        positional = tuple(map(self._named_function, arguments.positional))
        keywords = {name: self._named_function(value) for name, value in arguments.keywords.items()}
        return Arguments(positional, keywords, arguments.rest)

    def _named_function(self, value: Value) -> Value:
        return self.resolve(value) if isinstance(value, Written) and self.is_function(value) else value

    def as_function(self, value: Value) -> Value:
        """The function, or method without its object, that `value` is the name of, or else `value`."""
        is_name = isinstance(value, Written) and isinstance(value.node, ast.Name | ast.Attribute)
        found = self.resolve(value) if is_name and isinstance(value, Written) else value
        if isinstance(found, Partial) and found.is_method:
            return found.function
        return found if isinstance(found, FunctionValue) else value

    def _default(self, function: FunctionValue, parameter: Parameter, arguments: Arguments) -> Value:
        if parameter.default is None or arguments.rest is not None:
            return Unknown(parameter.name)
        outer = None if function.code is None else function.code.frame
        return self._runner.evaluate_at(parameter.default, function.site, outer)

    # -- objects ----------------------------------------------------------------------------------------------

    def _instantiate(self, symbol: Defined, arguments: Arguments) -> Value:
        instance = Instance(symbol)
        if (initializer := self.member(instance, "__init__")) is not None:
            self.apply(initializer, arguments)
        return instance

    def attribute(self, value: Value, name: str) -> Value | None:
        """`value.name`; None where the text has to speak for itself."""
        match value:
            case Instance():
                return self.member(value, name)
            case Super():
                return self._inherited(value, name)
            case ClassValue(symbol=symbol):
                return self._bound(self._names.attribute(symbol, name), None)
            case Unknown(name=owner):
                return Unknown(f"{owner}.{name}" if owner else "")
            case _:
                return None

    def member(self, instance: Instance, name: str) -> Value | None:
        """`instance.name`: an attribute that was set, or a method of its class or one above."""
        found = instance.attributes.get(name)
        return found or self._bound(self._names.attribute(instance.symbol, name), instance)

    def _inherited(self, value: Super, name: str) -> Value | None:
        _, *above = self._names.ancestors(value.owner)
        dialects = self._names.dialects
        markers = dialects.decorators.by_name.keys() | dialects.calls.by_name.keys()
        for ancestor in above:
            symbol = self._names.attribute(ancestor, name)
            if isinstance(symbol, External) and symbol.name not in markers:
                continue
            if symbol is not None:
                return self._bound(symbol, value.receiver)
        return None

    def _bound(self, symbol: Symbol | None, receiver: Value | None) -> Value | None:
        """What a class binds to a name, as an attribute of the object `receiver`."""
        match symbol:
            case Defined(node=Function() as node):
                function = self._function(node, symbol)
                bound = receiver is not None and "staticmethod" not in {decorator.text for decorator in node.decorators}
                return Partial(function, Arguments((receiver,))) if bound and receiver is not None else function
            case Defined(node=Assignment(value=Expression() as value)):
                return self._runner.evaluate_at(value, symbol.site)
            case External(name=name):
                return Unknown(name)
            case _:
                return None


def _is_receiver(parameter: Parameter, site: Site, owner: Class) -> bool:
    """Whether `parameter`, of the function at `site`, is the first of a method of the class `owner`."""
    is_method = any(scope is owner.scope for scope in site.scopes[-2:-1])
    return is_method and next(iter(site.scopes[-1].bindings), None) == parameter.name
