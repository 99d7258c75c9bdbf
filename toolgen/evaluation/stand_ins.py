"""What stands for objects that only running makes, and for what libraries return in the place of a function."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, ClassVar

from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.folding.filling import spoil
from toolgen.evaluation.folding.record import Record, attributes_of, class_of
from toolgen.evaluation.folding.values import (
    Choice,
    ConstructedObject,
    IteratorItems,
    Lambda,
    Method,
    Rest,
    Unknown,
    Value,
)
from toolgen.evaluation.functions import FunctionAttribute, FunctionValue, SignatureParameter, Wrapping
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Names, Symbol
from toolgen.frameworks import ToolMarker
from toolgen.syntax.facts import Class, Function

OPEN = (Rest(ast.Name("_")),)
"""What is left of something of which it is not known what that is."""


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An object of a class that is defined in source; `attributes` are those that its `__init__` was seen to set.

    One that is not `is_exact` is what an annotation says, and may be of a class below, or of another of a union.
    `overridden` are names that classes below give another meaning, of one of which it may be.
    """

    symbol: Defined
    attributes: dict[str, Value] = field(default_factory=dict)
    is_exact: bool = True
    overridden: frozenset[str] = frozenset()


def class_and_attributes(value: Value) -> tuple[str, Mapping[str, Value]]:
    """The name of the class of an object, and what it has; empty for what is no object of a class."""
    match value:
        case ConstructedObject(class_name=name, arguments=arguments):
            return name, arguments
        case Instance(symbol=symbol, attributes=attributes):
            return symbol.name, attributes
        case Record():
            given = {name: one for name, one in attributes_of(value).items() if one is not None}
            return class_of(value).name, given
        case _:
            return "", {}


@dataclass(frozen=True, slots=True, eq=False)
class Super:
    """`super()` in a method of the class `owner`, for the object `receiver`."""

    owner: Defined
    receiver: Value

    def bearers(self, name: str, names: Names) -> Iterator[Symbol]:
        """The classes behind `owner` in the line of the object that have an attribute `name` of their own, or may."""
        match self.receiver:
            case Instance(symbol=class_) | (Defined(node=Class()) as class_):
                line = names.ancestors(class_)
            case Record() as record:
                line = names.ancestors(class_of(record))
            case _:
                line = names.ancestors(self.owner)
        if any(isinstance(one, Defined) and one.node is self.owner.node for one in line):
            for one in line:
                if not (isinstance(one, Defined) and isinstance(one.node, Class)) or name in one.node.scope.bindings:
                    yield one


@dataclass(frozen=True, slots=True, eq=False)
class Partial:
    """`functools.partial(function, …)`, and the `attributes` that are set of it."""

    function: Value
    arguments: Arguments
    attributes: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class MarkerUse:
    """What a dialect's decorator returns when it is called with `arguments`, as in `@mcp.tool(…)`."""

    marker: ToolMarker
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class Effect:
    """A decorator of which a table says what it does, called or not: it fills the parameters `removed`."""

    removed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Native:
    """A function that a library makes, as it is known here; an object that is called may have methods, by name."""

    call: Callable[[Arguments], Value]
    methods: Mapping[str, Native] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Namespace:
    """`globals()` or `vars(module)`, of which `find` tells, and of `names` if known; what is written is not seen."""

    find: Callable[[str], Value]
    names: Sequence[str] | None = None
    __iter__: ClassVar[None] = None
    """Python asks what has only `__getitem__` for one item after the other, and here that has no end."""

    def __getitem__(self, name: str) -> Value:
        return self.find(name)


@dataclass(frozen=True, slots=True, eq=False)
class Registered:
    """What the registration of a function returns: the function, or an object of the framework around it.

    What a call of one that makes a tool returns has the `name` of the tool; empty for any other. `made` is the
    registration, where that is known.
    """

    function: Value
    name: str = ""
    made: Registration | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """A tool that was registered: by which callable, with what arguments, and what was given as its function.

    `entry` is the call that leads to it, of those that are not in a function that is followed, and `given` the
    expression for the function, where that call is the one that registers it. `class_` is that of an object which is
    the tool, made with the arguments.
    """

    marker: ToolMarker
    function: Value
    arguments: Arguments
    entry: ExpressionRef | None = None
    given: ExpressionRef | None = None
    class_: Defined | None = None


