"""Constants in the place of names in an expression."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

Find: TypeAlias = Callable[[ast.expr], tuple[Any] | None]
_Node = TypeVar("_Node", bound=ast.AST)


def substituted(node: ast.expr, find: Find) -> ast.expr:
    """`node` with a constant for each name and attribute for which `find` has one; `node` itself stays as it is.

    What is decided then, as `"a" or b` is, is replaced by what it comes to.
    """
    if isinstance(node, ast.Name | ast.Attribute) and (found := find(node)) is not None:
        return literal(found[0], node)
    match made := _rebuilt(node, find):
        case ast.BoolOp(op=op, values=[ast.Constant(value=value) as first, *rest]):
            is_last = bool(value) is isinstance(op, ast.Or)
            return first if is_last else rest[0] if len(rest) == 1 else _copy(made, values=rest)
        case ast.IfExp(test=ast.Constant(value=value), body=body, orelse=orelse):
            return body if value else orelse
        case _:
            return made


def _rebuilt(node: _Node, find: Find) -> _Node:
    """`node`, or a copy of it where something in it is replaced."""
    changed = {}
    for name, value in ast.iter_fields(node):
        new = [_part(one, find) for one in value] if isinstance(value, list) else _part(value, find)
        if new != value:
            changed[name] = new
    return _copy(node, **changed) if changed else node


def _part(value: object, find: Find) -> object:
    if isinstance(value, ast.expr):
        return substituted(value, find)
    return _rebuilt(value, find) if isinstance(value, ast.AST) else value


def _copy(node: _Node, **changed: object) -> _Node:
    return ast.copy_location(type(node)(**{**dict(ast.iter_fields(node)), **changed}), node)


def literal(value: object, place: ast.expr) -> ast.expr:
    """The expression for the constant `value`, in the place of another."""
    if value is None or isinstance(value, str | bool | int | float):
        return ast.copy_location(ast.Constant(value), place)
    node = ast.parse(repr(value), mode="eval").body
    for part in ast.walk(node):
        ast.copy_location(part, place)
    return node
