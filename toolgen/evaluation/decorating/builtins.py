"""What the functions of the standard library that decorators are made of return, and the methods of dictionaries."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from toolgen.evaluation.decorating.values import (
    Arguments,
    Attribute,
    Effect,
    FunctionValue,
    Instance,
    Pack,
    Partial,
    Table,
    Unknown,
    Value,
    Wrapping,
)
from toolgen.syntax.bodies import statements

Call: TypeAlias = Callable[[Arguments], Value | None]

RUNNERS = frozenset({"async_to_sync", "run", "run_coroutine_threadsafe", "run_sync", "run_until_complete"})
"""Functions that wait for a coroutine, so that a wrapper which calls one is no coroutine function."""


def wrap(function: FunctionValue, inner: FunctionValue) -> FunctionValue:
    """`functools.update_wrapper(function, inner)`.

    A call of a function that is not `async` gives a coroutine nevertheless where it passes on that of `inner`.
    """
    function.show(inner)
    function.name, function.docstring = inner.name, inner.docstring
    function.is_async = function.facts.is_async or (inner.is_async and not _waits(function))
    return function


def _waits(function: FunctionValue) -> bool:
    body = [] if function.code is None else statements(function.code.node)
    nodes = (node for statement in body for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(getattr(node.func, "attr", getattr(node.func, "id", "")) in RUNNERS for node in nodes)


def _wraps(arguments: Arguments) -> Value | None:
    match arguments:
        case Arguments(positional=(FunctionValue() as inner,), keywords=keywords) if not keywords:
            return Wrapping(inner)
        case Arguments(keywords={"wrapped": FunctionValue() as inner, **rest}) if not rest:
            return Wrapping(inner)
        case _:
            return None


def _update_wrapper(arguments: Arguments) -> Value | None:
    values = [*arguments.positional, *map(arguments.keywords.get, ("wrapper", "wrapped"))]
    match [value for value in values if value is not None]:
        case [FunctionValue() as function, FunctionValue() as inner]:
            return wrap(function, inner)
        case [Instance(attributes=attributes) as instance, FunctionValue() as inner]:
            attributes["__wrapped__"] = inner
            return instance
        case _:
            return None


def _partial(arguments: Arguments) -> Value | None:
    match arguments.positional:
        case (function, *rest):
            return Partial(function, replace(arguments, positional=tuple(rest)))
        case _:
            return None


def _signature(arguments: Arguments) -> Value | None:
    function = arguments.function
    return None if function is None else Attribute(function, "__signature__")


def _unwrap(arguments: Arguments) -> Value | None:
    function = arguments.function
    return None if function is None else function.origin


def _last(arguments: Arguments) -> Value | None:
    return arguments.positional[-1] if arguments.positional else None


def _decorator_maker(arguments: Arguments) -> Value | None:
    """What makes a decorator that keeps signatures of a function of the project; a tool stays what it is."""
    function = arguments.function
    return Effect() if function is not None and function.code is not None else function


BUILTINS: Mapping[str, Call] = {
    # A context manager can be used as a decorator (`contextlib.ContextDecorator`).
    "contextlib.asynccontextmanager": _decorator_maker,
    "contextlib.contextmanager": _decorator_maker,
    "decorator.decorator": _decorator_maker,
    "functools.partial": _partial,
    "functools.update_wrapper": _update_wrapper,
    "functools.wraps": _wraps,
    "inspect.signature": _signature,
    "inspect.unwrap": _unwrap,
    "typing.cast": _last,
    "typing_extensions.cast": _last,
    "wrapt.decorator": _decorator_maker,
}


def _enumerated(items: Sequence[Value], *_: Sequence[Value]) -> tuple[Value, ...]:
    return tuple(Pack((Unknown("enumerate"), item)) for item in items)


def _copied(items: Sequence[Value] = ()) -> tuple[Value, ...]:
    return tuple(items)


def _zipped(*collections: Sequence[Value]) -> tuple[Value, ...]:
    return tuple(map(Pack, zip(*collections, strict=False)))


ITERATORS: Mapping[str, Callable[..., tuple[Value, ...]]] = {
    **dict.fromkeys(("frozenset", "iter", "list", "reversed", "set", "sorted", "tuple"), _copied),
    "enumerate": _enumerated,
    "zip": _zipped,
}
"""What the builtins that go through collections give; an order does not matter to what is done with each item."""

READERS = frozenset({"items", "keys", "values"})
"""The methods of dictionaries that go through them."""


# -- dictionaries -----------------------------------------------------------------------------------------------


def _key(value: Value) -> str | None:
    node = getattr(value, "node", None)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def call_method(table: Table, name: str, arguments: Arguments) -> Value | None:
    """What `table.name(…)` returns, after its effect on `table`; None where that is not known."""
    key = _key(arguments.positional[0]) if arguments.positional else None
    default = arguments.positional[1] if len(arguments.positional) > 1 else None
    match name:
        case "get" if key is not None:
            return table.items.get(key, default)
        case "pop" if key is not None:
            return table.items.pop(key, default) if default or key in table.items else None
        case "setdefault" if key is not None and default is not None:
            return table.items.setdefault(key, default)
        case "copy":
            return Table(dict(table.items))
        case "update":
            others = [value.items for value in arguments.positional if isinstance(value, Table)]
            for items in (*others, arguments.keywords):
                table.items.update(items)
            return table
        case _:
            return None


def item(value: Value, key: Value) -> Value:
    """`value[key]`."""
    match value:
        case Table(items=items) if (name := _key(key)) is not None and name in items:
            return items[name]
        case Pack(items=items):
            index = getattr(getattr(key, "node", None), "value", None)
            if isinstance(index, int) and -len(items) <= index < len(items):
                return items[index]
    return Unknown("")