PARAMETER_KINDS: Mapping[str, str] = {
    "positional": "POSITIONAL_ONLY",
    "positional_or_keyword": "POSITIONAL_OR_KEYWORD",
    "var_positional": "VAR_POSITIONAL",
    "keyword": "KEYWORD_ONLY",
    "var_keyword": "VAR_KEYWORD",
}
"""The kinds of parameters, and what `inspect` calls them."""

_OTHER_NAMES: Mapping[str, str] = {
    **dict.fromkeys(("inspect.Signature.empty", "inspect._empty"), "inspect.Parameter.empty"),
    **{f"inspect._ParameterKind.{name}": f"inspect.Parameter.{name}" for name in PARAMETER_KINDS.values()},
}
"""Names that `inspect` has for objects which have another."""


def identified(value: Value) -> Value:
    """`value` with names in the place of the functions, classes and modules in it, which only equal themselves."""
    match value:
        case FunctionValue(facts=facts, site=site) | Defined(node=Function() | Class() as facts, site=site):
            return "def", site.module.path, facts.line, facts.qualname
        case External(name=name) | ModuleName(name=name):
            return "import", _OTHER_NAMES.get(name, name)
        case list() | tuple() if not hasattr(value, "_fields"):
            return type(value)(map(identified, value)) if type(value) in {list, tuple} else value
        case _:
            return value


def is_container(value: Value) -> bool:
    """Whether statements can put something into `value`, or into an attribute of it, or take something out."""
    return isinstance(value, list | dict | set | IteratorItems | Instance | Partial | Record | SimpleNamespace)


def opened(box: Value, around: frozenset[int] = frozenset()) -> Value:
    """`box`, which is changed, of which it is not known what else is in it; `around` are the objects that have it."""
    match box:
        case list():
            box += OPEN
        case dict():
            spoil(box, Unknown(ast.Name("_")))
        case set():
            return [*box, *OPEN]
        case tuple():
            return box + OPEN
        case IteratorItems():
            return IteratorItems(OPEN)
        case Partial():
            return Unknown(ast.Name("_"))
        case Instance(attributes=held) if id(box) not in around:
            held.update({name: opened(value, around | {id(box)}) for name, value in held.items()})
        case SimpleNamespace():
            held = vars(box)
            held.update({k: opened(one) if is_container(one) else Unknown(ast.Name(k)) for k, one in held.items()})
        case Record():
            for value in attributes_of(box).values():
                opened(value)
    return box


def opened_attributes(instance: Instance) -> Value:
    """`instance.__dict__`, which may have more than was seen: it is asked for to go through it, or to change it."""
    held: Value = instance.attributes
    held[...] = Rest(ast.Name("__dict__"))
    return held


def is_opened(value: Value) -> bool:
    """Whether it is a collection of which it is not known what else is in it, nor whether what is seen there is."""
    match value:
        case list() | tuple():
            return any(one is OPEN[0] for one in value)
        case dict():
            return ... in value
    return False


def carries_function(value: Value) -> bool:
    """Whether there is a function in `value`, or something made of one."""
    match value:
        case Instance(attributes=attributes):
            return any(map(carries_function, attributes.values()))
        case list() | tuple() | set() | frozenset():
            return any(map(carries_function, value))
        case dict():
            return any(map(carries_function, value.values()))
        case Defined(node=Function()) | Lambda() | Choice():
            return True
        case _:
            return isinstance(value, STAND_INS)


STAND_INS: tuple[type[Any], ...] = (
    *(FunctionValue, Wrapping, FunctionAttribute, SignatureParameter, Instance, Super, Partial, MarkerUse, Effect),
    Registered,
)
"""What is no value of Python's, nor a symbol, and more than a text."""


def is_unbound(value: Value) -> bool:
    """Whether `value` is what a class has for a method, by itself or with other arguments."""
    match value:
        case Partial(function=inner) | Registered(function=inner):
            return is_unbound(inner)
        case Method(receiver=receiver):
            return isinstance(receiver, Defined)
        case _:
            return isinstance(value, Defined)
