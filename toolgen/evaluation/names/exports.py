"""What a module gives away beside the names that it binds: `__all__`, and tables of names that are imported lazily."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from toolgen.evaluation.names.symbols import Defined, Site, Symbol
from toolgen.project.modules import Module
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression
from toolgen.syntax.facts import Assignment, Expression

Evaluate = Callable[[ast.expr, Site], Symbol | None]


def exported(module: Module, evaluate: Evaluate) -> frozenset[str] | None:
    """The names in `__all__`; None where there is none that can be read, so that all public names are exported."""
    site = Site(module, (module.facts.scope,))
    try:
        return frozenset(_strings(ast.Name("__all__"), site, evaluate, set()))
    except _UnreadableError:
        return None


class _UnreadableError(Exception):
    """`__all__` is made in a way that only running tells."""


def _strings(node: ast.expr, site: Site, evaluate: Evaluate, seen: set[Expression]) -> Iterator[str]:
    """The strings in a list that is written out, added up, or the `__all__` of another module."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            for item in items:
                yield from _strings(item, site, evaluate, seen)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            yield from _strings(left, site, evaluate, seen)
            yield from _strings(right, site, evaluate, seen)
        case ast.Starred(value=value) | ast.Call(func=ast.Name(id="list" | "tuple" | "sorted"), args=[value]):
            yield from _strings(value, site, evaluate, seen)
        case ast.Name() | ast.Attribute():
            symbol = evaluate(node, site)
            if not (isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.value):
                raise _UnreadableError
            if symbol.node.value not in seen:
                seen.add(symbol.node.value)
                yield from _strings(_parsed(symbol.node.value), symbol.site, evaluate, seen)
        case _:
            raise _UnreadableError


def lazily_imported(module: Module, name: str) -> Iterator[tuple[str, str]]:
    """Where `name` may come from by the tables in `module` that a module-level `__getattr__` (PEP 562) looks up.

    `{"Name": ".module"}`, `{"Name": (".module", "Original")}` and `{"module": ["Name"]}`: pairs of a module and a name
    in it, for the caller to try.
    """
    for binding in module.facts.scope.bindings.values():
        if isinstance(binding, Assignment) and binding.value is not None and name in binding.value.text:
            table = _parsed(binding.value) if binding.value.text.startswith("{") else None
            if isinstance(table, ast.Dict):
                yield from _in_table(table, module, name)


def _in_table(table: ast.Dict, module: Module, name: str) -> Iterator[tuple[str, str]]:
    for key, value in zip(table.keys, table.values, strict=True):
        texts = [
            part.value for part in ast.walk(value) if isinstance(part, ast.Constant) and isinstance(part.value, str)
        ]
        if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
            continue
        if key.value == name:
            yield from ((place, other) for text in texts for place in _places(text, module) for other in (name, *texts))
        elif name in texts:
            yield from ((place, name) for place in _places(key.value, module))


def _places(text: str, module: Module) -> Iterator[str]:
    """The modules that `text` may name: relative by its dots, in the package of `module`, or absolute."""
    bare = text.lstrip(".")
    if bare == text:
        yield module.absolute(bare, 1)
    yield module.absolute(bare, len(text) - len(bare))


def _parsed(expression: Expression) -> ast.expr:
    try:
        return parse_expression(expression.text)
    except InvalidExpressionError:
        raise _UnreadableError from None
