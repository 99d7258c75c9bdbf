"""The classes of a project by those that they are derived from: what a method finds in an object of a class below."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from toolgen.evaluation.names.lookup import Defined, Names, Site
from toolgen.memoize import memoized_by
from toolgen.syntax.facts import Class


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
