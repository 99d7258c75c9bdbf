"""Type qualifiers: what an annotation says of the name that is annotated, and not of its type."""

from __future__ import annotations

import ast

from toolgen.parse.expressions import InvalidExpressionError, parse_expression
from toolgen.parse.facts import Expression
from toolgen.resolve.forms import TRANSPARENT, canonical
from toolgen.resolve.names import External, Names, Site


def qualifiers(annotation: Expression, names: Names, site: Site) -> frozenset[str]:
    """The qualifiers around a type, as `typing` names them: `Final`, `Required`, …; also in quotes and `Annotated`."""
    found: set[str] = set()
    node = _parsed(annotation.text)
    while node is not None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node = _parsed(node.value)
            continue
        symbol = names.evaluate(node.value if isinstance(node, ast.Subscript) else node, site)
        name = canonical(symbol.name) if isinstance(symbol, External) else ""
        if name not in TRANSPARENT and name != "typing.Annotated":
            break
        found.add(name)
        node = _first(node)
    return frozenset(found)


def _parsed(text: str) -> ast.expr | None:
    try:
        return parse_expression(text)
    except InvalidExpressionError:
        return None


def _first(node: ast.expr) -> ast.expr | None:
    if not isinstance(node, ast.Subscript):
        return None
    return node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
