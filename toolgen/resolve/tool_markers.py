"""The tables of the dialects against resolved names: which callables declare or register tools."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from toolgen.dialects import DIALECTS, Dialect
from toolgen.parse.facts import Function
from toolgen.resolve.instances import Instances
from toolgen.resolve.names import Defined, External, Names, Site

_Table: TypeAlias = Mapping[str, Dialect]


def _by_receiver(names: Callable[[Dialect], Iterable[str]]) -> dict[str, Dialect]:
    """`mcp.tool` → the dialect in which `mcp` is a usual name of the server."""
    return {
        f"{receiver}.{name.rpartition('.')[2]}": dialect
        for dialect in DIALECTS
        for receiver in dialect.receivers
        for name in names(dialect)
    }


BY_BASE: _Table = {name: dialect for dialect in DIALECTS for name in dialect.bases}
BY_DECORATOR: _Table = {name: dialect for dialect in DIALECTS for name in dialect.decorators}
BY_REGISTRAR: _Table = {name: dialect for dialect in DIALECTS for name in dialect.registrars}
_DECORATING_RECEIVERS = _by_receiver(lambda dialect: dialect.decorators)
_REGISTERING_RECEIVERS = _by_receiver(lambda dialect: dialect.registrars)
_METHODS = frozenset(name.rpartition(".")[2] for name in (*BY_DECORATOR, *BY_REGISTRAR))


class ToolMarkers:
    """Recognises what declares a tool, by its qualified name or as a method of an instance."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.instances = Instances(names)

    def decorator(self, function: ast.expr, site: Site) -> Dialect | None:
        """The dialect of which `function` is a decorator."""
        return self._of_callable(function, site, BY_DECORATOR, _DECORATING_RECEIVERS)

    def registrar(self, function: ast.expr, site: Site) -> Dialect | None:
        """The dialect in which calling `function` registers a tool."""
        return self._of_callable(function, site, BY_REGISTRAR, _REGISTERING_RECEIVERS)

    def _of_callable(self, function: ast.expr, site: Site, table: _Table, receivers: _Table) -> Dialect | None:
        symbol = self._names.evaluate(function, site)
        if isinstance(symbol, External) and symbol.name in table:
            return table[symbol.name]
        if not isinstance(function, ast.Attribute) or function.attr not in _METHODS:
            return None
        owner = self.instances.class_of(function.value, site)
        if owner is not None:
            member = self._names.attribute(owner, function.attr) if isinstance(owner, Defined) else None
            if isinstance(member, Defined) and isinstance(member.node, Function):
                return None  # A class of the project has a method of its own under this name.
            return self._inherited(owner, function.attr, table)
        # The class cannot be seen, so the usual names of such an object have to do.
        receiver = getattr(function.value, "attr", getattr(function.value, "id", ""))
        return receivers.get(f"{receiver}.{function.attr}")

    def _inherited(self, owner: External | Defined, method: str, table: _Table) -> Dialect | None:
        names = (f"{ancestor.name}.{method}" for ancestor in self._names.ancestors(owner))
        return next((table[name] for name in names if name in table), None)

    def overridden(self, function: ast.expr, site: Site) -> Dialect | None:
        """The dialect of which `function` overrides a decorator, as a method of a class below one of its servers."""
        if not isinstance(function, ast.Attribute) or function.attr not in _METHODS:
            return None
        owner = self.instances.class_of(function.value, site)
        return None if owner is None else self._inherited(owner, function.attr, BY_DECORATOR)

    def names_of(self, function: ast.expr, site: Site) -> list[str]:
        """The qualified names of `function`, called or not; a method has those of its classes and of its object."""
        while isinstance(function, ast.Call):
            function = function.func
        if (symbol := self._names.evaluate(function, site)) is not None:
            return [symbol.name]
        if not isinstance(function, ast.Attribute):
            return []
        owner = self.instances.class_of(function.value, site)
        value = self._names.evaluate(function.value, site)
        owners = [] if owner is None else [ancestor.name for ancestor in self._names.ancestors(owner)]
        if value is not None:
            owners.append(value.name)
        return [f"{name}.{function.attr}" for name in owners]
