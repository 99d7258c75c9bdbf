"""Walks over the nodes of a tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

FunctionDef: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
DefinitionNode: TypeAlias = FunctionDef | ast.ClassDef

_IMPORTING = frozenset({"import_module", "__import__"})
"""What gives the module of a name."""

_EMPTY = frozenset({ast.Constant, ast.Name})
"""Nodes that hold no others: most are such."""
_INNER = frozenset({ast.AsyncFunctionDef, ast.ClassDef, ast.FunctionDef, ast.Lambda})
_CLOSED = _EMPTY | _INNER

_PLAIN = frozenset(
    {"arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "kwd_attrs", "level", "module", "name"}
    | {"op", "ops", "rest", "simple", "tag", "type_comment"}
)
"""Fields without nodes, or with those that only say what their parent is: contexts and operators."""

_LEAVES = ast.Constant | ast.Global | ast.MatchSingleton | ast.Nonlocal
_SPARSE = frozenset({"keys", "kw_defaults"})
"""Lists in which `None` stands for what is not given."""


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of a node that are `kept`, by its type."""

    def __init__(self, kept: Callable[[type[ast.AST], str], bool]) -> None:
        super().__init__()
        self._kept = kept

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        fields = self[kind] = tuple(name for name in kind._fields if self._kept(kind, name))
        return fields


def _may_hold_nodes(kind: type[ast.AST], name: str) -> bool:
    is_plain = name in _PLAIN and not (name == "name" and kind.__name__ == "TypeAlias")
    return not (is_plain or issubclass(kind, _LEAVES))


_FIELDS = _Fields(_may_hold_nodes)
_BLOCKS = _Fields(lambda _, name: name in {"body", "cases", "finalbody", "handlers", "orelse"})


def children(node: ast.AST) -> list[ast.AST]:
    """What `ast.iter_child_nodes` gives but contexts and operators, in half of its time."""
    found: list[ast.AST] = []
    for field in _FIELDS[node.__class__]:
        value = getattr(node, field, None)
        if value.__class__ is list:
            found += filter(None, value) if field in _SPARSE else value
        elif value is not None:
            found.append(value)
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """`node` and all nodes in it, the nearer ones first, but for those that `children` leaves out."""
    nodes = [node]
    for one in nodes:  # which grows
        if one.__class__ not in _EMPTY:
            nodes += children(one)
    return nodes


def blocks(node: ast.AST) -> list[ast.AST]:
    """The statements in the blocks of a statement, or the handlers and cases that hold them."""
    return [one for field in _BLOCKS[node.__class__] for one in getattr(node, field)]


def statements_in(body: Iterable[ast.stmt]) -> list[ast.stmt]:
    """The statements of `body` and all in them, in functions and classes too, the nearer ones first."""
    nodes: list[ast.AST] = [*body]
    for one in nodes:  # which grows
        for field in _BLOCKS[one.__class__]:
            nodes += getattr(one, field)
    return [one for one in nodes if isinstance(one, ast.stmt)]


def _own_statements(body: Iterable[ast.stmt]) -> list[ast.AST]:
    """The statements of `body` and all in them, and their handlers and cases, but in functions and classes."""
    nodes: list[ast.AST] = [*body]
    for one in nodes:  # which grows
        nodes += [] if one.__class__ in _INNER else blocks(one)
    return nodes


def names_in(node: ast.AST) -> list[str]:
    """The names that stand in `node`, each as often as it does."""
    if node.__class__ in _EMPTY:
        return [node.id] if isinstance(node, ast.Name) else []
    return [one.id for one in walk(node) if isinstance(one, ast.Name)]


