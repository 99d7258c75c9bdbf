"""The values of constant expressions: Python's own where reading makes them, and stand-ins for what only running would.

Enumerations and named tuples are made anew from what their classes say, so that they iterate, compare and print as they
would; no code of the user's takes part in that.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, NoReturn, TypeAlias

from toolgen.evaluation.folding.faults import FAULTS, NotConstantError, TooLargeError
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.syntax.bodies import Source

Value: TypeAlias = Any
"""A builtin, a value of the standard library, a stand-in, or a symbol: a class, function or module."""

END = object()
"""Stands for what is behind the last item of an iterator."""

_MOST_LEFT = 500
"""How much of an iterator is made that nobody has gone through."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where an expression is evaluated: its site, and the variables of the comprehensions and functions around it.

    `is_called` tells that it is in a function, which sees what names are bound to when it is called. `source` is the
    text that the expression is a part of. `origins` are the expressions that a call gave for its parameters. `is_root`
    tells that the body is read for what it registers itself, not followed from a call. `outer_names` are those that a
    function declares to be `nonlocal`.
    """

    site: Site
    variables: dict[str, Value] = field(default_factory=dict)
    is_called: bool = False
    outer: Frame | None = None
    source: Source | None = None
    origins: Mapping[str, ExpressionRef] = field(default_factory=dict)
    is_root: bool = False
    outer_names: set[str] = field(default_factory=set)

    def binding(self, variables: Mapping[str, Value]) -> Frame:
        """A frame inside this one."""
        return Frame(self.site, dict(variables), self.is_called, self, self.source)

    def assign(self, name: str, value: Value) -> None:
        """Give a variable a value: one of a function around, where the name is declared so."""
        around = self.outer.find(name) if self.outer is not None and name in self.outer_names else None
        (around or self).variables[name] = value

    def find(self, name: str) -> Frame | None:
        """The innermost frame in which `name` has a value."""
        frame: Frame | None = self
        while frame is not None and name not in frame.variables:
            frame = frame.outer
        return frame


class _Undecided:
    """Something that is neither true nor false, and of which nobody can say what it equals."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> NoReturn:
        raise TypeError

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError


@dataclass(frozen=True, slots=True, eq=False)
class Unknown(_Undecided):
    """A value that only running would tell, because of `node`.

    `origin` is the expression that stands for it, in the names of the site where it was evaluated; `name` is its
    qualified name, as far as that is known.
    """

    node: ast.expr
    origin: tuple[ast.expr, Site] | None = None
    name: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Rest(Unknown):
    """In a list or set what is not known of it: no item, or any number of them. In a dictionary its key is `...`."""

    __hash__ = object.__hash__  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, eq=False)
class Coroutine(Unknown):
    """What a call of a coroutine function, the `entry`, gives: its body runs where it is awaited."""

    run: Callable[[], Value] = lambda: None
    entry: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class Choice(_Undecided):
    """One of `options`: which one hangs on `node`, which is not known. What follows an `is_item` hangs on it, too."""

    node: ast.expr
    options: tuple[Value, ...]
    is_item: bool = False


@dataclass(frozen=True, slots=True)
class Lambda:
    """`lambda …: …`, with the frame that it was written in."""

    node: ast.Lambda
    frame: Frame


@dataclass(frozen=True, slots=True)
class Method:
    """A method of `receiver`, not called yet: by its `name` where Python has it, else the project's own `function`."""

    receiver: Value
    name: str
    function: Defined | None = None


@dataclass(frozen=True, slots=True)
class ConstructedObject:
    """What a class makes of which too little is known for more than its keywords: `ToolAnnotations(title="x")`.

    Where its class `has_source`, following the call tells more.
    """

    class_name: str
    arguments: Mapping[str, Value]
    has_source: bool = False

    def __bool__(self) -> NoReturn:
        raise TypeError


@dataclass(frozen=True, slots=True, eq=False)
class Opaque(_Undecided):
    """An object of a class of which only the qualified name is known: `FastMCP("x")`."""

    class_name: str


@dataclass(frozen=True, slots=True)
class LiteralForm:
    """`Literal[…]` as a value: what `typing.get_args` takes apart."""

    values: tuple[Value, ...]


def literal_values(values: Iterable[Value]) -> tuple[Value, ...]:
    """The values of `Literal[values]`: flat, and each once; `1` and `True` are two."""
    flat = [inner for value in values for inner in (value.values if isinstance(value, LiteralForm) else (value,))]
    return tuple({(type(value), value): value for value in flat}.values())


class IteratorItems:
    """An iterator: what it gives is made when it is asked for, once. It `is_begun` when it has been."""

    __slots__ = ("_items", "is_begun")

    def __init__(self, items: Iterable[Value]) -> None:
        self._items = iter(items)
        self.is_begun = False

    def __iter__(self) -> Iterator[Value]:
        return self

    def __next__(self) -> Value:
        self.is_begun = True
        return next(self._items)

    def copy(self) -> IteratorItems:
        """Another one that gives the same."""
        self._items, items = itertools.tee(self._items)
        return IteratorItems(items)

    def fill(self) -> None:
        """Make what is left of it now, as far as that goes, and some of what has no end. Raises TooLargeError."""
        made: list[Value] = []
        try:
            made += itertools.islice(self._items, _MOST_LEFT)
        except TooLargeError:
            raise
        except (NotConstantError, *FAULTS) as error:
            made.append(Unknown(getattr(error, "node", ast.Name("_"))))
        self._items = iter(made)

    def __repr__(self) -> NoReturn:
        raise TypeError

    __str__ = __repr__


def gone_through(value: Value) -> Value:
    """`value`; of an iterator a list of what is left of it."""
    return [*value] if isinstance(value, IteratorItems) else value


class SetItems(tuple[Value, ...]):
    """The items of a set that cannot be in one here, such as functions. Unlike a tuple it has no text of its own."""

    __slots__ = ()

    def __repr__(self) -> NoReturn:
        raise TypeError

    __str__ = __repr__


class SystemPath(PurePosixPath):
    """`Path("x")`: which class that is, and so its `repr`, depends on the system."""

    __slots__ = ()

    def __repr__(self) -> NoReturn:
        raise TypeError
