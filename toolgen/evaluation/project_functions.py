"""The functions of the project: what their names mean below their decorators, and what their bodies return."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Hashable, Iterable
from contextlib import nullcontext
from dataclasses import replace
from enum import EnumType
from functools import partial

from toolgen.evaluation.arguments import Argument, Arguments, bound
from toolgen.evaluation.budget import MAX_DEPTH, MAX_PLAIN_DEPTH, MAX_PLAIN_STEPS
from toolgen.evaluation.component import Component
from toolgen.evaluation.folding.faults import TooLargeError
from toolgen.evaluation.folding.record import Record, attributes_of, class_of
from toolgen.evaluation.folding.values import (
    Choice,
    ConstructedObject,
    Coroutine,
    Frame,
    IteratorItems,
    Lambda,
    Method,
    Unknown,
    Value,
)
from toolgen.evaluation.functions import Code, FunctionValue
from toolgen.evaluation.names.lookup import Defined
from toolgen.evaluation.paths import ExecutionPath
from toolgen.evaluation.stand_ins import Instance, Registered, carries_function
from toolgen.syntax.bodies import FunctionNode, Source, statements
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Function, Parameter, Scope

_CACHES = frozenset({"cache", "functools.cache", "functools.lru_cache", "lru_cache"})
_HARMLESS = _CACHES | {"classmethod", "property", "staticmethod"}
"""Decorators that leave what a function returns as it is."""

_OBJECTS = Choice | ConstructedObject | Instance | Record


def receiver_of(method: Method) -> list[Value]:
    """What a method is given before its arguments: the object, or the class of a class method."""
    receiver, decorators = method.receiver, _decorators(method)
    if "classmethod" in decorators:
        return [_class(receiver)]
    return [] if isinstance(receiver, Defined | EnumType) or "staticmethod" in decorators else [receiver]


def _class(receiver: Value) -> Value:
    """The class of an object where it is known; of others the object, which has what its class has."""
    match receiver:
        case Instance(symbol=class_, is_exact=True):
            return class_
        case Record():
            return class_of(receiver)
        case _:
            return receiver


def _decorators(method: Method) -> list[str]:
    node = None if method.function is None else method.function.node
    return node.decorator_texts if isinstance(node, Function) else []


class ProjectFunctions(Component):
    """Makes function objects of definitions, and follows calls into them."""

    def defined(self, node: FunctionNode, frame: Frame) -> Value:
        """The function that a `def` or a `lambda` in a body makes, before its decorators."""
        if isinstance(node, ast.Lambda) and self._is_constant:
            return Lambda(node, frame)
        return self._object(node, frame)

    def _object(self, node: FunctionNode, frame: Frame) -> FunctionValue:
        source = self._evaluator.as_source(frame)
        return FunctionValue.of(source.facts(node), frame.site, Code(node, replace(frame, source=source)))

    def materialized(self, function: Defined) -> Value:
        """What the name of a function means, after its own decorators; Unknown where that is not known."""
        bare = self._undecorated(function)
        if bare is None or bare.code is None:
            return _unknown(function)
        value: Value = bare
        for decorator in reversed(bare.facts.decorators):
            made = self._evaluator.evaluate_text(decorator, bare.code.frame)
            value = self._evaluator.calls.decorated(made, value, (parse_expression(decorator.text), function.site))
        return value

    def _undecorated(self, function: Defined) -> FunctionValue | None:
        """The function that a `def` in a file makes, before its decorators; None where it is not there."""
        node, site = function.node, function.site
        source = site.module.contents.source
        found = source.find(node) if isinstance(node, Function) else None
        if not isinstance(node, Function) or found is None:
            return None
        return FunctionValue.of(node, site, Code(found, Frame(site, source=source)))

    def of_property(self, method: Defined, receiver: Value) -> Value:
        """What a property of `receiver` yields on a path."""
        found = self._undecorated(method)
        return Unknown(ast.Name(method.name)) if found is None else self.follow(found, Arguments((Argument(receiver),)))

    def of(self, value: Value) -> FunctionValue | None:
        """The function, or method without its object, that `value` is; None for anything else."""
        match value:
            case FunctionValue():
                return value
            case Registered(function=inner):
                return self.of(inner)
            case Defined(node=Function()):
                return self.of(self.materialized(value))
            case Method(function=Defined() as function):
                return self.of(self.materialized(function))
            case Lambda(node=node, frame=frame):
                return self._object(node, frame)
            case _:
                return None

    def is_made_of(self, value: Value, node: ast.stmt, frame: Frame) -> bool:
        """Whether `value` is the function that the `def` `node` makes, or what a call, but not its own, made of it."""
        function = self.of(value)
        code = None if function is None else function.definition.code
        if function is None or code is None:
            return function is not None or not self._has_registered(node, frame)
        is_inside = node.lineno < code.node.lineno <= (node.end_lineno or 0)
        return code.node is node or (function.definition.is_followed and not is_inside)

    def _has_registered(self, node: ast.stmt, frame: Frame) -> bool:
        """Whether the body of the function `node` has registered something on this path."""
        path, key = self._evaluator.path, (frame.site.module.path, node.lineno)
        return isinstance(path, ExecutionPath) and any((name, line) == key for name, line, _ in path.registering)

    def among(self, arguments: Arguments) -> Arguments:
        """`arguments` with function objects in the place of the names of functions; in a constant, as they are."""
        if self._is_constant:
            return arguments
        if not any(isinstance(one.value, Defined) for one in (*arguments.positional, *arguments.keywords.values())):
            return arguments
        positional = tuple(map(self._with_function, arguments.positional))
        keywords = {name: self._with_function(value) for name, value in arguments.keywords.items()}
        return replace(arguments, positional=positional, keywords=keywords)

    def _with_function(self, argument: Argument) -> Argument:
        value = argument.value
        if not (isinstance(value, Defined) and isinstance(value.node, Function)):
            return argument
        function = self.of(value)
        return argument if function is None else argument._replace(value=function)

    def shown(self, arguments: Arguments) -> Arguments:
        """`arguments` with functions in the place of bound methods, too: `inspect` shows these without their object."""
        positional = tuple(one._replace(value=self._without_object(one.value)) for one in arguments.positional)
        keywords = {
            name: one._replace(value=self._without_object(one.value)) for name, one in arguments.keywords.items()
        }
        return replace(arguments, positional=positional, keywords=keywords)

    def _without_object(self, value: Value) -> Value:
        is_bound = isinstance(value, Method) and (receiver_of(value) or "staticmethod" in _decorators(value))
        function = self.of(value) if is_bound else None
        if not isinstance(value, Method) or function is None:
            return value
        taken = function.described.parameters[: len(receiver_of(value))]
        names = (one.name for one in taken if one.kind != "var_positional")
        return replace(function.copy(), removed=function.removed.union(names))

    def apply(self, function: Defined, arguments: Arguments) -> Value:
        """What a call of a function by its name yields. Raises TypeError, in a constant, where it is not followed."""
        if self._is_constant:
            is_plain = isinstance(function.node, Function) and {*function.node.decorator_texts} <= _HARMLESS
            found = self._undecorated(function) if is_plain else None
            if found is None:
                raise TypeError
            return self.follow(found, arguments)
        if not self.may_matter(function, arguments):
            return _unknown(function)
        return self._evaluator.calls.apply(self.materialized(function), arguments)

    def may_matter(self, function: Defined, arguments: Arguments) -> bool:
        """Whether a call is given functions, or its module speaks of tools: else it is not followed on a path."""
        if self._evaluator.path.is_asked or self._evaluator.registries.is_filling:
            return True
        return self._names.speaks_of_tools(function.site.module) or any(map(carries_function, arguments.values))

    def follow(self, function: FunctionValue, arguments: Arguments) -> Value:
        """What the body of `function` returns."""
        code = function.code
        if code is None:
            return _unknown(function)
        source = self._evaluator.as_source(code.frame)
        facts = source.facts(code.node)
        if facts.scope is not None and not facts.is_async:
            return self._run_body(function, code, source, facts.scope, arguments)
        path = self._evaluator.path
        if not isinstance(path, ExecutionPath):
            raise TypeError
        path.has_failed |= self._evaluator.registries.is_filling  # whoever awaits it fills it
        if facts.scope is None or facts.is_generator:
            return _unknown(function)
        run = partial(self._run_body, function, code, source, facts.scope, arguments)
        return Coroutine(ast.Name(function.name), run=run, entry=path.entry)

    def await_(self, coroutine: Coroutine) -> Value:
        """What the body of a coroutine function returns: it is entered through the call, wherever that is awaited."""
        path = self._evaluator.path
        with path.entering(coroutine.entry) if isinstance(path, ExecutionPath) else nullcontext():
            return coroutine.run()

    def _run_body(
        self, function: FunctionValue, code: Code, source: Source, scope: Scope, arguments: Arguments
    ) -> Value:
        """What a function that is given `arguments` returns; its names are those of `scope`."""
        default = self._default(function, code, {*scope.changed, *scope.history})
        given = bound(function.facts.parameters, arguments, default, strict=self._is_constant)
        frame = Frame(
            function.site.within(function.facts).entering(scope),
            {name: argument.value for name, argument in given.items()},
            is_called=True,
            outer=code.frame if code.frame.is_called or code.frame.variables else None,
            source=source,
            origins={name: argument.ref for name, argument in given.items() if argument.ref is not None},
        )
        path = self._evaluator.path
        is_for_object = path.is_asked and any(map(self._is_changed, arguments.values))
        run = partial(self._run, function, code.node, frame, is_for_object=is_for_object)
        is_cached = any(text.partition("(")[0] in _CACHES for text in function.facts.decorator_texts)
        is_kept = is_cached or any(isinstance(one, ast.Global) for one in statements(code.node))
        if not is_kept or given or not isinstance(path, ExecutionPath):
            return run()
        if not is_cached:
            return self._shared(run())
        key = function.site.module.path, function.facts.line, function.facts.column
        if key not in path.assigned:
            path.assigned[key] = self._shared(run())
        return path.assigned[key]

    def _shared(self, found: Value) -> Value:
        """`found`, which others have too: nothing is known of the attributes that one of them may change."""

        def unsure(class_: Defined, held: Iterable[str]) -> dict[str, Value]:
            return {name: Unknown(ast.Name(name)) for name in held if self._evaluator.outside_changes.has(class_, name)}

        match found:
            case Instance(symbol=class_, attributes=held):
                held.update(unsure(class_, held))
            case Record():
                class_, values = class_of(found), attributes_of(found)
                return Record(class_, {**values, **unsure(class_, values)}, None)
        return found

    def _is_changed(self, value: Value) -> bool:
        """Whether what an object of a tool class says may change with `value`: it is the object, or handed on to it."""
        is_object = isinstance(value, Instance) and self._names.is_below(value.symbol, self._names.dialects.bases)
        return is_object or isinstance(value, dict | list)

    def _run(self, function: FunctionValue, node: FunctionNode, frame: Frame, *, is_for_object: bool) -> Value:
        path = self._evaluator.path
        is_asked_for = path.is_constant or is_for_object or self._evaluator.registries.is_filling
        is_wrapper = function.facts.name in function.site.module.facts.wrappers
        matters = is_asked_for or is_wrapper or any(map(carries_function, frame.variables.values()))
        if path.depth >= MAX_DEPTH:
            raise TooLargeError
        if matters or not isinstance(path, ExecutionPath):
            return self._returned(function, node, frame)
        key = function.site.module.path, function.facts.line, function.facts.column
        if key in path.budget.barren or path.depth >= MAX_PLAIN_DEPTH:
            path.has_gaps = True
            path.pass_over(key)
            return Unknown(ast.Name(function.name))
        registered, turns = len(path.registered), len(path.trace)
        found: Value = Unknown(ast.Name(function.name))
        try:
            with path.budget.limited(MAX_PLAIN_STEPS):
                found = self._returned(function, node, frame)
            if path.is_asked and len(path.trace) > turns and isinstance(found, _OBJECTS):
                found = Unknown(ast.Name(function.name))  # which object it is hangs on what is not known
        except TooLargeError:
            if not path.is_asked:
                raise
        finally:
            if isinstance(found, Unknown) and len(path.registered) == registered and not path.caught:
                path.budget.barren.add(key)
                path.collapse(key, turns)
        return found

    def _returned(self, function: FunctionValue, node: FunctionNode, frame: Frame) -> Value:
        path = self._evaluator.path
        path.depth += 1
        outer, path.call = path.call, (*map(_plain, frame.variables.values()),)
        registered, found = len(path.registered), None
        try:
            found = self._evaluator.statements.returned(node, frame, is_generator=function.facts.is_generator)
            return found
        finally:
            path.depth, path.call = path.depth - 1, outer
            is_root = path.root is not None and path.root.scopes[-1] is function.facts.scope  # it calls itself
            is_later = isinstance(found, IteratorItems) and self._evaluator.may_register(node, frame)
            does_register = len(path.registered) > registered or is_later
            if isinstance(path, ExecutionPath) and does_register and not is_root:
                path.registering.add((function.site.module.path, function.facts.line, function.facts.column))

    def _default(self, function: FunctionValue, code: Code, changed: Container[str]) -> Callable[[Parameter], Value]:
        def evaluated(parameter: Parameter) -> Value:
            outer = code.frame if code.frame.variables else None
            found = parameter.default
            value = None if found is None else self._evaluator.evaluate_text(found, Frame(function.site, outer=outer))
            if isinstance(value, list | dict | set) and parameter.name in changed:
                return Unknown(ast.Name(parameter.name))  # calls before this one have changed it
            return value

        return evaluated

    def apply_lambda(self, function: Lambda, arguments: Arguments) -> Value:
        """What a call of a `lambda` in a constant yields."""
        given = function.node.args
        positional, keywords = arguments.plain
        if keywords or given.posonlyargs or given.vararg or given.kwonlyargs or given.kwarg or given.defaults:
            return self.follow(self._object(function.node, function.frame), arguments)
        names = [argument.arg for argument in given.args]
        frame = replace(function.frame.binding(dict(zip(names, positional, strict=True))), is_called=True)
        return self._evaluator.value(function.node.body, frame)


def _plain(argument: Value) -> Hashable:
    """What tells a call with `argument` from others: a text, number or the like, or those that an object has."""
    inner = argument.attributes.values() if isinstance(argument, Instance) else ()
    found = tuple(one for one in inner if isinstance(one, str | int))
    return argument if isinstance(argument, str | int) else found


def _unknown(function: FunctionValue | Defined) -> Unknown:
    return Unknown(ast.Name(function.name), name=function.name)
