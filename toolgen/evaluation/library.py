"""Functions of the standard library that decorators are made of."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.folding.values import Unknown, Value
from toolgen.evaluation.functions import FunctionAttribute, FunctionValue, Wrapping
from toolgen.evaluation.stand_ins import Effect, Instance, Partial
from toolgen.syntax.bodies import statements
from toolgen.syntax.expressions import last_name
from toolgen.syntax.nodes import walk

Call: TypeAlias = Callable[[Arguments], Value]

RUNNERS = frozenset({"async_to_sync", "run", "run_coroutine_threadsafe", "run_sync", "run_until_complete"})
"""Functions that wait for a coroutine, so that a wrapper which calls one is no coroutine function."""


def wrap(function: FunctionValue, inner: FunctionValue) -> FunctionValue:
    """`functools.update_wrapper(function, inner)`; a plain one that passes on `inner`'s coroutine gives one, too."""
    function.show(inner)
    function.name, function.docstring = inner.name, inner.docstring
    function.attributes |= inner.attributes
    function.is_async = function.facts.is_async or (inner.is_async and not _waits(function))
    return function


def _waits(function: FunctionValue) -> bool:
    body = [] if function.code is None else statements(function.code.node)
    nodes = (node for statement in body for node in walk(statement) if isinstance(node, ast.Call))
    return any(last_name(node.func) in RUNNERS for node in nodes)


def _wraps(arguments: Arguments) -> Value:
    match arguments.named(("wrapped", "assigned", "updated")):
        case {"wrapped": Argument(value=FunctionValue() as inner), **rest} if not rest:
            return Wrapping(inner)
        case _:
            return _unknown("functools.wraps")


def _update_wrapper(arguments: Arguments) -> Value:
    positional, keywords = arguments.plain
    by_name = [keywords[one] for one in ("wrapper", "wrapped") if one in keywords]
    match [*positional, *by_name, *(one for one in keywords if one not in {"wrapper", "wrapped"})]:
        case [FunctionValue() as function, FunctionValue() as inner]:
            return wrap(function, inner)
        case [Instance(attributes=attributes) as instance, FunctionValue() as inner]:
            attributes["__wrapped__"] = inner
            return instance
        case [Partial(attributes=attributes) as made, FunctionValue() as inner]:
            attributes |= {"__wrapped__": inner, "__name__": inner.name, "__doc__": inner.docstring}
            return made
        case _:
            return _unknown("functools.update_wrapper")


def _partial(arguments: Arguments) -> Value:
    match arguments.positional:
        case (function, *rest):
            return Partial(function.value, replace(arguments, positional=tuple(rest)))
        case _:
            return _unknown("functools.partial")


def _signature(arguments: Arguments) -> Value:
    function = arguments.function
    return _unknown("inspect.signature") if function is None else FunctionAttribute(function, "__signature__")


def _unwrap(arguments: Arguments) -> Value:
    function = arguments.function
    return _unknown("inspect.unwrap") if function is None else function.definition


def _decorator_maker(arguments: Arguments) -> Value:
    """What makes a decorator that keeps signatures of a function of the project; a tool stays what it is."""
    function = arguments.function
    if function is None:
        return _unknown("decorator")
    return Effect() if function.code is not None else function


def _unknown(name: str) -> Unknown:
    return Unknown(ast.Name(name))


FUNCTIONS: Mapping[str, Call] = {
    # A context manager can be used as a decorator (`contextlib.ContextDecorator`).
    **dict.fromkeys(("contextlib.asynccontextmanager", "contextlib.contextmanager"), _decorator_maker),
    **dict.fromkeys(("decorator.decorator", "wrapt.decorator"), _decorator_maker),
    "functools.partial": _partial,
    "functools.update_wrapper": _update_wrapper,
    "functools.wraps": _wraps,
    "inspect.signature": _signature,
    "inspect.unwrap": _unwrap,
    "types.FunctionType": lambda _: _unknown("types.FunctionType"),
    "types.MethodType": lambda _: _unknown("types.MethodType"),
    **dict.fromkeys(
        ("typing.cast", "typing_extensions.cast"),
        lambda given: given.positional[-1].value if given.positional else _unknown("typing.cast"),
    ),
}
"""By qualified names. They are given function objects in the place of the names of functions."""

SHOWING = frozenset({"functools.update_wrapper", "functools.wraps", "inspect.signature"})
"""Those that ask what a function says of itself, which call none."""
