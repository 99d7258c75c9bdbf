"""A list of definitions in libcst's tree, with what the generated files say in the place of some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from toolgen.rewrite import cst


@dataclass(frozen=True, slots=True)
class ListEdit:
    """Writes `new` in the place of the elements `gone` of a list, or of all of it.

    Comments above the elements that stay, stay.
    """

    gone: frozenset[int]
    new: str

    def __call__(self, node: Any) -> Any:
        new = cst.parse_expression(self.new)
        kept = [index for index in range(len(node.elements)) if index not in self.gone]
        if not kept:
            return new
        commas = [*(self._before(node, index) for index in kept), node.elements[-1].comma]
        elements = [cst.StarredElement(new), *(node.elements[index] for index in kept)]
        written = [one.with_changes(comma=comma) for one, comma in zip(elements, commas, strict=True)]
        return node.with_changes(elements=written)

    def _before(self, node: Any, index: int) -> Any:
        """The comma before an element that stays, without what is said of one before it that goes."""
        comma = node.elements[index - 1].comma if index else cst.Comma(whitespace_after=_between(node))
        space = comma.whitespace_after
        if index - 1 not in self.gone or not isinstance(space, cst.ParenthesizedWhitespace):
            return comma
        first = space.first_line.with_changes(whitespace=cst.SimpleWhitespace(""), comment=None)
        return comma.with_changes(whitespace_after=space.with_changes(first_line=first))


def _between(node: Any) -> Any:
    """What stands between the elements of a list: a space, or the line end behind its bracket."""
    space = node.lbracket.whitespace_after
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return cst.SimpleWhitespace(" ")
    first = space.first_line.with_changes(whitespace=cst.SimpleWhitespace(""), comment=None)
    return space.with_changes(first_line=first, empty_lines=[])
