"""Functions, methods and objects as values: what decorators and registrations are given, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from toolgen.evaluation.folding.values import Choice, Frame, Lambda, Record, Value
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Site
from toolgen.frameworks import ToolMarker
from toolgen.syntax.bodies import FunctionNode
from toolgen.syntax.facts import Class, Function, Parameter


@dataclass(frozen=True, slots=True)
class Code:
    """What it takes to follow a call of a function: its `def`, and the frame around it."""

    node: FunctionNode
    frame: Frame


@dataclass(slots=True, eq=False)
class FunctionValue:
    """A function object: its own `def` at `site`, and what was made of it since; like that it is changed in place.

    `shown` is the function whose signature `inspect.signature` shows instead (`__wrapped__`). `removed` are parameters
    that callers no longer give. `rewritten` says why the signature is none that stands in the source, or is empty.
    `is_partial` says that arguments of it are bound, so that it is an object of its own. `is_optional` says that it is
    one of several, of which nobody knows which it is. `attributes` are those that were set and say nothing of that.
    """

    facts: Function
    site: Site
    name: str
    docstring: str | None
    is_async: bool
    code: Code | None = None
    shown: FunctionValue | None = None
    removed: frozenset[str] = frozenset()
    rewritten: str = ""
    is_partial: bool = False
    is_optional: bool = False
    attributes: dict[str, Value] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Function, site: Site, code: Code | None = None) -> FunctionValue:
        """The function that the `def` makes."""
        return cls(facts, site, facts.name, facts.docstring, facts.is_async, code)

    def copy(self) -> FunctionValue:
        """The function as it is now, with all that it shows."""
        return replace(self, shown=None if self.shown is None else self.shown.copy(), attributes={**self.attributes})

    def show(self, inner: FunctionValue, kept: frozenset[str] | None = None) -> None:
        """Take the signature of `inner`, of which these parameters are `kept`."""
        names = frozenset(parameter.name for parameter in inner.described.parameters)
        self.removed |= frozenset() if kept is None else names - kept
        if self not in inner.chain:
            self.shown, self.rewritten = inner, ""

    @property
    def is_followed(self) -> bool:
        """Whether it was made by a call that is followed, with all that is done to it there."""
        return self.code is not None and self.code.frame.is_called

    @property
    def chain(self) -> list[FunctionValue]:
        """The function, and all that it shows in turn: the signature stands in the `def` of the last."""
        return [self] if self.shown is None else [self, *self.shown.chain]

    @property
    def definition(self) -> FunctionValue:
        """The function in whose `def` the signature stands."""
        return self.chain[-1]

    @property
    def why_rewritten(self) -> str:
        return next((function.rewritten for function in self.chain if function.rewritten), "")

    @property
    def all_removed(self) -> frozenset[str]:
        return frozenset().union(*(function.removed for function in self.chain))

    @property
    def described(self) -> Function:
        """What the function says of itself: the name, docstring and signature that `inspect` would show."""
        facts = self.definition.facts
        left = tuple(parameter for parameter in facts.parameters if parameter.name not in self.all_removed)
        return facts._replace(name=self.name, docstring=self.docstring, is_async=self.is_async, parameters=left)

    @property
    def shape(self) -> tuple[object, ...]:
        """What functions are told apart by."""
        facts = self.definition.facts
        return facts.qualname, facts.line, self.name, self.docstring, self.all_removed, self.why_rewritten

    @property
    def is_method(self) -> bool:
        """Whether it stands in a class, and takes the object that it is called on."""
        return self.site.scopes[-1].kind == "class" and "staticmethod" not in self.facts.decorator_texts


class Argument(NamedTuple):
    """What a call is given in one place: a value, and the expression that says it, where one does."""

    value: Value
    ref: ExpressionRef | None = None


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of a call. `rest` is what follows a `*` or `**` and has items that are not known."""

    positional: tuple[Argument, ...] = ()
    keywords: Mapping[str, Argument] = field(default_factory=dict)
    rest: Argument | None = None

    def __add__(self, other: Arguments) -> Arguments:
        return Arguments(
            self.positional + other.positional, {**self.keywords, **other.keywords}, self.rest or other.rest
        )

    @property
    def values(self) -> list[Value]:
        """All that is given."""
        return [argument.value for argument in (*self.positional, *self.keywords.values())]

    @property
    def plain(self) -> tuple[list[Value], dict[str, Value]]:
        """The values by position and by keyword."""
        return [one.value for one in self.positional], {name: one.value for name, one in self.keywords.items()}

    @property
    def function(self) -> FunctionValue | None:
        """The first function among them: the call may be the use of a decorator. A lambda is an option of one."""
        return _first_function(self.values)

    @property
    def first_function(self) -> FunctionValue | None:
        """The first function among those without keyword: what a decorator that is known is used on."""
        return _first_function(argument.value for argument in self.positional)


