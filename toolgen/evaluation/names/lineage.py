"""The classes above and below a class: the nearest that has one of some names, and what those below bind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator
from functools import cached_property

from toolgen.evaluation.names.lookup import Defined, Names, Site, Symbol
from toolgen.memoize import memoized_by
from toolgen.syntax.facts import Class


class NearestAbove:
    """Looks for names `wanted` above classes, through each once; `passed` are ids of those found above others."""

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


class Subclasses:
    """Finds the classes below those of one project."""

    def __init__(self, names: Names) -> None:
        self._names = names

    @memoized_by(lambda class_: id(class_.node))
    def overridden(self, class_: Defined) -> frozenset[str]:
        """What classes below `class_` bind themselves."""
        return frozenset(name for below in self._below(class_) for name in below.scope.bindings)

    def _below(self, class_: Defined) -> Iterator[Class]:
        pending, seen = [class_], {class_.name}
        while pending:
            for one in self._by_base.get(pending.pop().name.rpartition(".")[2], ()):
                is_below = one.name not in seen and self._names.is_below(one, seen)
                if is_below and isinstance(one.node, Class):
                    seen.add(one.name)
                    pending.append(one)
                    yield one.node

    @cached_property
    def _by_base(self) -> dict[str, list[Defined]]:
        """The classes of modules, and of functions in them, by the last parts of the names of their bases."""
        found = defaultdict[str, list[Defined]](list)
        for module in self._names.project.modules:
            for declared in module.facts.declared:
                if isinstance(one := declared.node, Class):
                    symbol = Site(module, declared.scopes, declared.owner).symbol(one)
                    for base in one.bases:
                        found[base.text.partition("[")[0].rpartition(".")[2]].append(symbol)
        return found
