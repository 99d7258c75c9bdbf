"""What a method asks of the `**kwargs` that it takes: which arguments, and what it takes where one is not given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from toolgen.rewrite.change import UnchangeableError
from toolgen.syntax.nodes import FunctionDef, bound_by

_NONE = ast.Constant(None)


class Read(NamedTuple):
    """One place where `source` is asked for an argument, with the `default` of `get`, None for `source["name"]`."""

    node: ast.expr
    source: ast.expr
    name: str
    default: ast.expr | None


def read_by(node: ast.AST) -> Read | None:
    """What `node` reads, if it is `kwargs["name"]`, `kwargs.get("name")` or `kwargs.get("name", default)`."""
    match node:
        case ast.Subscript(value=source, slice=ast.Constant(value=str(name)), ctx=ast.Load()):
            return Read(node, source, name, None)
        case ast.Call(func=ast.Attribute(value=source, attr="get"), args=[ast.Constant(value=str(name)), *rest]) if (
            len(rest) < 2 and not node.keywords
        ):
            return Read(node, source, name, rest[0] if rest else _NONE)
        case _:
            return None


def reads_of(method: FunctionDef) -> Mapping[str, Sequence[Read]]:
    """Where `method` asks for each argument. Raises UnchangeableError where it does, or takes, more than that."""
    given = method.args
    if given.kwarg is None or len([*given.posonlyargs, *given.args]) != 1 or given.vararg or given.kwonlyargs:
        raise UnchangeableError(f"`{method.name}` has other parameters than `self` and `**kwargs`")
    name = given.kwarg.arg
    reads = {one.source: one for node in ast.walk(method) if (one := read_by(node)) is not None}
    found: dict[str, list[Read]] = {}
    for node in ast.walk(method):
        if isinstance(node, ast.Name) and node.id == name:
            if node not in reads:
                raise UnchangeableError(f"`{name}` is used as a whole in line {node.lineno}")
            found.setdefault(reads[node].name, []).append(reads[node])
        elif isinstance(node, ast.arg) and node.arg == name and node is not given.kwarg:
            raise UnchangeableError(f"`{name}` means something else in a function of `{method.name}`")
    return found


def refuse_other_meaning(method: FunctionDef, name: str, reads: Sequence[Read]) -> None:
    """Raises UnchangeableError where `name` as a parameter of `method` would stand for something else in its body."""
    used = [node for node in ast.walk(method) if isinstance(node, ast.Name) and node.id == name]
    bound = [node for node in used if not isinstance(node.ctx, ast.Load)]
    if not bound and not used and name not in _other_names(method):
        return
    first = next((one for one in method.body if any(node in bound for node in ast.walk(one))), None)
    is_first = (
        isinstance(first, ast.Assign | ast.AnnAssign)
        and len(reads) == 1
        and any(node is reads[0].node for node in ast.walk(first))
        and all(node.lineno > (first.end_lineno or 0) or node in bound for node in used)
    )
    if not is_first or name in _other_names(method):
        raise UnchangeableError(f"`{name}` means something else in `{method.name}`")


def _other_names(method: FunctionDef) -> Iterator[str]:
    """What is bound in `method` otherwise than by assignments: by functions in it, imports and the like."""
    for node in ast.walk(method):
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield from node.names
        elif not isinstance(node, ast.Name) and node is not method:
            yield from bound_by(node)
