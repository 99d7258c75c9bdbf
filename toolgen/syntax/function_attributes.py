"""Statements after a `def` that make it say something else of itself: `f.__name__ = "add"`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from toolgen.syntax.changes import changed_attributes, targets_of
from toolgen.syntax.nodes import DefinitionNode, FunctionDef, blocks, walk

INSPECTED = frozenset(
    {"__annotations__", "__defaults__", "__doc__", "__kwdefaults__", "__name__", "__signature__", "__wrapped__"}
)
"""The attributes that say what a function looks like to those who inspect it."""


class AttributeAssignment(NamedTuple):
    """`function.attribute = value`; `value` is None where the block that holds the `def` does not say it."""

    attribute: str
    value: ast.expr | None


@dataclass(eq=False)
class _Scope:
    """A module, or a class or function in `outer`, with what is assigned there to attributes of a name."""

    node: ast.AST
    outer: _Scope | None = None
    assigned: dict[str, list[AttributeAssignment]] = field(default_factory=dict)

    def assign(self, name: str, assignment: AttributeAssignment) -> None:
        """Keep it for this scope and those around it, up to one with something of its own under `name`."""
        self.assigned.setdefault(name, []).append(assignment)
        if self.outer is not None and name not in self._defined:
            self.outer.assign(name, assignment._replace(value=None))

    @property
    def around_inner(self) -> _Scope:
        """The scope around what is defined here: functions do not see the names of the class that they stand in."""
        return self.outer if self.outer is not None and isinstance(self.node, ast.ClassDef) else self

    @cached_property
    def _defined(self) -> frozenset[str]:
        """The names of the functions and parameters here, and its own where it is a function."""
        nodes = walk(self.node)
        functions = (one.name for one in nodes if isinstance(one, FunctionDef))
        return frozenset([*functions, *(one.arg for one in nodes if isinstance(one, ast.arg))])


def attribute_assignments(tree: ast.Module) -> dict[int, tuple[AttributeAssignment, ...]]:
    """What is assigned to attributes of each function, in its own block and in what stands there, by its line."""
    functions: list[tuple[FunctionDef, _Scope]] = []
    pending: list[tuple[ast.AST, _Scope, bool]] = [(tree, _Scope(tree), True)]
    while pending:
        node, scope, is_own = pending.pop()
        if isinstance(node, FunctionDef):
            functions.append((node, scope))
        if isinstance(node, DefinitionNode):
            scope, is_own = _Scope(node, scope.around_inner), True
        elif isinstance(node, ast.stmt):
            for name, assignment in _assigned(node):
                scope.assign(name, assignment if is_own else assignment._replace(value=None))
            is_own = is_own and isinstance(node, ast.With)
        pending += [(one, scope, is_own) for one in reversed(blocks(node))]
    return {node.lineno: tuple(found) for node, scope in functions if (found := scope.assigned.get(node.name))}


def _assigned(statement: ast.stmt) -> Iterator[tuple[str, AttributeAssignment]]:
    """The names whose attributes `statement` sets, with these and what they are then, where it says that."""
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    whole = getattr(statement, "targets", [getattr(statement, "target", None)])
    for target in () if isinstance(statement, ast.Expr) else targets_of(statement):
        for owner, name, is_inside in changed_attributes(target):
            if isinstance(owner, ast.Name) and name in INSPECTED:
                yield owner.id, AttributeAssignment(name, value if target in whole and not is_inside else None)
