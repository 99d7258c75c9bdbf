"""Functions as values: what decorators are given and make, and what `inspect` says of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from toolgen.evaluation.folding.values import Frame, Value
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.syntax.bodies import FunctionNode
from toolgen.syntax.facts import Function, Parameter


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
    def symbol(self) -> Defined:
        """What its `def` defines."""
        return self.site.symbol(self.facts)

    @property
    def is_followed(self) -> bool:
        """Whether it was made by a call that is followed, with all that is done to it there."""
        return self.code is not None and self.code.frame.is_called

    @property
    def chain(self) -> list[FunctionValue]:
        """The function, and all that it shows in turn: the signature stands in the `def` of the last."""
        found = [self]
        while (shown := found[-1].shown) is not None:
            found.append(shown)
        return found

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


@dataclass(frozen=True, slots=True)
class Wrapping:
    """`functools.wraps(inner)`."""

    inner: FunctionValue


@dataclass(frozen=True, slots=True)
class FunctionAttribute:
    """`function.name`, of what describes a signature, or `inspect.signature(function)`, with parameters `kept`."""

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
