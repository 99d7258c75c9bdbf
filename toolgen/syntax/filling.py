"""Statements that may put something into a container: what they call, decorate with, or store into."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from toolgen.syntax.expressions import callee, given_to, last_name
from toolgen.syntax.nodes import DefinitionNode, FunctionDef, children, defaults, walk
from toolgen.syntax.other_names import other_names, renamed

_READING = frozenset({"copy", "count", "get", "index", "items", "keys", "values"})
"""Methods of collections that are given something and put nothing into them."""

_HARMLESS = frozenset({"hasattr", "isinstance", "issubclass", "len", "list", "print", "sorted", "tuple"})
"""Functions that put nothing into what they are given."""

NEXT = "__next__"
"""What may be called of an iterator wherever its name stands."""

KEPT = "__call__"
"""What may be called of what is kept in a collection or by an object."""

DECORATED = "__wrapped__"
"""What may be called of what a decorator is given."""

SUBCLASSED = "__init_subclass__"
"""What is called of a class where one below it is made."""

_CALLED_UNSEEN = frozenset(
    {
        *("cached_property", "computed_field", "deleter", "getter", "property", "setter"),
        *("default", "field_validator", "model_validator", "root_validator", "validator"),
    }
)
"""Decorators of methods that are called by no name of theirs: properties, and what validates an object."""


class Definition(NamedTuple):
    """A function or another name that is bound at `line`, and what it calls, decorates with, or stores into.

    `node` is the `def` of a function that imports something for itself, `owner` the name of the class of a method.
    """

    name: str
    line: int
    uses: tuple[ast.expr, ...]
    node: FunctionDef | None = None
    owner: str = ""


def definition(node: FunctionDef) -> Definition:
    """`node` with what is used in its body."""
    parts = [part for statement in node.body for part in walk(statement)]
    is_importing = any(isinstance(part, ast.Import | ast.ImportFrom) for part in parts)
    used = [use for part in parts for use in _used(part)]
    others = other_names([node, *parts])
    again = (one for use in used for one in renamed(use, others)) if others else ()
    return Definition(node.name, node.lineno, (*used, *again), node if is_importing else None)


def is_called_unseen(node: FunctionDef) -> bool:
    """Whether Python calls a method by itself, so that it may run wherever its class is used."""
    is_dunder = node.name.startswith("__") and node.name != SUBCLASSED
    return is_dunder or any(last_name(callee(one)) in _CALLED_UNSEEN for one in node.decorator_list)


def uses(statement: ast.stmt) -> Iterator[ast.expr]:
    """What a statement of a module uses when the module is imported."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        yield from _used(node)
        if isinstance(node, FunctionDef):
            pending += (*node.decorator_list, *(value for _, value in defaults(node)))
        elif not isinstance(node, ast.Lambda):
            pending += children(node)


def replaced(body: Iterable[ast.stmt]) -> frozenset[str]:
    """The attributes that something in `body` sets anew or deletes, where it does not make the object."""
    found, pending = set[str](), list[ast.AST](body)
    while pending:
        match node := pending.pop():
            case ast.FunctionDef(name="__init__"):
                continue
            case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
        pending += children(node.value if isinstance(node, ast.AugAssign) else node)
    return frozenset(found)


def _used_by_definition(node: DefinitionNode) -> Iterator[ast.expr]:
    """What may be called where something is defined, other than its decorators."""
    if isinstance(node, ast.ClassDef):
        yield from (ast.Attribute(one, SUBCLASSED, ast.Load()) for one in node.bases)
    elif node.decorator_list:
        yield ast.Attribute(ast.Name(node.name), DECORATED, ast.Load())


def _used(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Call(func=ast.Attribute(attr=method)) if method in _READING:
            return
        case (
            ast.Call(func=ast.Name(id="setattr" | "delattr" | "update_wrapper" as name), args=[owner, *_])
            | ast.Call(
                func=ast.Attribute(value=ast.Name(id="functools"), attr="update_wrapper" as name), args=[owner, *_]
            )
            | ast.Call(func=ast.Attribute(value=ast.Name(id="dict" | "list" | "set"), attr=name), args=[owner, *_])
        ):
            yield ast.Attribute(owner, name, ast.Load())
        case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=str(name)), *_]):
            yield ast.Attribute(owner, name, ast.Load())
        case ast.Call(func=function):
            yield function
            yield from given_to(node) if last_name(function) not in _HARMLESS else ()
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield from map(callee, node.decorator_list)
            yield from _used_by_definition(node)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_], value=ast.Name() | ast.Attribute() as value):
            yield ast.Attribute(value, KEPT, ast.Load())
        case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
            yield node
        case ast.AugAssign(target=ast.Name() | ast.Attribute() as target):
            yield ast.Attribute(target, "__iadd__", ast.Load())
        case ast.Dict(values=values) | ast.List(elts=values) | ast.Tuple(elts=values) | ast.Set(elts=values):
            kept = (one for one in values if isinstance(one, ast.Name | ast.Attribute))
            yield from (ast.Attribute(one, KEPT, ast.Load()) for one in kept)
        case ast.Return(value=ast.Name() | ast.Attribute() as value):
            yield value
            yield ast.Attribute(value, "_", ast.Load())
        case ast.Name(ctx=ast.Load()):
            yield ast.Attribute(node, NEXT, ast.Load())
