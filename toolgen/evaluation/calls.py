"""What calls yield: of Python's own functions, of classes, of functions of the project, and of what declares tools."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import EnumType
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, TypeAlias

from toolgen.evaluation import library
from toolgen.evaluation.binding import bound
from toolgen.evaluation.folding import methods, pure
from toolgen.evaluation.folding.definitions import decorators
from toolgen.evaluation.folding.values import (
    FAULTS,
    Choice,
    ConstructedObject,
    Frame,
    Lambda,
    Method,
    NotConstantError,
    Opaque,
    Pieces,
    Record,
    TooLargeError,
    Unknown,
    Value,
    is_comparable,
    ordered,
)
from toolgen.evaluation.functions import (
    Argument,
    Arguments,
    Code,
    Effect,
    FunctionAttribute,
    FunctionValue,
    Instance,
    MarkerUse,
    Native,
    Partial,
    Registered,
    Wrapping,
    carries_function,
)
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Site
from toolgen.evaluation.paths import MAX_DEPTH, MAX_PLAIN_DEPTH, MAX_PLAIN_STEPS, ExecutionPath
from toolgen.evaluation.registering import Registering
from toolgen.syntax.bodies import FunctionNode
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Class, Function, Parameter

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

Effects: TypeAlias = Callable[[Sequence[str]], Effect | None]
"""What the tables say of the decorator that has one of these qualified names; None where they say nothing."""

_FIELDS = frozenset({"pydantic.Field", "pydantic.fields.Field"})
"""What is made with one argument that needs no name: the default."""

_HARMLESS = frozenset(
    {"cache", "classmethod", "functools.cache", "functools.lru_cache", "lru_cache", "property", "staticmethod"}
)
"""Decorators that leave what a function returns as it is."""

_ENVIRONMENT = frozenset({"os.environ.get", "os.getenv"})
_CALLING = frozenset({"filter", "map"})
"""Functions that call their first argument; others call what they are given as `key`."""

_SETS = frozenset({"frozenset", "set"})


def no_effects(_names: Sequence[str]) -> Effect | None:
    """The table that says nothing of any decorator."""
    return None


class Calls:
    """Applies functions to arguments."""

    def __init__(self, evaluator: Evaluator, effects: Effects) -> None:
        self._evaluator = evaluator
        self._names = evaluator.names
        self._objects = evaluator.objects
        self._effects = effects
        self._registering = Registering(evaluator)

    @property
    def _is_constant(self) -> bool:
        return self._evaluator.path.is_constant

    # -- the expression ---------------------------------------------------------------------------------------

    def of_node(self, node: ast.Call, frame: Frame) -> Value:
        """What the call `node` yields. Raises NotConstantError and what evaluating raises."""
        function = self._evaluator.evaluate(node.func, frame)
        if self._is_constant and isinstance(function, Unknown):
            # That a method is not known is said of its call.
            raise NotConstantError(node if function.node is node.func else function.node)
        arguments = self._evaluator.arguments(node, frame)
        special = library.SPECIAL.get(function.name) if isinstance(function, External) else None
        if special is not None and (answer := special(self._evaluator, node, arguments, frame)) is not None:
            return answer[0]
        if isinstance(function, External) and function.name in _ENVIRONMENT:
            return self._of_environment(node, arguments)
        if self._objects.records.is_settings(function):
            self._evaluator.environment.append(node)
        if not self._is_constant:
            return self._entered(function, arguments, node, frame)
        found = self._constantly(function, arguments)
        if isinstance(found, Unknown):
            raise NotConstantError(_first_unknown(arguments) or node)
        return found

    def _of_environment(self, node: ast.Call, arguments: Arguments) -> Value:
        """The fallback of `os.environ.get`, which is worth something else where the environment says so."""
        positional, keywords = arguments.plain
        self._evaluator.environment.append(node)
        fallback = positional[1] if len(positional) > 1 else keywords.get("default")
        return fallback if self._is_constant else Unknown(node)

    def _constantly(self, function: Value, arguments: Arguments) -> Value:
        try:
            return self.apply(function, arguments)
        except NotConstantError as error:  # in the body of a function, or in the default of a field
            return Unknown(error.node)

    def _entered(self, function: Value, arguments: Arguments, node: ast.Call, frame: Frame) -> Value:
        """What a call on a path yields; one outside of all functions that are followed is an entry to them."""
        with self._entering(node, frame):
            return self._applied(function, arguments, node, frame)

    @contextmanager
    def _entering(self, node: ast.expr, frame: Frame) -> Iterator[None]:
        path = self._evaluator.path
        if not isinstance(path, ExecutionPath) or path.depth:
            yield
            return
        outer, path.entry = path.entry, self._evaluator.ref(node, None, frame)
        try:
            yield
        finally:
            path.entry = outer

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
        if (found := self._registering.marked(origin, arguments)) is not None:
            return found
        return self._named(names or [function.name], arguments) if isinstance(function, Unknown) else None

    # -- functions --------------------------------------------------------------------------------------------

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
            positional, keywords = arguments.plain
            return function(*positional, **keywords)
        raise TypeError

    def _symbol(self, function: Defined, arguments: Arguments) -> Value:
        match function.node:
            case Class():
                return self._instantiate(function, arguments)
            case Function():
                return self._follow_defined(function, arguments)
        raise TypeError

    def _given_functions(self, function: FunctionValue, arguments: Arguments) -> Value:
        return self._follow(function, self._with_functions(arguments))

    def _partial(self, function: Partial, arguments: Arguments) -> Value:
        return self.apply(function.function, function.arguments + arguments)

    def _wrapping(self, function: Wrapping, arguments: Arguments) -> Value:
        outer = self._with_functions(arguments).function
        return Unknown(ast.Name("wraps")) if outer is None else library.wrap(outer, function.inner)

    def _instance(self, function: Instance, arguments: Arguments) -> Value:
        found = self._evaluator.bindings.member(function, "__call__")
        return self.apply(External(function.symbol.name) if found is None else found, arguments)

    def _record(self, function: Record, arguments: Arguments) -> Value:
        return self.apply(self._evaluator.bindings.attribute(function, "__call__"), arguments)

    def _choice(self, function: Choice, arguments: Arguments) -> Value:
        return self.apply(self._evaluator.settled(function), arguments)

    def _registered(self, function: Registered, arguments: Arguments) -> Value:
        return self.apply(function.function, arguments)

    def _unknown(self, function: Unknown, arguments: Arguments) -> Value:
        found = self._by_name(function, arguments, function.origin)
        return function if found is None else found

    def _native(self, function: Native, arguments: Arguments) -> Value:
        return function.call(arguments)

    def _marker_use(self, function: MarkerUse, arguments: Arguments) -> Value:
        return self._registering.used(function, arguments)

    def _effect(self, function: Effect, arguments: Arguments) -> Value:
        """A decorator that is known by tables: it keeps the signature, but for the parameters that it fills."""
        subject = self._with_functions(arguments).first_function
        return function if subject is None else replace(subject, shown=subject, removed=function.removed, rewritten="")

    def _named(self, names: Sequence[str], arguments: Arguments) -> Value | None:
        """What a function gives of which only the `names` are known, the best of them first; None for nothing.

        A function among the arguments may be anything afterwards.
        """
        arguments = self._with_functions(arguments)
        if (effect := self._effects(names)) is not None:
            return self.apply(effect, arguments)
        for name in names:
            if name in library.FUNCTIONS:
                return library.FUNCTIONS[name](arguments)
            if (found := self._registering.named(name, arguments)) is not None:
                return found
        return None if arguments.function is None else Unknown(ast.Name(names[0] or "_"), name=names[0])

    def _external(self, function: External, arguments: Arguments) -> Value:
        name = function.name
        if (
            not self._is_constant
            and (found := self._named([name], arguments)) is not None
            and not (name in pure.FUNCTIONS and isinstance(found, Unknown))
        ):
            return found
        positional, keywords = arguments.plain
        if name in pure.FUNCTIONS:
            return self._pure(name, positional, keywords, arguments)
        if name == "inspect.getdoc":
            return cleandoc(self._evaluator.bindings.attribute(positional[0], "__doc__"))
        if name in library.FUNCTIONS:
            return library.FUNCTIONS[name](arguments)
        owner, _, method = name.rpartition(".")
        if positional and type(positional[0]).__name__ == owner and methods.has_method(positional[0], method):
            return methods.call_method(positional[0], method, positional[1:], keywords)
        return _constructed(name, positional, keywords)

    def _pure(
        self, name: str, positional: Sequence[Value], keywords: Mapping[str, Value], arguments: Arguments
    ) -> Value:
        if arguments.rest is not None:
            raise TypeError
        positional = [self._evaluator.settled(value) for value in positional]
        if name in _SETS and positional and not is_comparable(positional[0]):
            return Pieces(ordered(positional[0]))  # what cannot be in a set, such as a function, stands in a row
        called = {keyword: self._callable(value) if keyword == "key" else value for keyword, value in keywords.items()}
        first = [self._callable(value) for value in positional[:1]] if name in _CALLING else positional[:1]
        return pure.call_function(name, [*first, *positional[1:]], called)

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
                return self._objects.records.construct(class_, [], {**keywords, **dict(*positional)})
            case Method(receiver=FunctionAttribute(function=function_object, name=name)):
                if name != "__signature__":
                    function_object.rewritten = f"it changes `{name}`"
                return Unknown(ast.Name(name))
            case Method(receiver=receiver, function=Defined() as function):
                given = Arguments(tuple(map(Argument, _receiver(receiver, function))))
                return self.apply(function, given + arguments)
        return methods.call_method(method.receiver, method.name, positional, keywords)

    # -- functions of the project -----------------------------------------------------------------------------

    def defined(self, node: FunctionNode, frame: Frame) -> Value:
        """The function that a `def` or a `lambda` in a body makes, before its decorators."""
        if isinstance(node, ast.Lambda) and self._is_constant:
            return Lambda(node, frame)
        source = self._evaluator.as_source(frame)
        return FunctionValue.of(source.facts(node), frame.site, Code(node, replace(frame, source=source)))

    def materialized(self, function: Defined) -> Value:
        """What the name of a function means, after its own decorators; Unknown where that is not known."""
        bare = self._undecorated(function)
        if bare is None or bare.code is None:
            return Unknown(ast.Name(function.name), name=function.name)
        value: Value = bare
        for decorator in reversed(bare.facts.decorators):
            made = self._evaluator.evaluate_text(decorator, bare.code.frame)
            value = self.decorated(made, value, (parse_expression(decorator.text), function.site))
        return value

    def _undecorated(self, function: Defined) -> FunctionValue | None:
        """The function that a `def` in a file makes, before its decorators; None where it is not there."""
        node, site = function.node, function.site
        source = self._evaluator.sources.of(site.module)
        found = source.find(node) if isinstance(node, Function) else None
        if not isinstance(node, Function) or found is None:
            return None
        return FunctionValue.of(node, site, Code(found, Frame(site, source=source)))

    def of_property(self, method: Defined, receiver: Value) -> Value:
        """What a property of `receiver` yields on a path."""
        found = self._undecorated(method)
        return (
            Unknown(ast.Name(method.name)) if found is None else self._follow(found, Arguments((Argument(receiver),)))
        )

    def decorated(self, decorator: Value, function: Value, origin: tuple[ast.expr, Site]) -> Value:
        """What `decorator`, for which the expression `origin` stands, makes of `function`; Unknown where that is not
        known.
        """
        arguments = Arguments((Argument(function),))
        try:
            found = self._by_name(decorator, arguments, getattr(decorator, "origin", None) or origin)
            return self.apply(decorator, arguments) if found is None else found
        except (NotConstantError, *FAULTS):
            if self._is_constant:
                raise
            return Unknown(ast.Name("_"), name=getattr(decorator, "name", ""))

    def as_function(self, value: Value) -> FunctionValue | None:
        """The function, or method without its object, that `value` is; None for anything else."""
        match value:
            case FunctionValue():
                return value
            case Registered(function=inner):
                return self.as_function(inner)
            case Defined(node=Function()):
                return self.as_function(self.materialized(value))
            case Method(function=Defined() as function):
                return self.as_function(self.materialized(function))
            case Lambda(node=node, frame=frame):
                source = self._evaluator.as_source(frame)
                return FunctionValue.of(source.facts(node), frame.site, Code(node, replace(frame, source=source)))
            case _:
                return None

    def _with_functions(self, arguments: Arguments) -> Arguments:
        """`arguments` with function objects in the place of the names of functions; in a constant, as they are."""
        if self._is_constant:
            return arguments
        positional = tuple(map(self._with_function, arguments.positional))
        keywords = {name: self._with_function(value) for name, value in arguments.keywords.items()}
        return Arguments(positional, keywords, arguments.rest)

    def _with_function(self, argument: Argument) -> Argument:
        value = argument.value
        if not (isinstance(value, Defined) and isinstance(value.node, Function)):
            return argument
        function = self.as_function(value)
        return argument if function is None else argument._replace(value=function)

    def _follow_defined(self, function: Defined, arguments: Arguments) -> Value:
        node = function.node
        if self._is_constant and isinstance(node, Function) and not {*decorators(node)} <= _HARMLESS:
            raise TypeError
        if self._is_constant:
            value = self._undecorated(function)
            if value is None:
                raise TypeError
            return self._follow(value, arguments)
        if not self._may_matter(function, arguments):
            return Unknown(ast.Name(function.name), name=function.name)
        return self.apply(self.materialized(function), arguments)

    def _may_matter(self, function: Defined, arguments: Arguments) -> bool:
        """Whether a call is given functions, or its module speaks of tools: else it is not followed on a path."""
        if self._evaluator.path.is_asked:
            return True
        module, words = function.site.module, self._names.dialects.needles
        is_own = self._evaluator.sources.is_of_project(module)
        return is_own or any(map(carries_function, arguments.values)) or module.contents.speaks_of(words)

    def _follow(self, function: FunctionValue, arguments: Arguments) -> Value:
        """What the body of `function` returns."""
        code = function.code
        if code is None:
            return Unknown(ast.Name(function.name), name=function.name)
        source = self._evaluator.as_source(code.frame)
        facts = source.facts(code.node)
        if facts.is_async or facts.scope is None:
            if self._is_constant:
                raise TypeError
            return Unknown(ast.Name(function.name), name=function.name)
        default = self._default(function, code, {*facts.scope.changed, *facts.scope.history})
        given = bound(function.facts.parameters, arguments, default, strict=self._is_constant)
        frame = Frame(
            function.site.within(function.facts).entering(facts.scope),
            {name: argument.value for name, argument in given.items()},
            is_called=True,
            outer=code.frame if code.frame.is_called or code.frame.variables else None,
            source=source,
            origins={name: argument.ref for name, argument in given.items() if argument.ref is not None},
        )
        return self._run(function, code.node, frame)

    def _run(self, function: FunctionValue, node: FunctionNode, frame: Frame) -> Value:
        path = self._evaluator.path
        is_told = path.is_constant or path.is_asked or self._evaluator.registries.is_filling
        is_wrapper = function.facts.name in function.site.module.facts.wrappers
        matters = is_told or is_wrapper or any(map(carries_function, frame.variables.values()))
        if path.depth >= MAX_DEPTH:
            raise TooLargeError
        if matters:
            return self._returned(function, node, frame)
        key = function.site.module.path, function.facts.line, function.facts.column
        if key in path.budget.barren or path.depth >= MAX_PLAIN_DEPTH:
            return Unknown(ast.Name(function.name))
        registered = len(path.registered)
        found: Value = Unknown(ast.Name(function.name))
        try:
            with path.budget.limited(MAX_PLAIN_STEPS):
                found = self._returned(function, node, frame)
        finally:
            if isinstance(found, Unknown) and len(path.registered) == registered:
                path.budget.barren.add(key)
        return found

    def _returned(self, function: FunctionValue, node: FunctionNode, frame: Frame) -> Value:
        path = self._evaluator.path
        path.depth += 1
        try:
            return self._evaluator.statements.returned(node, frame, is_generator=function.facts.is_generator)
        finally:
            path.depth -= 1

    def _default(self, function: FunctionValue, code: Code, changed: Container[str]) -> Callable[[Parameter], Value]:
        def evaluated(parameter: Parameter) -> Value:
            outer = code.frame if code.frame.variables else None
            found = parameter.default
            value = None if found is None else self._evaluator.evaluate_text(found, Frame(function.site, outer=outer))
            if isinstance(value, list | dict | set) and parameter.name in changed:
                return Unknown(ast.Name(parameter.name))  # calls before this one have changed it
            return value

        return evaluated

    def _follow_lambda(self, function: Lambda, arguments: Arguments) -> Value:
        given = function.node.args
        positional, keywords = arguments.plain
        if keywords or given.posonlyargs or given.vararg or given.kwonlyargs or given.kwarg or given.defaults:
            found = self.as_function(function)
            if found is None:
                raise TypeError
            return self._follow(found, arguments)
        names = [argument.arg for argument in given.args]
        frame = replace(function.frame.binding(dict(zip(names, positional, strict=True))), is_called=True)
        return self._evaluator.value(function.node.body, frame)

    # -- classes ----------------------------------------------------------------------------------------------

    def _instantiate(self, class_: Defined, arguments: Arguments) -> Value:
        positional, keywords = arguments.plain
        try:
            if arguments.rest is not None or any(isinstance(value, Unknown) for value in arguments.values):
                raise TypeError
            return self._objects.records.construct(class_, positional, keywords)
        except (TypeError, ValueError, LookupError, NotConstantError):
            if self._is_constant:
                if positional:
                    raise TypeError from None
                return ConstructedObject(class_.name, keywords, has_source=True)
        instance = Instance(class_)
        if not self._may_matter(class_, arguments):
            return instance
        if (initializer := self._evaluator.bindings.member(instance, "__init__")) is None:
            return Instance(class_, dict(keywords))  # as a model keeps what it is given
        self.apply(initializer, arguments)
        return instance


def _first_unknown(arguments: Arguments) -> ast.expr | None:
    return next((value.node for value in arguments.values if isinstance(value, Unknown)), None)


def _constructed(name: str, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> ConstructedObject | Opaque:
    """What a call makes that is not followed. Raises TypeError where it need not be an instance of a class."""
    if name in _FIELDS and len(arguments) == 1:
        arguments, keywords = [], {"default": arguments[0], **keywords}
    if not name.rpartition(".")[2][:1].isupper():
        raise TypeError
    return Opaque(name) if arguments else ConstructedObject(name, keywords)


def _receiver(receiver: Value, function: Defined) -> list[Value]:
    """What a method is given before its arguments. Raises TypeError for decorators that are not known."""
    names = decorators(function.node) if isinstance(function.node, Function) else []
    if isinstance(receiver, Instance):
        return [] if "staticmethod" in names else [receiver]
    match names, isinstance(receiver, Defined | EnumType):
        case (["staticmethod"], _) | ([], True):
            return []
        case ([], False) | (["classmethod"], True):
            return [receiver]
    if isinstance(receiver, Defined):  # of a class, whose method is decorated
        return [receiver] if "classmethod" in names else []
    return [receiver]


_APPLIED: Mapping[type, Callable[[Calls, Any, Arguments], Value]] = {
    Choice: Calls._choice,
    Defined: Calls._symbol,
    Effect: Calls._effect,
    External: Calls._external,
    FunctionValue: Calls._given_functions,
    Instance: Calls._instance,
    Lambda: Calls._follow_lambda,
    MarkerUse: Calls._marker_use,
    Method: Calls._method,
    Native: Calls._native,
    Partial: Calls._partial,
    Record: Calls._record,
    Registered: Calls._registered,
    Unknown: Calls._unknown,
    Wrapping: Calls._wrapping,
}
"""How each kind of value is called."""