def stored_in(node: ast.AST) -> list[str]:
    """Those of them that are bound there to a value."""
    return [one.id for one in walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that `node` itself binds: a target, a parameter, a definition, an import, an error or a part of one."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=asname):
            yield asname or name.partition(".")[0]


_DEFINING = DefinitionNode | ast.AnnAssign | ast.Import | ast.ImportFrom | ast.Pass


def outer_functions(body: Iterable[ast.stmt]) -> Iterator[FunctionDef]:
    """The functions of a file at the top level, and in classes there."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from outer_functions(node.body)
        elif isinstance(node, FunctionDef):
            yield node


def other_statements(class_: ast.ClassDef) -> list[ast.stmt]:
    """The statements in the body of a class that do something else than to define what it has."""
    return [one for one in class_.body if not isinstance(one, _DEFINING) and not _is_bound(one)]


def _is_bound(one: ast.stmt) -> bool:
    """Whether a statement gives names to something, or is a docstring."""
    match one:
        case ast.Assign(targets=targets):
            return all(isinstance(target, ast.Name) for target in targets)
        case _:
            return isinstance(getattr(one, "value", None), ast.Constant)


def reachable_functions(body: Iterable[ast.stmt]) -> Iterator[FunctionDef]:
    """Those of them that other modules can reach."""
    return (one for one in outer_functions(body) if not one.name.startswith("__"))


def own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All that stands in `body`, in its order, but for what is inside of the functions and classes in it."""
    pending = [*body][::-1]
    while pending:
        node = pending.pop()
        yield node
        if node.__class__ not in _CLOSED:
            pending += reversed(children(node))


def parameters_of(function: FunctionDef) -> list[ast.arg]:
    """The parameters that have one name each, in their order."""
    given = function.args
    return [*given.posonlyargs, *given.args, *given.kwonlyargs]


def defaults(function: FunctionDef | ast.Lambda) -> Iterator[tuple[str, ast.expr]]:
    """The parameters that have defaults, and these."""
    given = function.args
    positional = [*given.posonlyargs, *given.args][-len(given.defaults) :] if given.defaults else []
    pairs = [*zip(positional, given.defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    return ((parameter.arg, default) for parameter, default in pairs if default is not None)


def named_defaults(function: FunctionDef | ast.Lambda) -> Iterator[tuple[str, ast.expr]]:
    """The parameters with a default that is a name, or a call of one, and that name."""
    for parameter, default in defaults(function):
        while isinstance(default, ast.Call):
            default = default.func
        if isinstance(default, ast.Name | ast.Attribute):
            yield parameter, default


def docstring_of(statements: Sequence[ast.stmt]) -> str | None:
    """The text that stands first in a body, as it is written."""
    match statements:
        case [ast.Expr(value=ast.Constant(value=str(text))), *_]:
            return text
        case _:
            return None


def is_generator(node: FunctionDef) -> bool:
    """Whether `node` itself, not a function inside it, holds a `yield`."""
    return any(isinstance(one, ast.Yield | ast.YieldFrom) for one in own_nodes(node.body))


def gives_import(node: FunctionDef) -> bool:
    """Whether `node` itself returns a module or what it imports, by a statement or by the name of a module."""
    nodes = _own_statements(node.body)
    imports = (alias for one in nodes if isinstance(one, ast.Import | ast.ImportFrom) for alias in one.names)
    names = {name for alias in imports for name in bound_by(alias)}
    assigned = (one for one in nodes if isinstance(one, ast.Assign) and calls_import(one.value))
    names.update(name for one in assigned for name in stored_in(one))
    returned = [one.value for one in nodes if isinstance(one, ast.Return) and one.value is not None]
    return any(calls_import(one) or _is_part(one, names) for one in returned)


def calls_import(node: ast.expr) -> bool:
    """Whether a call that gives the module of a name stands in `node`."""
    called = (one.func for one in walk(node) if isinstance(one, ast.Call))
    return any(getattr(one, "attr", getattr(one, "id", "")) in _IMPORTING for one in called)


def _is_part(node: ast.expr, names: set[str]) -> bool:
    """Whether `node` is one of `names` or something in it, which no call makes."""
    if names.isdisjoint(names_in(node)):
        return False
    text = ast.unparse(node)
    return text.partition(".")[0] in names and "(" not in text
