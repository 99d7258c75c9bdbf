"""Functions that a declaration is given, hooks and what makes an `enum` → the references that the manifest records.

`module:qualname` is what an import reaches. What follows `#` is a place in the declaration, for a function that has no
name; only toolgen's own `@tool` and `Tool` keep what they were given.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.model.json_pointer import pointer
from toolgen.syntax.facts import Class, Function
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.declarations.declaration import Declaration

_NO_FUNCTIONS = (ast.Constant, ast.JoinedStr, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp)


def reference(arguments: ArgumentReader, names: Names, ref: ExpressionRef, keys: Sequence[str]) -> str | None:
    """The reference of `ref`, to which `keys` lead: `("params", "layer", "enum")`; None if refused (TG206)."""
    declaration = arguments.declaration
    symbol = names.evaluate(ref.node, ref.site)
    if isinstance(ref.node, ast.Name) and ref.unbound(names):
        arguments.undefined(ref)
        return None
    expected = _fault(symbol, ref.node, is_enum=len(keys) > 1)
    if not expected:
        found = _by_name(symbol, ref, declaration)
        if found is not None:
            return found
        if declaration.dialect is TOOLGEN:
            return f"{declaration.site.module.name}:{declaration.node.qualname}#{pointer(*keys)[1:]}"
        expected = "a function that can be imported by its name"
    argument, *inner = [arguments.spelled(keys[0]), *(f"[{key!r}]" for key in keys[1:])]
    example = '"enum": choices` and `def choices(): …' if inner else f"{argument}=changed` and `def changed(value): …"
    arguments.invalid("".join([argument, *inner]), ref, expected, example)
    return None


def _fault(symbol: Symbol | None, node: ast.expr, *, is_enum: bool) -> str:
    """What there should be in the place of what cannot be called; empty for what can."""
    if isinstance(node, _NO_FUNCTIONS):
        return "a function"
    is_async = isinstance(symbol, Defined) and isinstance(symbol.node, Function) and symbol.node.is_async
    return "a function that is not async" if is_enum and is_async else ""


def _by_name(symbol: Symbol | None, ref: ExpressionRef, declaration: Declaration) -> str | None:
    if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
        function = symbol.node
        body = next(scope for scope in reversed(symbol.site.scopes) if scope.kind != "type_parameters")
        if "<locals>" in function.qualname or function.name in body.history:
            return None
        if isinstance(declaration.node, Class) and body.kind == "class" and isinstance(ref.node, ast.Name):
            return f"{declaration.site.module.name}:{declaration.node.qualname}.{function.name}"
        return f"{symbol.site.module.name}:{function.qualname}"
    return (
        None if symbol is None or declaration.dialect is TOOLGEN else _by_alias(symbol, ast.unparse(ref.node), ref.site)
    )


def _by_alias(symbol: Symbol, dotted: str, site: Site) -> str | None:
    """The reference of a function by another name, which it has in the module of `site`, or of a builtin one."""
    name = dotted.partition(".")[0]
    scope = site.scope_of(name)
    if scope is None:
        return f"builtins:{dotted}" if isinstance(symbol, External) else None
    return f"{site.module.name}:{dotted}" if scope is site.scopes[0] and name not in scope.history else None
