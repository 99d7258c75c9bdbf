"""What a file says of names that it gives without binding them, beside a `__getattr__` (PEP 562)."""

from __future__ import annotations

import ast

from toolgen.syntax.facts import LazyImports
from toolgen.syntax.nodes import own_nodes

_HINTS = ("globals(", "locals(", "vars(", "exec(", "sys.modules[")
"""What stands in every file that gives such names: to look for each is faster than a pattern."""
_OWN = frozenset({"globals", "locals", "vars"})
"""What gives the dictionary of a module when it is called in its body."""


def lazy_imports(tree: ast.Module, text: str) -> LazyImports:
    """What the module `tree`, written as `text`, says of them."""
    if not any(hint in text for hint in _HINTS):
        return LazyImports()
    statements = [one for one in own_nodes(tree.body) if isinstance(one, ast.stmt)]
    return LazyImports(
        next((ast.unparse(value) for value in map(_replacement, statements) if value is not None), ""),
        any(map(_makes_names, statements)),
    )


def _replacement(statement: ast.stmt) -> ast.expr | None:
    """The value of `sys.modules[__name__] = value`."""
    match statement:
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Attribute(attr="modules"), slice=ast.Name(id="__name__"))], value=value
        ):
            return value
        case _:
            return None


def _makes_names(statement: ast.stmt) -> bool:
    """Whether `statement` itself may bind names that do not stand in it."""
    match statement:
        case ast.Assign(targets=[ast.Subscript(value=owner)]):
            return _is_own(owner)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr="update" | "setdefault"))):
            return _is_own(owner)
        case ast.Expr(value=ast.Call(func=ast.Name(id="exec"))):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="setattr"), args=[owner, *_])):
            return ast.unparse(owner) == "sys.modules[__name__]"
        case _:
            return False


def _is_own(node: ast.expr) -> bool:
    """Whether `node` is the dictionary of the module."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _OWN
