"""The arguments of a call, and the parameters of a function that they are bound to."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from toolgen.evaluation.folding.filling import spoil
from toolgen.evaluation.folding.values import Unknown, Value
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.syntax.facts import Parameter


class Argument(NamedTuple):
    """What a call is given in one place: a value, and the expression that says it, where one does."""

    value: Value
    ref: ExpressionRef | None = None


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of a call; `rest` is an unknown `**`, or where it `is_rest_positional` what follows such a `*`."""

    positional: tuple[Argument, ...] = ()
    keywords: Mapping[str, Argument] = field(default_factory=dict)
    rest: Argument | None = None
    is_rest_positional: bool = False

    def __add__(self, other: Arguments) -> Arguments:
        return Arguments(
            self.positional + other.positional,
            {**self.keywords, **other.keywords},
            self.rest or other.rest,
            self.is_rest_positional or other.is_rest_positional,
        )

    def named(self, positional: Sequence[str]) -> dict[str, Argument]:
        """All that has a name, where those by position have the names `positional`."""
        return {**dict(zip(positional, self.positional, strict=False)), **self.keywords}

    @property
    def values(self) -> list[Value]:
        """All that is given."""
        return [argument.value for argument in (*self.positional, *self.keywords.values())]

    @property
    def plain(self) -> tuple[list[Value], dict[str, Value]]:
        """The values by position and by keyword."""
        return [one.value for one in self.positional], {name: one.value for name, one in self.keywords.items()}

    @property
    def complete(self) -> tuple[list[Value], dict[str, Value]]:
        """The same, where these are all. Raises TypeError where there may be more."""
        if self.rest is not None:
            raise TypeError
        return self.plain

    @property
    def function(self) -> FunctionValue | None:
        """The first function among them: the call may be the use of a decorator. A lambda is an option of one."""
        functions = (value for value in self.values if isinstance(value, FunctionValue))
        return next((function for function in functions if function.facts.name != "<lambda>"), None)


class VarPositional(tuple[Value, ...]):
    """What `*args` takes, with the expressions that the call gave for it; the last item stands for the `rest`."""

    refs: tuple[ExpressionRef | None, ...]
    rest: Argument | None

    @classmethod
    def of(cls, arguments: Iterable[Argument], rest: Argument | None = None) -> VarPositional:
        given = (*arguments, *(() if rest is None else (rest,)))
        made = cls(argument.value for argument in given)
        made.refs, made.rest = tuple(argument.ref for argument in given), rest
        return made


class VarKeyword(dict[str, Value]):
    """What `**kwargs` takes, with the expressions that the call gave for it; the key `...` stands for the `rest`."""

    refs: dict[object, ExpressionRef | None]

    @classmethod
    def of(cls, arguments: Mapping[str, Argument], rest: Argument | None = None) -> VarKeyword:
        made = cls({name: argument.value for name, argument in arguments.items()})
        made.refs = {name: argument.ref for name, argument in arguments.items()}
        if rest is not None:
            spoil(made, rest.value)
            made.refs[...] = rest.ref
        return made


def spread_positional(items: Iterable[Value]) -> Iterator[Argument]:
    """The arguments that `*items` gives, but for its rest."""
    values = [*items]
    refs = items.refs if isinstance(items, VarPositional) else (None,) * len(values)
    given = [Argument(value, ref) for value, ref in zip(values, refs, strict=True)]
    return iter(given[:-1] if isinstance(items, VarPositional) and items.rest is not None else given)


def spread_keywords(items: Mapping[Any, Value]) -> Iterator[tuple[str, Argument]]:
    """The arguments that `**items` gives, but for what is not known of them."""
    refs = items.refs if isinstance(items, VarKeyword) else {}
    return ((name, Argument(value, refs.get(name))) for name, value in items.items() if name is not ...)


def rest_of(items: Value) -> Argument | None:
    """What is not known of the arguments that `*items` or `**items` gives."""
    if isinstance(items, VarPositional):
        return items.rest
    refs = items.refs if isinstance(items, VarKeyword) else {}
    return Argument(items[...], refs.get(...)) if isinstance(items, Mapping) and ... in items else None


def bound(
    parameters: Sequence[Parameter], arguments: Arguments, default: Callable[[Parameter], Value], *, strict: bool
) -> dict[str, Argument]:
    """What each of `parameters` is in a call; `default` evaluates those that are not given.

    Where `strict`, raises TypeError for a call that Python would refuse, or of which not all is known; elsewhere what
    is missing is Unknown.
    """
    if strict and arguments.rest is not None:
        raise TypeError
    positional, keywords = [*arguments.positional], dict(arguments.keywords)
    found: dict[str, Argument] = {}
    for parameter in parameters:
        name, kind = parameter.name, parameter.kind
        if kind == "var_positional":
            rest = arguments.rest if arguments.is_rest_positional else None
            found[name], positional = Argument(VarPositional.of(positional, rest)), []
        elif kind == "var_keyword":
            found[name], keywords = Argument(VarKeyword.of(keywords, arguments.rest)), {}
        elif positional and kind != "keyword":
            found[name] = positional.pop(0)
        elif name in keywords and kind != "positional":
            found[name] = keywords.pop(name)
        elif parameter.default is not None and arguments.rest is None:
            found[name] = Argument(default(parameter))
        elif strict:
            raise TypeError
        else:
            found[name] = Argument(Unknown(ast.Name(name), name=name))
    if strict and (positional or keywords):
        raise TypeError
    return found
