"""What the statements of a module call when it runs, and what its functions and classes name, by words alone."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from toolgen.syntax.nodes import DefinitionNode, FunctionDef, children, defaults, walk


def running(one: ast.stmt) -> Sequence[ast.AST]:
    """What of a statement runs with the module: of definitions, the decorators."""
    return one.decorator_list if isinstance(one, DefinitionNode) else [one]


def called(one: ast.stmt, nodes: Sequence[ast.AST]) -> frozenset[str]:
    """The names that `nodes`, which run of the statement `one`, call; decorators call what they stand on."""
    calls = (node.func for part in nodes for node in walk(part) if isinstance(node, ast.Call))
    return frozenset(name for function in calls for name in _own_name(function)) | given(one, nodes)


def mentioned(one: ast.stmt) -> frozenset[str]:
    """The names that stand in `one` where it runs with the module: what they stand for may be called, or kept."""
    nodes = running(one)
    values = [value for _, value in defaults(one)] if isinstance(one, FunctionDef) else getattr(one, "bases", [])
    return frozenset(words([*nodes, *values])) | given(one, nodes)


def given(one: ast.stmt, nodes: Sequence[ast.AST]) -> frozenset[str]:
    """The name of the definition that its decorators, `nodes`, are given."""
    return frozenset({one.name} if isinstance(one, DefinitionNode) and nodes else ())


def definitions(body: Iterable[ast.stmt]) -> Mapping[str, frozenset[str]]:
    """The names in each function and class of `body`, and those of methods that are called by no name."""
    return {one.name: frozenset(words(children(one))) | _unseen(one) for one in body if isinstance(one, DefinitionNode)}


def _unseen(one: DefinitionNode) -> frozenset[str]:
    methods = one.body if isinstance(one, ast.ClassDef) else ()
    return frozenset(each.name for each in methods if isinstance(each, FunctionDef) and each.decorator_list)


def function_at(body: Sequence[ast.stmt], line: int) -> str:
    """The name of the function around `line`, of its class for what makes an object of that."""
    index = bisect_left(body, line, key=lambda one: one.end_lineno or one.lineno)
    one = body[index] if index < len(body) else None
    if not isinstance(one, DefinitionNode) or line < one.lineno:
        return ""
    inner = function_at(one.body, line) if isinstance(one, ast.ClassDef) else one.name
    return one.name if inner.startswith("__") else inner


def words(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names and attributes in `nodes`."""
    return (name for part in nodes for node in walk(part) for name in _own_name(node))


def _own_name(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name
