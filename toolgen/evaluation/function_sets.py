"""The functions that a value stands for: what a framework is given to make tools of, one or a collection."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.record import Record, class_of
from toolgen.evaluation.folding.values import (
    Choice,
    ConstructedObject,
    IteratorItems,
    Lambda,
    Method,
    Opaque,
    Unknown,
    Value,
)
from toolgen.evaluation.functions import FunctionAttribute, FunctionValue, Wrapping
from toolgen.evaluation.names.lookup import Defined, External, Site
from toolgen.evaluation.stand_ins import Effect, Instance, MarkerUse, Partial, Super
from toolgen.evaluation.targets import set_attribute
from toolgen.syntax.facts import Class, Expression, Function

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

_COLLECTIONS = (list, tuple, set, frozenset, IteratorItems)
_SCALARS = (str, int, float, bool, type(None))


@dataclass(frozen=True, slots=True)
class FunctionSet:
    """The functions in a value, and the parts of it that are not known.

    What is known to be no function of the project is neither: `None`, an object, a tool of another declaration.
    `texts` are the strings among it, which may name functions.
    """

    functions: tuple[FunctionValue, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    texts: tuple[str, ...] = ()

    def __add__(self, other: FunctionSet) -> FunctionSet:
        return FunctionSet(self.functions + other.functions, self.unknown + other.unknown, self.texts + other.texts)


_NOTHING = FunctionSet()


def function_of(value: Value, evaluator: Evaluator) -> FunctionSet:
    """The function that `value` is; several where it is a choice. A pair is a function under another name."""
    match value:
        case Choice(options=options):
            return _either([function_of(option, evaluator) for option in options])
        case Unknown():
            return FunctionSet(unknown=(value,))
        case str():
            return FunctionSet(texts=(value,))
        case (function, str(name)):
            found = function_of(function, evaluator)
            return replace(found, functions=tuple(replace(one, name=name) for one in found.functions))
        case External(name=dotted):
            return FunctionSet(unknown=(Unknown(ast.Name(dotted), name=dotted),))
        case FunctionValue():
            return FunctionSet((value,))
        case Wrapping() | FunctionAttribute() | Effect() | MarkerUse() | Super() | Method(function=None):
            return FunctionSet(unknown=(Unknown(ast.Name("_")),))
        case Lambda(node=node):
            return FunctionSet(unknown=(Unknown(node),))
        case Method(function=Defined() as function) | (Defined(node=Function()) as function):
            return _defined(function, evaluator)
        case Partial(function=inner):
            found = function_of(inner, evaluator)
            return replace(found, functions=tuple(_partial(one, value, evaluator) for one in found.functions))
        case _:
            return _callable(value, evaluator)


def _partial(function: FunctionValue, made: Partial, evaluator: Evaluator) -> FunctionValue:
    """What `made` is of `function`, with the attributes that are set of it."""
    found = partial(function, made.arguments)
    for name, value in made.attributes.items():
        set_attribute(evaluator, found, name, value)
    return found


def functions_in(value: Value, evaluator: Evaluator) -> FunctionSet:
    """The functions in the collection that `value` is: the items of a list, the values of a dictionary."""
    match value:
        case Choice(options=options):
            return _either([functions_in(option, evaluator) for option in options])
        case Mapping():
            found = _all(function_of(one, evaluator) for one in value.values())
            return replace(found, texts=tuple(key for key in value if isinstance(key, str)))
        case _ if isinstance(value, _COLLECTIONS):
            return _all(function_of(one, evaluator) for one in value)
        case Unknown():
            return FunctionSet(unknown=(value,))
        case External(name=dotted) if _is_unseen(dotted, evaluator):
            return FunctionSet(unknown=(Unknown(ast.Name(dotted), name=dotted),))
        case Lambda() | FunctionValue() | Method() | Defined() | Partial():
            found = function_of(value, evaluator)
            return FunctionSet(unknown=(*found.unknown, *(Unknown(ast.Name(one.name)) for one in found.functions)))
        case _:
            return _NOTHING


def _callable(value: Value, evaluator: Evaluator) -> FunctionSet:
    """A class, or an object that may be called: what a framework makes of one is not read."""
    match value:
        case Defined(node=Class()) if _is_own(value, evaluator):
            return FunctionSet(unknown=(Unknown(_name(value), name=value.name),))
        case Instance(symbol=class_) if _is_called(class_, evaluator):
            return FunctionSet(unknown=(Unknown(_name(class_)),))
        case Record() if _is_called(class_of(value), evaluator):
            return FunctionSet(unknown=(Unknown(_name(class_of(value))),))
        case ConstructedObject(class_name=name) | Opaque(class_name=name) if _is_unseen(name, evaluator):
            return FunctionSet(unknown=(Unknown(ast.Name(name)),))
        case _:
            return _NOTHING


def _is_unseen(name: str, evaluator: Evaluator) -> bool:
    """Whether a class is one of a package of which nothing is known, which may be a tool of its own."""
    names = evaluator.names
    return not names.is_tabled(name) and not names.dialects.describe(name)


def _is_own(class_: Defined, evaluator: Evaluator) -> bool:
    """Whether all that is known of a class stands in the project, so that it is none of a framework's tools."""
    owns = evaluator.names.project.owns
    return all(isinstance(one, Defined) and owns(one.site.module) for one in evaluator.names.ancestors(class_))


