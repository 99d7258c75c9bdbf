"""Which characters a part of a regular expression reads, by Python's own `re`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from re import _compiler, _parser  # type: ignore[attr-defined]
from re import _constants as node  # type: ignore[attr-defined]
from typing import Any, NamedTuple

PLANES = 0x40000
"""The first character from which on none is a letter, a digit or a space."""

CHARACTERS = "".join(map(chr, range(128))) + "é٣€\u2028İıſ\N{KELVIN SIGN}"
"""A character of each kind, and those that are ASCII in another case: what tells sets of ASCII characters apart."""


class CharacterSet(NamedTuple):
    """A set of characters as the parser of `re` has it."""

    kind: Any
    members: tuple[Any, ...]
    flags: int

    def read_in(self, sample: str) -> int:
        """The characters of `sample` that are in it, as bits."""
        found = 0
        for match in self._compiled().finditer(sample):
            found |= (1 << match.end()) - (1 << match.start())
        return found

    def _compiled(self) -> re.Pattern[str]:
        state = _parser.State()
        state.flags = self.flags
        value = [*self.members] if self.kind is node.IN else self.members[0]
        one = _parser.SubPattern(state, [(self.kind, value)])
        more = _parser.SubPattern(state, [(node.MAX_REPEAT, (1, node.MAXREPEAT, one))])
        return _compiler.compile(more)  # type: ignore[no-any-return]

    def ranges(self) -> Iterator[tuple[int, int]]:
        """The first and the last character of each range that is written in it."""
        if self.kind in {node.LITERAL, node.NOT_LITERAL}:
            yield self.members[0], self.members[0]
        for kind, value in self.members if self.kind is node.IN else ():
            if kind is node.LITERAL:
                yield value, value
            elif kind is node.RANGE:
                yield value


@cache
def letters() -> str:
    """Every character that may be a letter, a digit or a space."""
    return "".join(map(chr, range(PLANES)))
