"""Functions that stand around what declares tools: `def my_tool(**kw): return mcp.tool(**kw)`."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def wrappers(
    tree: ast.Module, lines: Sequence[str], places: Iterable[int], words: Collection[str], known: Collection[str]
) -> Mapping[str, tuple[str, ...]]:
    """The functions and methods of a file that may be used as decorators of tools, and what they call to that end.

    Such a function returns what one of `words` gives, or calls it with a parameter; or it does so with one of those
    that are `known`, in this file or another. What the names mean is not looked up. `places` are the lines on which a
    word or known name stands.
    """
    found: dict[str, list[_FunctionNode]] = {}
    pending = {*known}
    while True:
        callers = _Words(words if not found else (), pending)
        functions = [node for node in _functions(tree.body) if _holds(node, places)]
        wrapping = [node for node in functions if node.name not in found and _is_wrapper(node, callers)]
        pending = {node.name for node in wrapping}
        if not pending:
            return _with_callees(found, _Words(words, {*known, *found}))
        for name in sorted(pending):
            found[name] = [node for node in wrapping if node.name == name]
        used = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(pending)))})\b")
        places = [number for number, line in enumerate(lines, 1) if used.search(line)]


def _functions(body: Iterable[ast.stmt]) -> Iterator[_FunctionNode]:
    """The functions that other modules can reach: at the top level, and in classes there."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node.body)
        elif isinstance(node, _FunctionNode) and not node.name.startswith("__"):
            yield node


def _holds(node: _FunctionNode, places: Iterable[int]) -> bool:
    return any(node.lineno <= number <= (node.end_lineno or node.lineno) for number in places)


def _is_wrapper(function: _FunctionNode, words: _Words) -> bool:
    names = _names(function)
    callers = replace(words, local=names.bound)
    return any(_declares(node, names.parameters, callers) for node in _statements(function.body))


class _Names(NamedTuple):
    """The names that a function and those inside it bind: all, and the parameters."""

    bound: Collection[str]
    parameters: Collection[str]


def _names(function: _FunctionNode) -> _Names:
    inside = [function, *_statements(function.body)]
    arguments = [node.args for node in inside if isinstance(node, _FunctionNode)]
    parameters = {part.arg for one in arguments for part in ast.walk(one) if isinstance(part, ast.arg)}
    targets = [target for node in inside if isinstance(node, ast.Assign) for target in node.targets]
    return _Names(parameters | {target.id for target in targets if isinstance(target, ast.Name)}, parameters)


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body, with those in them."""
    for statement in body:
        yield statement
        for name in ("body", "orelse", "finalbody", "handlers"):
            inner = getattr(statement, name, ())
            yield from _statements(part for part in inner if isinstance(part, ast.stmt))
            yield from _statements(one for part in inner if isinstance(part, ast.ExceptHandler) for one in part.body)


def _declares(node: ast.stmt, parameters: Collection[str], callers: _Words) -> bool:
    match node:
        case ast.Return(value=ast.expr() as value) | ast.Assign(value=value):
            return callers.gives(value)
        case ast.FunctionDef(decorator_list=decorators) | ast.AsyncFunctionDef(decorator_list=decorators):
            return any((callers.means(one) or callers.calls(one)) and _speaks_of(one, parameters) for one in decorators)
        case ast.Expr(value=ast.Call() as call):
            return callers.calls(call) and _speaks_of(call, parameters)
        case _:
            return False


def _with_callees(found: Mapping[str, list[_FunctionNode]], words: _Words) -> Mapping[str, tuple[str, ...]]:
    """What may declare tools of all that the functions `found` call, decorate with or hand on, as it is written."""
    parts = {name: [part for one in nodes for part in _callees(one, words)] for name, nodes in found.items()}
    return {name: tuple(dict.fromkeys(map(ast.unparse, callees))) for name, callees in parts.items()}


def _callees(function: _FunctionNode, words: _Words) -> Iterator[ast.expr]:
    callers = replace(words, local=_names(function).bound)
    for statement in function.body:
        for node in ast.walk(statement):
            match node:
                case ast.Call(func=ast.Name(id="partial") | ast.Attribute(attr="partial"), args=[first, *_]):
                    parts = [first]
                case ast.Call(func=called):
                    parts = [called]
                case ast.FunctionDef(decorator_list=decorators) | ast.AsyncFunctionDef(decorator_list=decorators):
                    parts = decorators
                case ast.Return(value=ast.expr() as value) | ast.Assign(value=value) | ast.Lambda(body=value):
                    parts = [value]
                case ast.IfExp(body=body, orelse=orelse):
                    parts = [body, orelse]
                case _:
                    continue
            yield from filter(callers.means, parts)


@dataclass(frozen=True, slots=True)
class _Words:
    """Recognises what declares tools: `words`, of whatever object, and the functions `known` of this or another module.

    `local` are names that a function binds: what they stand for is something else.
    """

    words: Collection[str]
    known: Collection[str]
    local: Collection[str] = ()

    def means(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                return (name in self.words or name in self.known) and name not in self.local
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if name in self.known:
                return owner in {"self", "cls"} or owner not in self.local
            case ast.Attribute(attr=name):
                return name in self.words
            case _:
                return False

    def calls(self, node: ast.expr) -> bool:
        """`word(…)` and `word(…)(…)`."""
        while isinstance(node, ast.Call):
            node = node.func
            if self.means(node):
                return True
        return False

    def gives(self, node: ast.expr) -> bool:
        """Whether what `node` gives is a call of a word, or `functools.partial` of one, or its bare attribute."""
        match node:
            case ast.Call(func=ast.Name(id="partial") | ast.Attribute(attr="partial"), args=[first, *_]):
                return self.means(first)
            case ast.Attribute():
                return self.means(node)
            case ast.Lambda(body=body):
                return self.gives(body)
            case ast.IfExp(body=body, orelse=orelse):
                return self.gives(body) or self.gives(orelse)
            case _:
                return self.calls(node)


def _speaks_of(call: ast.expr, parameters: Collection[str]) -> bool:
    """Whether one of `parameters` stands in `call`: as an argument, or as the server whose method is called."""
    return any(isinstance(part, ast.Name) and part.id in parameters for part in ast.walk(call))
