"""What a module being written can name."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, TypeVar

from hypothesis import strategies as st

Draw: TypeAlias = st.DrawFn
T = TypeVar("T")

NEW_SYNTAX = sys.version_info >= (3, 12)
"""Whether the Python that imports the modules knows `type` statements and lists of type parameters (PEP 695)."""

OWN = "§"
"""Stands in the texts of a symbol for the name by which the module that uses it calls it."""

Kind = Literal["class", "generic", "alias", "constant", "metadata", "type variable", "decorator", "hidden"]
_TYPES = frozenset({"class", "generic", "alias"})


@dataclass(frozen=True, slots=True)
class Type:
    """An annotation, and what is known of it.

    `values` are expressions of constants that are defaults of it. `takes` is the kind of constraints that it takes:
    `int`, `float`, `str`, `list`, `dict` or nothing. `quoted` says that the annotation is a string as a whole, so that
    `|` must not stand beside it.
    """

    text: str
    values: tuple[str, ...] = ()
    takes: str = ""
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a class, as far as those that inherit it or make an object of it need to know."""

    name: str
    value: str | None
    required: bool
    keyword_only: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that a module binds. Its texts say `OWN` where its name stands.

    `base` says of a class what may inherit it (`dataclass`, `model`, …), and is empty where nothing may; of a constant
    it is the name of its type. `members` are the fields of a class; `reaches_inside` says that it has settings of
    pydantic that change what stands in them.
    """

    name: str
    kind: Kind
    type: Type = field(default_factory=lambda: Type(OWN))
    base: str = ""
    members: tuple[Member, ...] = ()
    reaches_inside: bool = False

    @property
    def bound(self) -> str:
        """The name that the spelling of the symbol begins with."""
        return self.type.text.strip("'").partition(".")[0]

    def spelled(self, spelling: str) -> Symbol:
        """The symbol as a module knows it that calls it `spelling`."""
        values = tuple(value.replace(OWN, spelling) for value in self.type.values)
        return replace(self, type=replace(self.type, text=self.type.text.replace(OWN, spelling), values=values))


@dataclass(slots=True)
class Scope:
    """The module that is being written: its lines, what it defines (`own`), and all that it can name, spelled for it.

    `strings` says whether a name may stand in a string: where a type is evaluated at once, or in another module, not.
    """

    strings: bool = True
    lines: list[str] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    own: list[Symbol] = field(default_factory=list)

    def add(self, symbol: Symbol, *lines: str) -> None:
        """Write the definition of `symbol`."""
        self.lines += [*lines, ""]
        self.own.append(symbol)
        self.symbols.append(symbol.spelled(symbol.name))

    @property
    def evaluated(self) -> Scope:
        """This scope for types that may not mention names in strings."""
        return replace(self, strings=False, symbols=[symbol for symbol in self.symbols if not symbol.type.quoted])

    def inside(self, settings: bool) -> Scope:
        """This scope for the fields of a class that has `settings`, which must not hold records without any.

        pydantic has one definition of such a record in a schema, with the settings of the class that it comes upon
        first, so that what it says of the record depends on the order. toolgen has a definition for each.
        """
        kept = [one for one in self.symbols if one.kind not in _TYPES or one.base in {"enum", "model", "root_model"}]
        return replace(self, symbols=kept) if settings else self

    def of(self, kind: Kind, base: str | None = None) -> list[Symbol]:
        """The known symbols of a kind."""
        return [symbol for symbol in self.symbols if symbol.kind == kind and base in {None, symbol.base}]

    def free(self, draw: Draw, names: Sequence[str]) -> str:
        """One of `names` that this module has not bound, numbered where all are bound."""
        taken = {symbol.bound for symbol in self.symbols} | {own.name for own in self.own}
        rest = [name for name in names if name not in taken]
        return pick(draw, rest) if rest else f"{names[0]}{len(taken)}"


def pick(draw: Draw, choices: Sequence[T]) -> T:
    """One of `choices`; examples shrink towards the first."""
    return choices[draw(st.integers(0, len(choices) - 1))]


def maybe(draw: Draw, one_in: int = 2) -> bool:
    """True in one of `one_in` cases."""
    return draw(st.integers(0, one_in - 1)) == one_in - 1


def indented(lines: Sequence[str]) -> list[str]:
    """`lines` as the body of a class or function."""
    return ["    " + line if line else line for text in lines or ["pass"] for line in text.split("\n")]
