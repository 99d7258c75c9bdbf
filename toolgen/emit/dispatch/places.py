"""Where a value stands in the code that is written: its variable, its path, and where it was read from."""

from __future__ import annotations

from typing import NamedTuple

from toolgen.emit.dispatch.layout import INDENT

_VARIABLES = ("given", "value", "item", "entry")
_INDEXES = ("", "index", "position")
_KEYS = ("key", "name", "label")
DEEPEST = len(_VARIABLES) - 1
"""The depth of a place that has no variable for what is inside it."""


class Place(NamedTuple):
    """A value, and the indentation of the statements about it.

    `path` are the parts of its path, in source. `slot` is the container and the key that it was read from, in source;
    it is empty where they are not known. `hint` is a part of an identifier that tells what the value is.
    """

    depth: int
    path: tuple[str, ...]
    slot: tuple[str, ...]
    indent: str
    hint: str

    @property
    def variable(self) -> str:
        return _VARIABLES[self.depth]

    @property
    def position(self) -> str:
        """The variable for an index, where this is an array."""
        return _INDEXES[self.depth]

    @property
    def key(self) -> str:
        """The variable for a key, where this is an object."""
        return _KEYS[self.depth]

    @property
    def at(self) -> str:
        """The expression for the path."""
        if self.path == ("*at",):
            return "at"
        return f"({', '.join(self.path)}{',' * (len(self.path) == 1)})"

    def inside(self, key: str, hint: str = "") -> Place:
        """The place of what stands at `key`, which is source, in this value."""
        hint = f"{self.hint}_{hint}" if hint else self.hint
        return Place(self.depth + 1, (*self.path, key), (self.variable, key), self.indent, hint)

    def name_inside(self) -> Place:
        """The place of a name of this object, in a loop over them."""
        variable = _VARIABLES[self.depth + 1]
        return Place(self.depth + 1, (*self.path, variable), (), self.indent, self.hint)

    def indented(self) -> Place:
        """The same value, one block deeper."""
        return Place(self.depth, self.path, self.slot, self.indent + INDENT, self.hint)


def root(hint: str) -> Place:
    """The place of the arguments, in the function that reads them."""
    return Place(0, (), (), INDENT, hint)


def parameter(hint: str) -> Place:
    """The place of the value that a function is given together with its path."""
    return Place(1, ("*at",), (), INDENT, hint)
