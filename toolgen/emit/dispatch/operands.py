"""Where a value stands in the code that is written: its variable, its path, and where it was read from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from toolgen.emit.dispatch.layout import INDENT, Brackets, Expression
from toolgen.model.types import TypeExpr

_VARIABLES = ("given", "value", "item", "entry")
_INDEXES = ("", "index", "position")
_KEYS = ("key", "term", "label")
LOCALS = frozenset({*_VARIABLES, *_INDEXES, *_KEYS, "at", "faults"})
"""The names that the code in a function gives to its variables."""

DEEPEST = len(_VARIABLES) - 1
"""The depth of a place that has no variable for what is inside it."""


class Parts(NamedTuple):
    """What becomes of what is inside a value: of its members by their names, of its items or its other members.

    `types` and `items` are types that JSON alone does not make. Members with a variable of their own are read into it,
    and those with a default have that where they are missing.
    """

    types: Mapping[str, TypeExpr] = MappingProxyType({})
    items: TypeExpr | None = None
    variables: Mapping[str, str] = MappingProxyType({})
    defaults: Mapping[str, Expression] = MappingProxyType({})


class Operand(NamedTuple):
    """A value, and the indentation of the statements about it.

    `at` is the expression for its path: that of the container, and the key in it, or the name of an argument. `slot` is
    the expression that it was read from; it is empty where that is not known, or needs no change. `hint` is a part
    of an identifier that tells what the value is. `type` is what it becomes, if JSON alone does not make that. `counts`
    tells that the names of an object are counted here, where it is checked for the first time.
    """

    variable: str
    depth: int
    at: Expression
    slot: str
    indent: str
    hint: str
    type: TypeExpr | None = None
    parts: Parts = Parts()
    counts: bool = True

    @property
    def target(self) -> str:
        """What the value that it becomes is assigned to."""
        return self.slot or self.variable

    @property
    def position(self) -> str:
        """The variable for an index, where this is an array."""
        return _INDEXES[self.depth]

    @property
    def key(self) -> str:
        """The variable for a key, where this is an object."""
        return _KEYS[self.depth]

    def inside(self, key: str, hint: str = "") -> Operand:
        """The place of what stands at `key`, which is source, in this value."""
        return self._replace(
            variable=_VARIABLES[self.depth + 1],
            depth=self.depth + 1,
            at=Brackets("(", (self.at, key), ")") if self.depth else key,
            slot=f"{self.variable}[{key}]",
            hint=f"{self.hint}_{hint}" if hint else self.hint,
            type=self.parts.items,
            parts=Parts(),
        )

    def member(self, name: str, key: str, hint: str) -> Operand:
        """The place of the member `name`; `key` is that in source."""
        inner = self.inside(key, hint)._replace(type=self.parts.types.get(name))
        variable = self.parts.variables.get(name)
        return inner._replace(variable=variable, slot="") if variable else inner

    def key_of(self, name: str) -> tuple[object, ...]:
        """All that the statements about the member `name` depend on, beside its schema."""
        parts = self.parts
        becomes = parts.types.get(name), parts.variables.get(name), parts.defaults.get(name)
        return self.variable, self.at, self.indent, self.counts, *becomes

    def name_inside(self) -> Operand:
        """The place of a name of this object, in a loop over them."""
        return self.inside(_VARIABLES[self.depth + 1])._replace(slot="", type=None)

    def indented(self) -> Operand:
        """The same value, one block deeper."""
        return self._replace(indent=self.indent + INDENT)

    def again(self) -> Operand:
        """The same value, where it is not the first time that it is checked."""
        return self._replace(counts=False)


def root(hint: str) -> Operand:
    """The place of the arguments, in the method that reads them."""
    return Operand(_VARIABLES[0], 0, "()", "", INDENT * 2, hint)


def parameter(hint: str) -> Operand:
    """The place of the value that a function is given together with its path."""
    return Operand(_VARIABLES[1], 1, "at", "", INDENT, hint)
