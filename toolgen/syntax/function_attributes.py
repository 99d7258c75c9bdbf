"""Statements after a `def` that make it say something else of itself: `f.__name__ = "add"`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from toolgen.syntax.bodies import Source
from toolgen.syntax.facts import Function
from toolgen.syntax.nodes import blocks, walk

INSPECTED = frozenset(
    {"__annotations__", "__defaults__", "__doc__", "__kwdefaults__", "__name__", "__signature__", "__wrapped__"}
)
"""The attributes that say what a function looks like to those who inspect it."""


class AttributeAssignment(NamedTuple):
    """`function.attribute = value`; `value` is None where the block that holds the `def` does not say it."""

    attribute: str
    value: ast.expr | None


def attribute_assignments(function: Function, source: Source) -> tuple[AttributeAssignment, ...]:
    """What is assigned to attributes of `function`, in its own block and in the functions and classes there."""
    around = [one for one in source.functions if one.lineno < function.line <= (one.end_lineno or 0)]
    block = max(around, key=lambda one: one.lineno) if around else source.tree
    return tuple(_within(block, function.name, is_own=True))


def _within(block: ast.AST, name: str, *, is_own: bool) -> Iterator[AttributeAssignment]:
    """The assignments in `block`; functions and classes that have something of their own under `name` are left out."""
    for node in blocks(block):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield from () if name in _defined_in(node) else _within(node, name, is_own=False)
            case ast.stmt():
                assigned = _assigned(node, name)
                yield from (AttributeAssignment(attribute, value if is_own else None) for attribute, value in assigned)
                yield from _within(node, name, is_own=is_own and isinstance(node, ast.With))
            case ast.ExceptHandler() | ast.match_case():
                yield from _within(node, name, is_own=is_own)


def _assigned(statement: ast.stmt, name: str) -> Iterator[tuple[str, ast.expr | None]]:
    """The attributes of `name` that `statement` sets, with what they are then, where it says that."""
    targets: list[ast.expr] = []
    value: ast.expr | None = None
    match statement:
        case ast.Assign(targets=targets, value=value):
            pass
        case ast.AnnAssign(value=ast.expr() as value):
            targets = [statement.target]
        case ast.AugAssign():
            targets = [statement.target]
        case ast.Delete(targets=targets):
            pass
    for target in targets:
        match target:
            case ast.Attribute(value=ast.Name(id=owner), attr=attribute) if owner == name and attribute in INSPECTED:
                yield attribute, value
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id=owner), attr=attribute)) if owner == name:
                yield from [(attribute, None)] if attribute in INSPECTED else []


def _defined_in(inner: ast.AST) -> Iterator[str]:
    """The names of the functions and parameters in `inner`, and its own where it is a function."""
    for node in walk(inner):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
                yield name
