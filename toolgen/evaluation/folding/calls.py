"""What calls are worth: of Python's own functions, of classes, and of functions of the project that only compute."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import EnumType
from inspect import cleandoc
from typing import TYPE_CHECKING, TypeAlias

from toolgen.evaluation.folding import methods, pure
from toolgen.evaluation.folding.definitions import bound, decorators
from toolgen.evaluation.folding.objects import Objects
from toolgen.evaluation.folding.statements import run
from toolgen.evaluation.folding.values import Frame, Lambda, Made, Method, Value
from toolgen.evaluation.names.lookup import Defined, External, Site
from toolgen.syntax.facts import Class, Function, Scope

if TYPE_CHECKING:
    from toolgen.evaluation.folding.evaluator import Evaluator

_FIELDS = frozenset({"pydantic.Field", "pydantic.fields.Field"})
"""What is made with one argument that needs no name: the default."""

Body: TypeAlias = Callable[[Defined], Sequence[ast.stmt]]
"""Finds the statements of a function; raises TypeError where they are not to be had."""

_HARMLESS = frozenset(
    {"cache", "classmethod", "functools.cache", "functools.lru_cache", "lru_cache", "property", "staticmethod"}
)
"""Decorators that leave what a function returns as it is."""


class Calls:
    """Applies functions to values."""

    def __init__(self, objects: Objects, evaluator: Evaluator, body: Body) -> None:
        self._objects = objects
        self._evaluator = evaluator
        self._body = body

    def apply(self, function: Value, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        """What `function(*arguments, **keywords)` is worth. Raises NotConstantError and what evaluating raises."""
        match function:
            case External(name=name):
                return self._external(name, arguments, keywords)
            case Method():
                return self._method(function, arguments, keywords)
            case Lambda():
                return self._lambda(function, arguments, keywords)
            case Defined(node=Class()):
                return self._instance(function, arguments, keywords)
            case Defined(node=Function()):
                return self.returned(function, arguments, keywords)
            case EnumType() if not keywords:
                (value,) = arguments
                return function(value)
            case type() if hasattr(function, "_fields"):  # a named tuple
                return function(*arguments, **keywords)
        raise TypeError

    def returned(self, function: Defined, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        """What a function of the project returns whose body only computes. Raises as `apply` does."""
        node, site = function.node, function.site
        if not isinstance(node, Function) or node.is_async or node.is_generator:
            raise TypeError
        if not {*decorators(node)} <= _HARMLESS:
            raise TypeError
        variables = bound(node, arguments, keywords, lambda text: self._evaluator.written(text, Frame(site)))
        inner = Site(site.module, (*site.scopes, Scope("function")), site.owner)
        (value,) = run(self._body(function), Frame(inner, variables, is_called=True), self._evaluator) or (None,)
        return value

    def _external(self, name: str, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        if name in pure.FUNCTIONS:
            given = {keyword: self._callable(value) for keyword, value in keywords.items()}
            return pure.call_function(name, [*map(self._callable, arguments)], given)
        if name == "inspect.getdoc":
            return cleandoc(self._evaluator.bindings.attribute(arguments[0], "__doc__"))
        owner, _, method = name.rpartition(".")
        if arguments and type(arguments[0]).__name__ == owner and methods.has_method(arguments[0], method):
            return methods.call_method(arguments[0], method, arguments[1:], keywords)
        return _made(name, arguments, keywords)

    def _callable(self, value: Value) -> Value:
        """`value`; where it is a function, one that Python's own functions can call, as in `map(str, items)`."""
        if not isinstance(value, External | Lambda | Method | Defined):
            return value

        def function(*arguments: Value) -> Value:
            return self._evaluator.weighed(self.apply(value, arguments, {}))

        return function

    def _method(self, method: Method, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        match method:
            case Method(receiver=Defined() as class_, function=None):
                return self._objects.records.construct(class_, [], {**keywords, **dict(*arguments)})
            case Method(receiver=receiver, function=Defined() as function):
                return self.returned(function, [*_receiver(receiver, function), *arguments], keywords)
        return methods.call_method(method.receiver, method.name, arguments, keywords)

    def _lambda(self, function: Lambda, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        given = function.node.args
        if keywords or given.posonlyargs or given.vararg or given.kwonlyargs or given.kwarg or given.defaults:
            raise TypeError
        names = [argument.arg for argument in given.args]
        frame = replace(function.frame.binding(dict(zip(names, arguments, strict=True))), is_called=True)
        return self._evaluator.value(function.node.body, frame)

    def _instance(self, class_: Defined, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        try:
            return self._objects.records.construct(class_, arguments, keywords)
        except (TypeError, ValueError):
            return _made(class_.name, arguments, keywords)


def _made(class_name: str, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Made:
    """What a call makes that is not followed. Raises TypeError where it need not be an instance of a class."""
    if class_name in _FIELDS and len(arguments) == 1:
        arguments, keywords = [], {"default": arguments[0], **keywords}
    if arguments or not class_name.rpartition(".")[2][:1].isupper():
        raise TypeError
    return Made(class_name, keywords)


def _receiver(receiver: Value, function: Defined) -> list[Value]:
    """What a method is given before its arguments. Raises TypeError for decorators that are not known."""
    written = decorators(function.node) if isinstance(function.node, Function) else []
    match written, isinstance(receiver, Defined | EnumType):
        case (["staticmethod"], _) | ([], True):
            return []
        case ([], False) | (["classmethod"], True):
            return [receiver]
    raise TypeError
