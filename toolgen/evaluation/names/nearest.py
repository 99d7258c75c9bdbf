"""The nearest class above a class that has one of some names, asked of many classes whose lines meet."""

from __future__ import annotations

from collections.abc import Container, Iterable

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
        pending = [symbol]
        while pending:
            one = pending[-1]
            bases = self._names.bases(one)
            above = [base for base in bases if isinstance(base, Defined)]
            if id(one.node) not in self._answers:
                self._answers[id(one.node)] = None  # for a class that is above itself
                self.passed.update(id(base.node) for base in above)
                pending += [base for base in above if id(base.node) not in self._answers]
            else:
                pending.pop()
                self._answers[id(one.node)] = self._nearest(bases)
        return self._answers[id(symbol.node)]

    def _nearest(self, bases: Iterable[Symbol]) -> Symbol | None:
        """The first of `bases` that has one of the names, or of what is known to be above them."""
        for base in bases:
            above = self._answers.get(id(base.node)) if isinstance(base, Defined) else None
            if found := base if base.name in self._wanted else above:
                return found
        return None
