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

    def of(self, symbol: Symbol) -> Symbol | None:
        """The first class above the class `symbol`, in method resolution order, that has one of the names."""
        climbed, found = list[int](), None
        while isinstance(symbol, Defined) and (key := id(symbol.node)) not in self._answers:
            self._answers[key] = None  # for a class that is above itself
            climbed.append(key)
            bases = self._names.bases(symbol)
            above = bases if len(bases) == 1 else [*self._names.ancestors(symbol)][1:]
            self.passed.update(id(one.node) for one in above if isinstance(one, Defined))
            if len(bases) != 1 or above[0].name in self._wanted:
                found = next((one for one in above if one.name in self._wanted), None)
                break
            [symbol] = bases
        else:
            found = self._answers.get(id(symbol.node)) if isinstance(symbol, Defined) else None
        self._answers.update(dict.fromkeys(climbed, found))
        return found
