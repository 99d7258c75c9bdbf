"""The nearest class above a class that has one of some names, asked of many classes whose lines meet."""

from __future__ import annotations

from collections.abc import Container

from toolgen.evaluation.names.lookup import Names
from toolgen.evaluation.names.symbols import Defined, Symbol


class NearestAbove:
    """Looks for one of the names `wanted`, through each class once, however many stand below it.

    `passed` are the ids of the nodes of the classes that were found above others.
    """

    def __init__(self, names: Names, wanted: Container[str]) -> None:
        self.passed: set[int] = set()
        self._names = names
        self._wanted = wanted
        self._answers: dict[int, Symbol | None] = {}

    def of(self, symbol: Defined) -> Symbol | None:
        """The first class above the class `symbol`, depth first, that has one of the names."""
        own = id(symbol.node)
        if own not in self._answers:
            self._answers[own] = self._sought(symbol, {own})
        return self._answers[own]

    def _sought(self, symbol: Defined, visited: set[int]) -> Symbol | None:
        for one in self._names.ancestors(symbol, self._answers):
            node = id(one.node) if isinstance(one, Defined) else None
            if node == id(symbol.node):
                continue
            found = one if one.name in self._wanted else self._answers.get(node or 0)
            if node is not None:
                self.passed.add(node)
                visited.add(node)
            if found is not None:
                return found
        self._answers |= dict.fromkeys(visited)
        return None