def _is_called(class_: Defined, evaluator: Evaluator) -> bool:
    """Whether the project says what a call of an object of a class does."""
    found = evaluator.names.attribute(class_, "__call__")
    return isinstance(found, Defined) and evaluator.names.project.owns(found.site.module)


def _all(parts: Iterable[FunctionSet]) -> FunctionSet:
    return sum(parts, _NOTHING)


def _either(options: Sequence[FunctionSet]) -> FunctionSet:
    """What is in one of `options`: a function that is not in each of them may not be there."""
    sure = set.intersection(*({_key(one) for one in option.functions if not one.is_optional} for option in options))
    found = _all(options)
    return replace(found, functions=tuple(replace(one, is_optional=_key(one) not in sure) for one in found.functions))


def _defined(function: Defined, evaluator: Evaluator) -> FunctionSet:
    """`function`, if it is the project's: of another's nothing can be said that holds on every machine."""
    node, site = function.node, function.site
    is_own = isinstance(node, Function) and evaluator.names.project.owns(site.module)
    value = _as_assigned(node, site, evaluator) if is_own and isinstance(node, Function) else None
    unknown = FunctionSet(unknown=(Unknown(_name(function), name=function.name),))
    return unknown if value is None else FunctionSet((value,))


def _as_assigned(function: Function, site: Site, evaluator: Evaluator) -> FunctionValue | None:
    """`function` as assignments to its attributes leave it; None where only running tells what these say."""
    value = FunctionValue.of(function, site)
    for attribute, node in site.module.contents.attribute_assignments(function):
        match attribute, None if node is None else _text(node, site, evaluator):
            case _ if node is None:
                return None
            case "__name__", str(text):
                value.name = text
            case "__doc__", text if text is not None or isinstance(node, ast.Constant):
                value.docstring = text
            case _:
                return None
    return value


def _text(node: ast.expr, site: Site, evaluator: Evaluator) -> str | None:
    with suppress(NotConstantError):
        value, environment = evaluator.constant(node, site)
        return value if isinstance(value, str) and not environment else None
    return None


def _name(function: Defined) -> ast.expr:
    return ast.Name(function.name.rpartition(".")[2])


def partial(function: FunctionValue, arguments: Arguments) -> FunctionValue:
    """What `functools.partial` makes of `function`, which no import reaches.

    Arguments given by position are gone from the signature, as `inspect.signature` has it. A keyword leaves its
    parameter there with another default, which a schema shows where it is a plain value.
    """
    kept = []
    for parameter in function.facts.parameters[function.is_method + len(arguments.positional) :]:
        if (given := arguments.keywords.get(parameter.name)) is not None:
            text = repr(given.value) if isinstance(given.value, _SCALARS) else f"partial.keywords[{parameter.name!r}]"
            parameter = parameter._replace(default=Expression(text, parameter.line, parameter.column))
        kept.append(parameter)
    return replace(function, facts=function.facts._replace(parameters=tuple(kept)), is_partial=True)


def distinct(functions: Iterable[FunctionValue]) -> Iterator[FunctionValue]:
    """`functions`, each once: a condition may lead to one of them on several paths."""
    return iter({_key(one): one for one in functions}.values())


def _key(function: FunctionValue) -> tuple[object, ...]:
    return function.facts.parameters, function.shape
