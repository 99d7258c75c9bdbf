"""What a function around another one gives it beside its own arguments: `f("user", *args, **kwargs)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toolgen.evaluation.functions import FunctionValue
from toolgen.syntax.nodes import names_in, walk


def filled(outer: FunctionValue, inner: FunctionValue) -> Iterator[str]:
    """The parameters of `inner` for which `outer`, which calls it with what it is given, has values itself."""
    if outer.code is None or isinstance(outer.code.node, ast.Lambda):
        return
    own = outer.code.node.args
    given = {
        one.arg for one in (*own.posonlyargs, *own.args, *own.kwonlyargs, own.vararg, own.kwarg) if one is not None
    }
    names = [one.name for one in inner.described.parameters]
    left = {one.name for one in outer.described.parameters}
    for node in walk(outer.code.node):
        match node:
            case ast.Call(func=ast.Name(id=name)) if _is(name, inner, outer):
                values = [*_by_position(node, names), *((one.arg or "", one.value) for one in _keywords(node))]
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key)))]) if (
                own.kwarg is not None and name == own.kwarg.arg
            ):
                values = [(key, node.value)]
            case _:
                continue
        for key, value in values:
            if key in left and given.isdisjoint(names_in(value)):
                yield key


def _is(name: str, inner: FunctionValue, outer: FunctionValue) -> bool:
    frame = None if outer.code is None else outer.code.frame.find(name)
    value = None if frame is None else frame.variables[name]
    return isinstance(value, FunctionValue) and value.facts is inner.facts


def _by_position(call: ast.Call, names: list[str]) -> Iterator[tuple[str, ast.expr]]:
    """The arguments before `*args`, which are in nobody's place where nothing follows them."""
    starred = next((number for number, one in enumerate(call.args) if isinstance(one, ast.Starred)), 0)
    return zip(names, call.args[:starred], strict=False)


def _keywords(call: ast.Call) -> list[ast.keyword]:
    """The arguments by name beside `**kwargs`."""
    return call.keywords if any(one.arg is None for one in call.keywords) else []
