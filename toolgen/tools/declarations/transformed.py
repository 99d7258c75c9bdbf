"""Tools that are there for others to be made of them alone: `base` of `Tool.from_tool(base, name="other")`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple, TypeAlias

from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.bodies import expressions_of
from toolgen.evaluation.names.lookup import Site
from toolgen.memoize import memoized
from toolgen.project.modules import Module
from toolgen.syntax.facts import Expression
from toolgen.syntax.nodes import walk

_Place: TypeAlias = tuple[int, int]
"""A line, from 1, and a column in bytes, from 0."""


class _Uses(NamedTuple):
    """Of one module: the names that are assigned in a line, and where names are read."""

    assigned: Mapping[int, Set[str]]
    read: Mapping[str, Set[_Place]]


class Transformations:
    """Knows which calls make tools that nothing but others are made of; each module is gone through once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._markers = evaluator.markers
        transforms = (name for name, one in evaluator.names.dialects.calls.by_name.items() if one.declarator.transforms)
        self._methods = frozenset(name.rpartition(".")[2] for name in transforms)

    def is_only_source(self, call: Expression, module: Module) -> bool:
        """Whether the tool that `call` in `module` makes is used for nothing but making others of it."""
        transformed = self._transformed_in(module)
        if not transformed or (call.line, call.column - 1) in transformed:
            return bool(transformed)
        uses = module.contents.late(_uses)
        read = frozenset[_Place]().union(*(uses.read.get(name, ()) for name in uses.assigned.get(call.line, ())))
        return bool(read) and transformed >= read

    @memoized
    def _transformed_in(self, module: Module) -> Set[_Place]:
        """Where the tools stand that others are made of."""
        is_spoken_of = module.contents.speaks_of(frozenset(map(str.encode, self._methods)))
        calls = expressions_of(module, ast.Call) if is_spoken_of else ()
        sources = (call.args[0] for call, site in calls if call.args and self._transforms(call.func, site))
        return {(one.lineno, one.col_offset) for one in sources}

    def _transforms(self, function: ast.expr, site: Site) -> bool:
        is_named_so = isinstance(function, ast.Attribute) and function.attr in self._methods
        marker = self._markers.call(function, site) if is_named_so else None
        return marker is not None and bool(marker.declarator.transforms)


def _uses(body: Sequence[ast.stmt]) -> _Uses:
    assigned, read = defaultdict[int, set[str]](set), defaultdict[str, set[_Place]](set)
    for node in (one for statement in body for one in walk(statement)):
        match node:
            case ast.Assign(targets=targets, value=value):
                assigned[value.lineno].update(one.id for one in targets if isinstance(one, ast.Name))
            case ast.Name(id=name, ctx=ast.Load()):
                read[name].add((node.lineno, node.col_offset))
    return _Uses(assigned, read)
