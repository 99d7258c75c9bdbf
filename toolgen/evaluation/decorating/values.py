"""What an expression in a decorator is worth, as far as it matters to the function that is decorated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.evaluation.names.written import Written
from toolgen.frameworks import ToolMarker
from toolgen.syntax.bodies import FunctionNode, Source
from toolgen.syntax.facts import Function


@dataclass(frozen=True, slots=True)
class Frame:
    """What the names in a call of a function are worth so far. `site` is where its other names are looked up."""

    site: Site
    source: Source
    values: dict[str, Value]
    outer: Frame | None

    def find(self, name: str) -> Frame | None:
        """The innermost frame in which `name` has a value."""
        if name in self.values:
            return self
        return None if self.outer is None else self.outer.find(name)


@dataclass(frozen=True, slots=True)
class Code:
    """What it takes to follow a call of a function: its `def`, and the frame around it where that is known."""

    node: FunctionNode
    source: Source
    frame: Frame | None


@dataclass(slots=True, eq=False)
class FunctionValue:
    """A function object: its own `def` at `site`, and what was made of it since; like that it is changed in place.

    `shown` is the function whose signature `inspect.signature` shows instead (`__wrapped__`). `removed` are parameters
    that callers no longer give. `rewritten` says why the signature is none that stands in the source, or is empty.
    `is_partial` says that arguments of it are bound, so that it is an object of its own.
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

    @classmethod
    def of(cls, facts: Function, site: Site, code: Code | None = None) -> FunctionValue:
        """The function that the `def` makes."""
        return cls(facts, site, facts.name, facts.docstring, facts.is_async, code)

    def copy(self) -> FunctionValue:
        """The function as it is now, with all that it shows."""
        return replace(self, shown=None if self.shown is None else self.shown.copy())

    def show(self, inner: FunctionValue) -> None:
        """Take the signature of `inner`."""
        if self not in inner.chain:
            self.shown, self.rewritten = inner, ""

    @property
    def chain(self) -> list[FunctionValue]:
        """The function, and all that it shows in turn: the signature stands in the `def` of the last."""
        return [self] if self.shown is None else [self, *self.shown.chain]

    @property
    def origin(self) -> FunctionValue:
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
        facts = self.origin.facts
        left = tuple(parameter for parameter in facts.parameters if parameter.name not in self.all_removed)
        return facts._replace(name=self.name, docstring=self.docstring, is_async=self.is_async, parameters=left)

    @property
    def shape(self) -> tuple[object, ...]:
        """What functions are told apart by."""
        facts = self.origin.facts
        return facts.qualname, facts.line, self.name, self.docstring, self.all_removed, self.why_rewritten


@dataclass(frozen=True, slots=True)
class Wrapping:
    """`functools.wraps(inner)`."""

    inner: FunctionValue


@dataclass(frozen=True, slots=True)
class Attribute:
    """`function.name`, for an attribute that describes a signature, or `inspect.signature(function)`."""

    function: FunctionValue
    name: str


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A class that is defined in source."""

    symbol: Defined


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class that is defined in source; `attributes` are those that its `__init__` was seen to set.

    `written` is its expression, where it is an argument.
    """

    symbol: Defined
    attributes: dict[str, Value] = field(default_factory=dict)
    written: Written | None = None


@dataclass(frozen=True, slots=True)
class Super:
    """`super()` in a method of the class `owner`, for the object `receiver`."""

    owner: Defined
    receiver: Value


@dataclass(frozen=True, slots=True)
class Pack:
    """A tuple, such as `*args`; `written` is its expression, where it has one."""

    items: tuple[Value, ...]
    written: Written | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A dictionary with known keys, such as `**kwargs`, which is changed in place; `written` is its expression."""

    items: dict[str, Value]
    written: Written | None = None


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of a call. `rest` is what follows a `*` or `**` and has items that are not known."""

    positional: tuple[Value, ...] = ()
    keywords: Mapping[str, Value] = field(default_factory=dict)
    rest: Value | None = None

    def __add__(self, other: Arguments) -> Arguments:
        return Arguments(
            self.positional + other.positional, {**self.keywords, **other.keywords}, self.rest or other.rest
        )

    @property
    def values(self) -> tuple[Value, ...]:
        return (*self.positional, *self.keywords.values())

    @property
    def function(self) -> FunctionValue | None:
        """The first function among them: the call may be the use of a decorator. A lambda is an option of one."""
        return _first_function(self.values)

    @property
    def first_function(self) -> FunctionValue | None:
        """The first function among those without keyword: what a decorator that is known is used on."""
        return _first_function(self.positional)


def _first_function(values: Iterable[Value]) -> FunctionValue | None:
    functions = (value for value in values if isinstance(value, FunctionValue))
    return next((function for function in functions if function.facts.name != "<lambda>"), None)


@dataclass(frozen=True, slots=True)
class Partial:
    """`functools.partial(function, …)`, and a method with the object that it is bound to."""

    function: Value
    arguments: Arguments

    @property
    def is_method(self) -> bool:
        """Whether it is a method with its object, and nothing else."""
        function, given = self.function, self.arguments
        is_in_class = isinstance(function, FunctionValue) and function.site.scopes[-1].kind == "class"
        return is_in_class and len(given.positional) == 1 and not given.keywords and given.rest is None


@dataclass(frozen=True, slots=True)
class Marker:
    """What a dialect's decorator returns when it is called with `arguments`, as in `@mcp.tool(…)`."""

    marker: ToolMarker
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class Effect:
    """A decorator of which a table says what it does, called or not: it fills the parameters `removed`."""

    removed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something that cannot be followed. `name` is its qualified name, as far as that is known."""

    name: str
    written: Written | None = None


Value: TypeAlias = (
    Written
    | FunctionValue
    | Wrapping
    | Attribute
    | ClassValue
    | Instance
    | Super
    | Pack
    | Table
    | Partial
    | Marker
    | Effect
    | Unknown
)


def is_text(value: Value) -> bool:
    """Whether nothing is known of `value` but what is written."""
    return isinstance(value, Written | Unknown)


def as_written(value: Value) -> Written | None:
    """The expression that `value` is or came from; None for what came about otherwise."""
    return value if isinstance(value, Written) else getattr(value, "written", None)
