"""What calls yield, by what is called: Python's own functions, classes, and what declares tools."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from enum import EnumType
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, TypeAlias

from toolgen.evaluation import library, signatures
from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.component import Component
from toolgen.evaluation.core_schemas import PARAMETERS
from toolgen.evaluation.field_calls import FACTORIES, FIELDS
from toolgen.evaluation.folding import methods, pure
from toolgen.evaluation.folding.faults import FAULTS, NotConstantError
from toolgen.evaluation.folding.parts import is_comparable, ordered
from toolgen.evaluation.folding.record import Record, class_of
from toolgen.evaluation.folding.values import (
    Choice,
    ConstructedObject,
    Frame,
    Lambda,
    Method,
    Opaque,
    SetItems,
    Unknown,
    Value,
    gone_through,
)
from toolgen.evaluation.functions import FunctionAttribute, FunctionValue, Wrapping
from toolgen.evaluation.instances import Instances
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Site
from toolgen.evaluation.objects import MODEL_METHODS
from toolgen.evaluation.paths import ExecutionPath
from toolgen.evaluation.project_functions import ProjectFunctions, receiver_of
from toolgen.evaluation.registering import Registering
from toolgen.evaluation.special_calls import SPECIAL
from toolgen.evaluation.stand_ins import Effect, Instance, MarkerUse, Native, Partial, Registered
from toolgen.model.arguments import ARGUMENT, ARGUMENT_FIELDS
from toolgen.syntax.attempts import UNREADABLE
from toolgen.syntax.facts import Class, Function

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

Effects: TypeAlias = Callable[[Sequence[str]], Effect | None]
"""What the tables say of the decorator that has one of these qualified names; None where they say nothing."""

_ENVIRONMENT = frozenset({"os.environ.get", "os.getenv"})
_CALLING = frozenset(
    {"filter", "map", *(f"itertools.{name}" for name in ("dropwhile", "filterfalse", "starmap", "takewhile"))}
)
"""Functions that call their first argument; others call what they are given as `key`."""

_POSITIONAL: Mapping[str, Sequence[str]] = (
    PARAMETERS
    | {ARGUMENT: ARGUMENT_FIELDS}
    | dict.fromkeys(FIELDS, ("default",))
    | dict.fromkeys(FACTORIES, ("factory",))
)
"""The parameters of what makes objects that are known by their keywords alone, by qualified names."""

_SETS = frozenset({"frozenset", "set"})


class Calls(Component):
    """Applies functions to arguments."""

    def __init__(self, evaluator: Evaluator, effects: Effects) -> None:
        super().__init__(evaluator)
        self._effects = effects
        self._functions: ProjectFunctions = evaluator.functions
        self._registering: Registering = Registering(evaluator)
        self._instances = Instances(evaluator, self._registering)

    def of_node(self, node: ast.Call, frame: Frame) -> Value:
        """What the call `node` yields. Raises NotConstantError and what evaluating raises."""
        function = self._evaluator.evaluate(node.func, frame)
        if self._is_constant and isinstance(function, Unknown):
            # That a method is not known is said of its call.
            raise NotConstantError(node if function.node is node.func else function.node)
        is_quoting = self._evaluator.path.is_quoting and _is_made(function)
        arguments = self._evaluator.arguments(node, frame, is_quoting=is_quoting)
        special = SPECIAL.get(function.name) if isinstance(function, External) else None
        if special is not None and (answer := special(self._evaluator, node, arguments, frame)) is not None:
            return answer[0]
        if isinstance(function, External) and function.name in _ENVIRONMENT:
            return self._of_environment(node, arguments)
        if isinstance(function, External) and function.name == "open":
            self._evaluator.path.may_fail(node, "FileNotFoundError", UNREADABLE)
        if self._objects.records.is_settings(function.receiver if isinstance(function, Method) else function):
            self._evaluator.environment.append(node)
        if self._is_constant:
            return self._constantly(function, arguments, node)
        with self._entering(node, frame):
            return self._applied(function, arguments, node, frame)

    def _of_environment(self, node: ast.Call, arguments: Arguments) -> Value:
        """The fallback of `os.environ.get`, which is worth something else where the environment says so."""
        positional, keywords = arguments.plain
        self._evaluator.environment.append(node)
        fallback = positional[1] if len(positional) > 1 else keywords.get("default")
        return fallback if self._is_constant else Unknown(node)

    def _constantly(self, function: Value, arguments: Arguments, node: ast.Call) -> Value:
        with suppress(NotConstantError):  # in the body of a function, or in the default of a field
            if not isinstance(found := self.apply(function, arguments), Unknown):
                return found
        raise NotConstantError(next((one.node for one in arguments.values if isinstance(one, Unknown)), node))

    @contextmanager
    def _entering(self, node: ast.expr, frame: Frame) -> Iterator[None]:
        """A call on a path; one outside of all functions that are followed is an entry to them."""
        path = self._evaluator.path
        if not isinstance(path, ExecutionPath) or path.depth:
            yield
            return
        with path.entering(self._evaluator.ref(node, None, frame)):
            path.entered |= {path.entry.within} if path.entry else set()
            yield

    @contextmanager
    def decorating(self, node: ast.stmt, decorator: ast.expr, frame: Frame) -> Iterator[None]:
        """Registers what calling the decorated `node` does: `@run_now`. What is made of it the decorator declares."""
        path = self._evaluator.path
        if not isinstance(path, ExecutionPath) or path.depth:
            yield
            return
        before, entry = len(path.registered), self._evaluator.ref(decorator, None, frame)
        yield
        for index, one in enumerate(path.registered[before:], before):
            if one.entry is None and not self._functions.is_made_of(one.function, node, frame):
                path.registered[index] = replace(one, entry=entry)

    def discarded(self, node: ast.expr, frame: Frame) -> None:
        """Evaluates what is used for nothing but what it does, each item of a comprehension too."""
        value = self._evaluator.evaluate(node, frame)
        with self._entering(node.elt if isinstance(node, ast.ListComp) else node, frame):
            self._registering.discarded(value)

    def _applied(self, function: Value, arguments: Arguments, node: ast.Call, frame: Frame) -> Value:
        origin = getattr(function, "origin", None) or self._evaluator.origin(node.func, frame)
        found = self._by_name(function, arguments, origin)
        if found is None:
            found = function if isinstance(function, Unknown) else self.apply(function, arguments)
        self._evaluator.registries.hand_on(function, found, arguments)
        if found is not function or not isinstance(function, Unknown):
            return found
        names = self._evaluator.markers.names_of(*origin)
        return Unknown(function.node, self._evaluator.origin(node, frame), names[0] if names else function.name)

    def _by_name(self, function: Value, arguments: Arguments, origin: tuple[ast.expr, Site] | None) -> Value | None:
        """What the tables say of a call of `function`, for which the expression `origin` stands; None for nothing."""
        if self._is_constant or not isinstance(function, Unknown | External | Defined | Method | ModuleName):
            return None
        if origin is None:
            return self._named([function.name], arguments) if isinstance(function, Unknown) else None
        names = self._evaluator.markers.names_of(*origin)
        if (effect := self._effects(names)) is not None:
            return self.apply(effect, arguments)
        if isinstance(origin[0], ast.Call):  # of what that gives, nothing is known but who made it
            name = next(iter(names), "")
            return Unknown(function.node, name=name) if isinstance(function, Unknown) else None
        if not self._is_own(function) and (found := self._registering.marked(origin, arguments)) is not None:
            return found
        return self._named(names or [function.name], arguments) if isinstance(function, Unknown) else None

    def _is_own(self, function: Value) -> bool:
        """Whether it is a method of an object of a class that has nothing of a framework, whatever its name."""
        match function:
            case Method(receiver=Instance(symbol=class_, is_exact=True), function=Defined()):
                pass
            case Method(receiver=Record() as record, function=Defined()):
                class_ = class_of(record)
            case _:
                return False
        return not any(self._names.dialects.describe(one.name) for one in self._names.ancestors(class_))

    def call(self, function: Value, positional: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        """What `function(*positional, **keywords)` yields. Raises NotConstantError and what evaluating raises."""
        given = Arguments(tuple(map(Argument, positional)), {name: Argument(one) for name, one in keywords.items()})
        return self._evaluator.settled(self.apply(function, given))

    def apply(self, function: Value, arguments: Arguments) -> Value:
        """What `function(…)` yields. Raises NotConstantError and what evaluating raises."""
        handler = _APPLIED.get(type(function))
        if handler is not None:
            return handler(self, function, arguments)
        if isinstance(function, EnumType) or hasattr(function, "_fields"):  # a named tuple
            positional, keywords = arguments.complete
            return function(*positional, **keywords)
        raise TypeError

    def _symbol(self, function: Defined, arguments: Arguments) -> Value:
        match function.node:
            case Class():
                return self._instances.of(function, arguments)
            case Function():
                return self._functions.apply(function, arguments)
        raise TypeError

    def _wrapping(self, function: Wrapping, arguments: Arguments) -> Value:
        outer = self._functions.among(arguments).function
        return Unknown(ast.Name("wraps")) if outer is None else library.wrap(outer, function.inner)

    def _instance(self, function: Instance, arguments: Arguments) -> Value:
        found = self._evaluator.attributes.member(function, "__call__")
        return self.apply(External(function.symbol.name) if found is None else found, arguments)

    def _unknown(self, function: Unknown, arguments: Arguments) -> Value:
        found = self._by_name(function, arguments, function.origin)
        return function if found is None else found

    def _registered(self, function: Registered, arguments: Arguments) -> Value:
        value = self.apply(function.function, arguments)
        return replace(value, name=function.name) if function.name and isinstance(value, FunctionValue) else value

    def effect(self, name: str) -> Effect | None:
        """What the configuration and the tables say that the decorator of this qualified name does."""
        return self._effects([name])

    def _effect(self, function: Effect, arguments: Arguments) -> Value:
        """A decorator that is known by tables: it keeps the signature, but for the parameters that it fills."""
        subject = self._functions.among(replace(arguments, keywords={})).function  # keywords are options of it
        return function if subject is None else replace(subject, shown=subject, removed=function.removed, rewritten="")

    def _named(self, names: Sequence[str], arguments: Arguments) -> Value | None:
        """What a function known by `names` alone gives, the best first; arguments may be anything afterwards."""
        arguments = self._functions.among(arguments)
        if (effect := self._effects(names)) is not None:
            return self.apply(effect, arguments)
        for name in names:
            if name in library.FUNCTIONS:
                shown = self._functions.shown(arguments) if name in library.SHOWING else arguments
                return library.FUNCTIONS[name](shown)
            if (found := self._registering.named(name, arguments)) is not None:
                return found
        if arguments.function is None:
            return None
        self._evaluator.path.has_gaps = True  # it may be called
        return Unknown(ast.Name(names[0] or "_"), name=names[0])

    def _external(self, function: External, arguments: Arguments) -> Value:
        name = function.name
        owner, _, method = name.rpartition(".")
        first = arguments.positional[0].value if owner and arguments.positional else None
        if type(first).__name__ == owner and methods.has_method(first, method):
            positional, keywords = arguments.complete
            return methods.call_method(first, method, positional[1:], keywords)
        if name == "inspect.getdoc":
            return cleandoc(self._evaluator.attributes.attribute(arguments.plain[0][0], "__doc__"))
        if (
            not self._is_constant
            and (found := self._named([name], arguments)) is not None
            and not (name in pure.FUNCTIONS and isinstance(found, Unknown))
        ):
            return found
        if name in pure.FUNCTIONS:
            return self._pure(name, arguments)
        positional, keywords = arguments.plain
        if name in library.FUNCTIONS:
            return library.FUNCTIONS[name](arguments)
        if method in MODEL_METHODS:
            return _constructed(owner, [], {**keywords, **dict(*positional)})
        return _constructed(name, positional, keywords)

    def _pure(self, name: str, arguments: Arguments) -> Value:
        values, keywords = arguments.complete
        positional = [self._evaluator.settled(value) for value in values]
        if pure.uses_up(name):
            positional = [*map(gone_through, positional)]
        if name in _SETS and positional and not is_comparable(positional[0]):
            return SetItems(ordered(positional[0]))
        called = self._with_callable_key(keywords)
        first = [self._callable(value) for value in positional[:1]] if name in _CALLING else positional[:1]
        return pure.call_function(name, [*first, *positional[1:]], called, self._evaluator.path.made)

    def _with_callable_key(self, keywords: Mapping[str, Value]) -> Mapping[str, Value]:
        return {name: self._callable(value) if name == "key" else value for name, value in keywords.items()}

    def _callable(self, value: Value) -> Value:
        """`value`; where it is a function, one that Python's own functions can call, as in `map(str, items)`."""
        if type(value) not in _APPLIED:
            return value

        def function(*arguments: Value) -> Value:
            given = Arguments(tuple(map(Argument, arguments)))
            return self._evaluator.weighed(self.apply(value, given))

        return function

    def _method(self, method: Method, arguments: Arguments) -> Value:
        positional, keywords = arguments.plain
        match method:
            case Method(receiver=Defined() as class_, function=None):
                _, keywords = arguments.complete
                return self._objects.records.construct(class_, [], {**keywords, **dict(*positional)})
            case Method(receiver=FunctionAttribute(name="__signature__") as signature, name="replace"):
                return signatures.replaced(self._evaluator, signature, *arguments.complete)
            case Method(receiver=FunctionAttribute(function=function_object, name=name)):
                if name != "__signature__":
                    function_object.rewritten = f"it changes `{name}`"
                return Unknown(ast.Name(name))
            case Method(receiver=dict() as items, name="get") if (
                positional
                and isinstance(positional[0], Unknown)  # gives one of the items, and nobody knows which
                and not self._is_constant
                and any(map(self._evaluator.is_more, items.values()))
            ):
                return Choice(positional[0].node, (*items.values(), *(positional[1:] or [None])), is_item=True)
            case Method(function=Defined() as function):
                given = Arguments(tuple(map(Argument, receiver_of(method))))
                return self.apply(function, given + arguments)
        positional += [] if arguments.rest is None else [arguments.rest.value]
        try:
            return methods.call_method(method.receiver, method.name, positional, self._with_callable_key(keywords))
        except FAULTS:
            if self._evaluator.registries.is_filled(method.receiver):
                self._evaluator.path.has_failed = True
            raise

    def decorated(self, decorator: Value, function: Value, origin: tuple[ast.expr, Site]) -> Value:
        """What `decorator`, for which `origin` stands, makes of `function`; Unknown where that is not known."""
        arguments = Arguments((Argument(function),))
        try:
            found = self._by_name(decorator, arguments, getattr(decorator, "origin", None) or origin)
            return self.apply(decorator, arguments) if found is None else found
        except (NotConstantError, *FAULTS):
            if self._is_constant:
                raise
            return Unknown(ast.Name("_"), name=getattr(decorator, "name", ""))


