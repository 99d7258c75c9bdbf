"""What the names that loops bind are worth on each turn: `for name, fn in TOOLS.items(): mcp.tool(name)(fn)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from toolgen.evaluation.decorating.outcomes import Outcomes, Values
from toolgen.evaluation.names.lookup import Site
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression
from toolgen.syntax.facts import Assignment, Expression, Opaque

MAX_TURNS = 2000
"""How many turns are followed."""

MAX_DEPTH = 5
"""How many names are followed from one to the next: circles of assignments end here."""


class UnknownLoopError(Exception):
    """A loop goes through what cannot be followed."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an expression stands; `comprehensions` are those around it. `depth` are the names that led to it."""

    site: Site
    comprehensions: Mapping[str, Expression]
    depth: int = 0

    def binder(self, name: str) -> tuple[str, Expression, bool] | None:
        """The target and items of the loop that binds `name`, and True; an assignment is a loop over one thing."""
        for target, items in self.comprehensions.items():
            if name in _names(parse_expression(target)):
                return target, items, True
        match self.site.scopes[-1].bound(name, self.site.line):
            case Opaque(items=Expression() as items, target=target):
                return target, items, True
            case Assignment(value=Expression(text=text, line=line, column=column)):
                return name, Expression(f"({text},)", line, column - 1), False
            case _:
                return None


class Loops:
    """Follows the loops around expressions."""

    def __init__(self, outcomes: Outcomes) -> None:
        self._outcomes = outcomes

    def turns(self, node: ast.expr, site: Site, comprehensions: Mapping[str, Expression]) -> list[Values]:
        """The names of `node` that loops bind, on each turn; one turn without names where no loop binds any.

        Raises UnknownLoopError where a loop goes through what is not known.
        """
        return self._turns(node, _Place(site, comprehensions), {})

    def _turns(self, node: ast.expr, place: _Place, turn: Values) -> list[Values]:
        turns = [turn]
        for name in _names(node):
            binder = None if place.depth >= MAX_DEPTH else place.binder(name)
            if binder is not None:
                turns = [new for one in turns for new in ([one] if name in one else self._bound(*binder, place, one))]
            if len(turns) > MAX_TURNS:
                raise UnknownLoopError
        return turns

    def _bound(self, target: str, items: Expression, is_loop: bool, place: _Place, turn: Values) -> Iterator[Values]:
        """The turns of the loop within `turn`; an assignment that no loop has to do with binds nothing anew."""
        try:
            node = parse_expression(items.text)
        except InvalidExpressionError:
            raise UnknownLoopError from None
        around = self._turns(node, replace(place, depth=place.depth + 1), turn)
        for one in around:
            if not is_loop and one.keys().isdisjoint(_names(node)):
                yield one
            elif (found := self._outcomes.turns(target, items, place.site, one)) is None:
                raise UnknownLoopError
            else:
                yield from found


def _names(node: ast.expr) -> list[str]:
    return list(dict.fromkeys(part.id for part in ast.walk(node) if isinstance(part, ast.Name)))
