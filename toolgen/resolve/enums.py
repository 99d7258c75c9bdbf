"""Enumerations: what makes a class one, and the values of its members."""

from __future__ import annotations

import ast
from collections.abc import Callable

from toolgen.model.types import Json
from toolgen.parse.expressions import parse_expression
from toolgen.parse.facts import Assignment, Class, Expression
from toolgen.resolve.names import Defined, External, Names, Site

ENUM_BASES = {
    "enum.Enum": "",
    "enum.IntEnum": "int",
    "enum.StrEnum": "str",
    "enum.Flag": "int",
    "enum.IntFlag": "int",
}
"""The enumerations of the standard library, and the builtin that each mixes in."""


class Enumerations:
    """Reads enumerations; `fold` gives the JSON value of an expression, or raises."""

    def __init__(self, names: Names, fold: Callable[[Expression, Site], Json]) -> None:
        self._names = names
        self._fold = fold

    def base(self, node: Class, site: Site) -> str | None:
        """The builtin that the enumeration `node` mixes in, empty for none; None where `node` is no enumeration."""
        found: str | None = None
        outer = Site(site.module, site.scopes[:-1] if site.scopes[-1] is node.scope else site.scopes)
        for ancestor in self._names.ancestors(Defined(node.qualname, node, outer)):
            if isinstance(ancestor, External):
                if ancestor.name in {"str", "int", "float"}:
                    found = ancestor.name
                elif ancestor.name in ENUM_BASES:
                    return found or ENUM_BASES[ancestor.name]
        return None

    def value(self, name: str, node: Class, site: Site) -> Json:
        """The value of the member `name` of the enumeration `node`, whose body is the innermost scope of `site`."""
        return self.members(node, site)[name]

    def members(self, node: Class, site: Site) -> dict[str, Json]:
        """The members of the enumeration `node` and their values, aliases included. Raises what `fold` raises."""
        base = self.base(node, site)
        members: dict[str, Json] = {}
        last = 0
        for name, binding in node.scope.bindings.items():
            if isinstance(binding, Assignment) and binding.value is not None and not name.startswith("_"):
                if self._is_auto(binding.value, site):
                    members[name] = name.lower() if base == "str" else last + 1
                else:
                    members[name] = self._fold(binding.value, site)
                last = members[name] if isinstance(members[name], int) else last
        return members

    def _is_auto(self, value: Expression, site: Site) -> bool:
        if not value.text.endswith("()"):
            return False
        node = parse_expression(value.text)
        return isinstance(node, ast.Call) and self._names.evaluate(node.func, site) == External("enum.auto")
