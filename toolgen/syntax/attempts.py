"""Attempts in one file: imports that may find nothing, and the handlers with which the program goes on without."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from toolgen.syntax.conditions import is_exit
from toolgen.syntax.expressions import function_of, last_name
from toolgen.syntax.facts import Condition, Expression, Import
from toolgen.syntax.nodes import own_nodes

_OF_IMPORTS = frozenset({"ImportError", "ModuleNotFoundError"})
_ALL = frozenset({"BaseException", "Exception"})
NOT_FOUND = _OF_IMPORTS | _ALL
"""What takes the error of an import that finds nothing."""
UNREADABLE = frozenset({"FileNotFoundError", "IOError", "OSError"}) | _ALL
"""What takes the error of a file that is not there."""
ASSERTED = frozenset({"AssertionError"}) | _ALL
"""What takes the error of an assertion that does not hold."""
_INVALID = frozenset({"ValueError"}) | _ALL
"""What takes the error of a text that is no number."""
MISSING = frozenset({"KeyError", "LookupError"}) | _ALL
"""What takes the error of a key that is not there."""


def imports_in(statements: Sequence[ast.stmt]) -> list[ast.Import | ast.ImportFrom]:
    """The imports among `statements`."""
    return [one for one in statements if isinstance(one, ast.Import | ast.ImportFrom)]


def imported_by(node: ast.Import | ast.ImportFrom) -> Iterator[Import]:
    """What `node` imports, name by name."""
    for alias in node.names:
        if isinstance(node, ast.Import):
            yield Import(alias.name, None, 0, node.lineno)
        else:
            yield Import(node.module or "", alias.name, node.level, node.lineno)


def swallows(handler: ast.ExceptHandler) -> bool:
    """Whether a program goes on in `handler` without a package that is not there."""
    return not NOT_FOUND.isdisjoint(passed_over(handler))


def passed_over(handler: ast.ExceptHandler) -> list[str]:
    """The names of the exceptions after which the program goes on in `handler`."""
    ends = handler.body[-1:]
    is_over = any(isinstance(one, ast.Raise) or is_exit(one) for one in ends)
    return [] if is_over else taken_by(handler)


def leading_to(handler: ast.ExceptHandler, node: ast.Try) -> Iterator[Import]:
    """The imports that alone may lead to a `handler` of `node`, by finding nothing; none where something else may."""
    imports = imports_in(node.body)
    if len(imports) == len(node.body) or all(name in _OF_IMPORTS for name in taken_by(handler)):
        yield from (found for one in imports for found in imported_by(one))


def taken_by(handler: ast.ExceptHandler) -> list[str]:
    """The names of the exceptions that `handler` takes."""
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return ["BaseException" if one is None else last_name(one) for one in types]


def suppressing(call: ast.expr) -> ast.ExceptHandler | None:
    """`suppress(…)` as the handler that it is; None for what is no call."""
    return ast.ExceptHandler(ast.Tuple(call.args), None, []) if isinstance(call, ast.Call) else None


def found_if(nodes: Sequence[ast.Import | ast.ImportFrom], *, holds: bool) -> Condition:
    """That the imports `nodes`, the first of which stands for all, are found, or are not."""
    imports = tuple(one for node in nodes for one in imported_by(node))
    test = Expression(nodes[0].names[0].name, nodes[0].lineno, nodes[0].col_offset + 1)
    return Condition(test, holds, imports=imports)


def suppressor(item: ast.withitem) -> ast.ExceptHandler | None:
    """The handler that `item` is if it is `suppress(…)`, as far as names tell."""
    handler = suppressing(item.context_expr)
    return handler if handler is not None and last_name(function_of(item.context_expr)) == "suppress" else None


def may_fail(body: Sequence[ast.stmt], handlers: Iterable[ast.ExceptHandler]) -> bool:
    """Whether `body` may fail for reasons beyond the program, where it goes on after that in one of `handlers`."""
    passed = frozenset(name for one in handlers for name in passed_over(one))
    return bool(passed) and any(not passed.isdisjoint(_taking(node)) for node in own_nodes(body))


def _taking(node: ast.AST) -> frozenset[str]:
    """The exceptions that take what `node` raises where a variable, a file or a number is not there."""
    match node:
        case ast.Subscript(value=ast.Attribute(attr="environ") | ast.Name(id="environ"), ctx=ast.Load()):
            return MISSING
        case ast.Call(func=ast.Name(id="open") | ast.Attribute(attr="read_bytes" | "read_text")):
            return UNREADABLE
        case ast.Call(func=ast.Name(id="float" | "int"), args=[ast.Call() | ast.Name() | ast.Subscript()]):
            return _INVALID
        case _:
            return frozenset()


def failed(handler: ast.ExceptHandler, node: ast.Try) -> Condition:
    """That of a `handler` of `node`, of which the first import of that stands for all that may lead to it."""
    imports = tuple(leading_to(handler, node))
    if found := imports_in(node.body):
        return found_if(found, holds=False)._replace(imports=imports)
    return Condition(Expression("Exception", handler.lineno, handler.col_offset + 1), holds=False, imports=())
