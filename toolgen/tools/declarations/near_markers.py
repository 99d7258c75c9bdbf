"""What may be meant for what declares a tool, and is not known to be that."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.suggest import nearest
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Names, Site, Symbol
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.frameworks import ToolMarker
from toolgen.memoize import memoized
from toolgen.model.span import Span
from toolgen.syntax.expressions import last_name

_SHOWN = 3
"""How many dialects a diagnostic names."""


class Namesake(NamedTuple):
    """A `name` of dialects, by them of `meanings`, that comes from `module`, which was not found."""

    name: str
    module: str
    meanings: Mapping[str, str]

    def diagnostic(self, span: Span) -> Diagnostic:
        """TG218 at `span`."""
        several = [*self.meanings]
        dialects = ", ".join(several[:_SHOWN]) + (" and others" if len(several) > _SHOWN else "")
        meant = self.meanings[several[0]]
        return diagnose("TG218", span, name=self.name, module=self.module, dialects=dialects, meant=meant)


class NearMarkers:
    """Names that are nearly those of `markers`, or theirs where nothing else is known."""

    def __init__(self, names: Names, markers: ToolMarkers) -> None:
        self._names = names
        self._markers = markers
        self._dialects = names.dialects

    def resembles(
        self, function: ast.expr, site: Site, call: ast.Call | None = None, *, in_project: bool = True
    ) -> str | None:
        """The dialect whose decorator or `call` `function` may be by name: imported, or any if `in_project`."""
        if not isinstance(function, ast.Attribute) or function.attr not in self._markers.methods:
            return None
        if self._markers.decorator(function, site) is not None:
            return None
        owner = self._markers.class_of(function.value, site)
        with self._names.doubts.captured() as doubts:
            symbol = self._names.evaluate(function, site)
        is_known = (isinstance(symbol, Defined) and not doubts) or self._markers.is_other(symbol)
        if is_known or (owner is not None and not self._markers.is_out_of_sight(owner, site)):
            return None
        imported = self._dialects.of_roots(self._markers.packages(site.module))
        found = [*self._of_dialects(imported, function.attr)]
        for table in (self._dialects.decorators, self._dialects.calls):
            found += table.of_receiver(last_name(function.value), function.attr).values()
        names = {one.dialect.name for one in found if call is None or _may_give(call, one)}
        if in_project and owner is None and not names:
            others = self._of_dialects(self._markers.in_project[0], function.attr)
            names = {one.dialect.name for one in others if call is None or _gives(call, one)}
        return min(names, default=None)

    def misspelt(self, function: ast.expr, site: Site) -> tuple[str, str] | None:
        """What `function`, which its module or the class of its object has not, is nearly called, and the dialect."""
        symbol = self._names.evaluate(function, site)
        module = symbol.name.rpartition(".")[0] if isinstance(symbol, External) else ""
        if isinstance(symbol, External) and (near := self._nearest(frozenset({module}), _last(symbol))):
            return f"{module}.{near[0]}", near[1]
        owner = self._markers.class_of(function.value, site) if isinstance(function, ast.Attribute) else None
        if owner is None or not isinstance(function, ast.Attribute) or function.attr in self._markers.methods:
            return None
        is_there = isinstance(self._names.attribute(owner, function.attr), Defined)
        above = frozenset(ancestor.name for ancestor in self._names.ancestors(owner))
        return None if is_there else self._nearest(above, function.attr)

    def _nearest(self, owners: frozenset[str], name: str) -> tuple[str, str] | None:
        """What declares tools in one of `owners` and is nearly called `name`, and its dialect."""
        own = self._declaring_in(owners)
        near = nearest(name, own)
        return None if near is None else (near, own[near])

    @memoized
    def _declaring_in(self, owners: frozenset[str]) -> Mapping[str, str]:
        """The dialects of what declares tools in one of `owners`, by its name there."""
        known = (*self._dialects.decorators.by_name.items(), *self._dialects.calls.by_name.items())
        return {_last(one): one.dialect.name for dotted, one in known if dotted.rpartition(".")[0] in owners}

    def is_like_decorator(self, unbound: ExpressionRef) -> bool:
        """Whether a name that nothing binds is that of a decorator, or nearly that of one around."""
        name, site = last_name(unbound.node), unbound.site
        near = nearest(name, {one for scope in site.scopes for one in scope.bindings})
        return name in self._dialects.functions or (
            near is not None and bool(self._markers.decorator(ast.Name(near), site))
        )

    def _of_dialects(self, dialects: Iterable[str], method: str) -> Iterator[ToolMarker]:
        """What `method` is, of objects of `dialects`."""
        for table in (self._dialects.decorators, self._dialects.calls):
            yield from filter(None, (table.of_dialect(name, method) for name in dialects))

    def namesake(self, function: ast.expr, site: Site) -> Namesake | None:
        """What is to be said of `function` if it has the name of a decorator and comes from where nothing was found."""
        if isinstance(function, ast.Attribute):
            owner = self._names.evaluate(function.value, site)
            if not isinstance(owner, ModuleName):
                return self._unfound(owner, self._dialects.owners.get(function.attr), site)
        symbol = self._names.evaluate(function, site)
        return None if symbol is None else self._unfound(symbol, self._dialects.functions.get(_last(symbol)), site)

    def namesake_of_base(self, base: Symbol, site: Site) -> Namesake | None:
        """The same of a base of a class; None where a dialect knows that very class."""
        is_known = base.name in self._dialects.known_names
        return None if is_known else self._unfound(base, self._dialects.named_bases.get(_last(base)), site)

    def _unfound(self, symbol: Symbol | None, meanings: Mapping[str, str] | None, site: Site) -> Namesake | None:
        if not isinstance(symbol, External) or meanings is None:
            return None
        module = symbol.name.rpartition(".")[0]
        absence = self._names.absences.of(symbol.name, site)
        is_read = module not in self._names.project.unread
        if absence is None or (is_read and absence == ("TG319", {"module": module, "absent": _last(symbol)})):
            return None
        return Namesake(_last(symbol), absence[1]["module"] if absence[0] == "TG302" else module, meanings)


def _last(symbol: Symbol | ToolMarker) -> str:
    return symbol.name.rpartition(".")[2]


def _may_give(call: ast.Call, marker: ToolMarker) -> bool:
    """Whether `call` gives what makes a tool, or a `*` or `**` in which that may be."""
    is_open = any(one.arg is None for one in call.keywords) or any(isinstance(one, ast.Starred) for one in call.args)
    return is_open or _gives(call, marker)


def _gives(call: ast.Call, marker: ToolMarker) -> bool:
    """Whether `call` gives what makes a tool; a decorator is given its function later."""
    if marker.name in marker.dialect.decorators:
        return True
    declarator = marker.declarator
    taken = {*declarator.functions, *(name.partition(".")[0] for name in declarator.lists)}
    given = {*declarator.positional[: len(call.args)], *(one.arg for one in call.keywords)}
    return not taken or not given.isdisjoint(taken) or (declarator.is_variadic and bool(call.args))