def _is_made(function: Value) -> bool:
    """Whether a call of `function` keeps what it is given by name, as far as is known."""
    match function:
        case External(name=name):
            return name not in pure.FUNCTIONS or pure.FUNCTIONS[name] is dict
        case _:
            return isinstance(function, Defined) and isinstance(function.node, Class)


def _constructed(name: str, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> ConstructedObject | Opaque:
    """What a call makes that is not followed. Raises TypeError where it need not be an instance of a class."""
    parameters = _POSITIONAL.get(name, ())
    if len(arguments) <= len(parameters):
        arguments, keywords = [], {**dict(zip(parameters, arguments, strict=False)), **keywords}
    if name not in _POSITIONAL and not name.rpartition(".")[2][:1].isupper():
        raise TypeError
    return Opaque(name) if arguments else ConstructedObject(name, keywords)


_APPLIED: Mapping[type, Callable[[Calls, Any, Arguments], Value]] = {
    Choice: lambda calls, choice, arguments: calls.apply(calls._evaluator.settled(choice), arguments),
    Defined: Calls._symbol,
    Effect: Calls._effect,
    External: Calls._external,
    FunctionValue: lambda calls, function, given: calls._functions.follow(function, calls._functions.among(given)),
    Instance: Calls._instance,
    Lambda: lambda calls, function, arguments: calls._functions.apply_lambda(function, arguments),
    MarkerUse: lambda calls, use, arguments: calls._registering.used(use, arguments),
    Method: Calls._method,
    Native: lambda _, function, arguments: function.call(arguments),
    Partial: lambda calls, partial, arguments: calls.apply(partial.function, partial.arguments + arguments),
    Record: lambda calls, record, given: calls.apply(calls._evaluator.attributes.attribute(record, "__call__"), given),
    Registered: Calls._registered,
    Unknown: Calls._unknown,
    Wrapping: Calls._wrapping,
}
"""How each kind of value is called."""
