"""Other names of objects, given by statements to what has a name already: `s = settings`, `with settings as s`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from toolgen.iteration import grouped
from toolgen.syntax.expressions import owners
from toolgen.syntax.mutation import CHANGING_METHODS
from toolgen.syntax.nodes import defaults, names_in, outer_functions, own_nodes, walk

OtherNames: TypeAlias = Mapping[str, Sequence[ast.expr]]
"""What names may stand for."""

_Pair: TypeAlias = tuple[str, ast.expr]

_MOST = 16
"""By how many other names an object is known, or looked for."""


def other_names(nodes: Iterable[ast.AST]) -> OtherNames:
    """What the names may stand for that `nodes`, of one function or module, bind."""
    return grouped(pair for node in nodes for pair in _bound(node))


def module_names(body: Iterable[ast.stmt]) -> OtherNames:
    """What the names may stand for that statements of a module `body` bind."""
    return other_names(own_nodes(body))


def kept_names(body: Iterable[ast.stmt]) -> OtherNames:
    """What functions of a module `body` bind beyond their calls: names that are `global`."""
    found = defaultdict[str, list[ast.expr]](list)
    for function in outer_functions(body):
        nodes = walk(function)
        declared = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
        for name, values in other_names(nodes).items():
            found[name] += values if name in declared else ()
    return found


def renamed(node: ast.expr, others: OtherNames) -> list[ast.expr]:
    """What `node` is by the names that those in it are `others` of: `settings.web` for `s.web`."""
    found = [node]
    for one in found:  # which grows
        found += _renamed(one, others) if len(found) <= _MOST else ()
    return found[1:]


def _renamed(node: ast.expr, others: OtherNames) -> Iterator[ast.expr]:
    match node:
        case ast.Name(id=name):
            yield from others.get(name, ())
        case ast.Attribute(value=owner, attr=name, ctx=context):
            yield from (ast.Attribute(one, name, context) for one in _renamed(owner, others))
        case ast.Subscript(value=owner, slice=key, ctx=context):
            yield from (ast.Subscript(one, key, context) for one in _renamed(owner, others))
        case ast.NamedExpr(value=value):
            yield value


def _bound(node: ast.AST) -> Iterator[_Pair]:
    """The names that `node` itself binds, and what each is bound to, as far as that has a name or is called for."""
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from (pair for target in targets for pair in _pairs(target, value))
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
            yield from _pairs(target, value)
        case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
            yield from _pairs(target, value)
        case ast.For(target=target, iter=ast.List(elts=items) | ast.Set(elts=items) | ast.Tuple(elts=items)):
            yield from (pair for item in items for pair in _pairs(target, item))
        case ast.For(target=target, iter=ast.Name() | ast.Attribute() | ast.Call() as items, body=body):
            changed = {name for one in body for part in walk(one) for name in _changed(part)}
            yield from ((name, items) for name in names_in(target) if name in changed)  # with what it is in
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from (pair for name, value in defaults(node) for pair in _pairs(ast.Name(name), value))


def _changed(node: ast.AST) -> Iterator[str]:
    """The name of what `node` itself changes something of: `name[key] = value`, `name.part.append(value)`."""
    match node:
        case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
            *_, whole = owners(node)
        case ast.Call(func=ast.Attribute(attr=method) as changing) if method in CHANGING_METHODS:
            *_, whole = owners(changing)
        case _:
            return
    yield from (whole.id,) if isinstance(whole, ast.Name) else ()


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[_Pair]:
    match target, value:
        case ast.Tuple() | ast.List(), ast.Tuple(elts=items) | ast.List(elts=items):
            for one, item in zip(target.elts, items, strict=False):
                yield from _pairs(one, item)
        case _, ast.IfExp(body=first, orelse=second):
            yield from (*_pairs(target, first), *_pairs(target, second))
        case _, ast.BoolOp(values=values):
            yield from (pair for one in values for pair in _pairs(target, one))
        case _, ast.NamedExpr(value=inner):
            yield from _pairs(target, inner)
        case ast.Name(id=name), ast.Name() | ast.Attribute() | ast.Call() | ast.Subscript():
            yield name, value