def _first_function(values: Iterable[Value]) -> FunctionValue | None:
    functions = (value for value in values if isinstance(value, FunctionValue))
    return next((function for function in functions if function.facts.name != "<lambda>"), None)


class VarPositional(tuple[Value, ...]):
    """What `*args` takes, with the expressions that the call gave for it."""

    refs: tuple[ExpressionRef | None, ...]

    @classmethod
    def of(cls, arguments: Iterable[Argument]) -> VarPositional:
        given = tuple(arguments)
        made = cls(argument.value for argument in given)
        made.refs = tuple(argument.ref for argument in given)
        return made


class VarKeyword(dict[str, Value]):
    """What `**kwargs` takes, with the expressions that the call gave for it."""

    refs: dict[str, ExpressionRef | None]

    @classmethod
    def of(cls, arguments: Mapping[str, Argument]) -> VarKeyword:
        made = cls({name: argument.value for name, argument in arguments.items()})
        made.refs = {name: argument.ref for name, argument in arguments.items()}
        return made


def spread_positional(items: Iterable[Value]) -> Iterator[Argument]:
    """The arguments that `*items` gives."""
    values = [*items]
    refs = items.refs if isinstance(items, VarPositional) else (None,) * len(values)
    return (Argument(value, ref) for value, ref in zip(values, refs, strict=True))


def spread_keywords(items: Mapping[str, Value]) -> Iterator[tuple[str, Argument]]:
    """The arguments that `**items` gives."""
    refs = items.refs if isinstance(items, VarKeyword) else {}
    return ((name, Argument(value, refs.get(name))) for name, value in items.items())


# -- what else there is in the place of a function ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wrapping:
    """`functools.wraps(inner)`."""

    inner: FunctionValue


@dataclass(frozen=True, slots=True)
class FunctionAttribute:
    """`function.name`, for an attribute that describes a signature, or `inspect.signature(function)`.

    A signature may have been left these parameters, `kept`, alone.
    """

    function: FunctionValue
    name: str
    kept: frozenset[str] | None = None

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Those of a signature."""
        found = self.function.described.parameters
        return found if self.kept is None else tuple(one for one in found if one.name in self.kept)


@dataclass(frozen=True, slots=True, eq=False)
class SignatureParameter:
    """One of `inspect.signature(function).parameters`."""

    function: FunctionValue
    facts: Parameter


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An object of a class that is defined in source; `attributes` are those that its `__init__` was seen to set.

    One that is not `is_exact` is what an annotation says, and may be of a class below, or of another of a union.
    """

    symbol: Defined
    attributes: dict[str, Value] = field(default_factory=dict)
    is_exact: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Super:
    """`super()` in a method of the class `owner`, for the object `receiver`."""

    owner: Defined
    receiver: Value


@dataclass(frozen=True, slots=True, eq=False)
class Partial:
    """`functools.partial(function, …)`, and a method with the object that it is bound to."""

    function: Value
    arguments: Arguments
    is_method: bool = False


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
    """A function that a library makes, as it is known here."""

    call: Callable[[Arguments], Value]


@dataclass(frozen=True, slots=True, eq=False)
class Namespace:
    """`globals()`, or `vars(module)`: `find` gives what a name means there. What is written into it is not seen.

    `names` are all that are bound there, None where that is not known.
    """

    find: Callable[[str], Value]
    names: Sequence[str] | None = None

    def __getitem__(self, name: str) -> Value:
        return self.find(name)


@dataclass(frozen=True, slots=True, eq=False)
class Registered:
    """What the registration of a function returns: the function, or an object of the framework around it."""

    function: Value


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """A tool that was registered: by which callable, with what arguments, and what was given as its function.

    `entry` is the call that leads to it, of those that are not in a function that is followed, and `given` the
    expression for the function, where that call is the one that registers it.
    """

    marker: ToolMarker
    function: Value
    arguments: Arguments
    entry: ExpressionRef | None = None
    given: ExpressionRef | None = None


_KINDS = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD")
_OTHER_NAMES: Mapping[str, str] = {
    **dict.fromkeys(("inspect.Signature.empty", "inspect._empty"), "inspect.Parameter.empty"),
    **{f"inspect._ParameterKind.{name}": f"inspect.Parameter.{name}" for name in _KINDS},
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
    """Whether statements can put something into `value`, or into an attribute of it."""
    return isinstance(value, list | dict | set | Instance | Record)


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
