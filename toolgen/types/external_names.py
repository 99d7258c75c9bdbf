"""What expressions name or call, where that is known by its qualified name alone: of a library, or built in."""

from __future__ import annotations

import ast

from toolgen.evaluation.names.lookup import External, Names, Site
from toolgen.syntax.expressions import callee, parsed
from toolgen.syntax.facts import Expression
from toolgen.types.known.forms import canonical


def external_name(node: ast.expr, site: Site, names: Names) -> str:
    """The canonical name of what `node` names at `site`; empty for what is not known by its name."""
    symbol = names.evaluate(node, site)
    return canonical(symbol.name) if isinstance(symbol, External) else ""


def decorator_name(decorator: Expression, site: Site, names: Names) -> str:
    """The canonical name of a decorator, with or without arguments; empty for what is not known by its name."""
    node = parsed(decorator.text)
    return "" if node is None else external_name(callee(node), site, names)


def called(value: Expression | None, site: Site, names: Names) -> tuple[str, ast.Call | None]:
    """The canonical name of what `value` calls, and the call; no name and None where it calls nothing known by one."""
    node = None if value is None else parsed(value.text)
    name = external_name(node.func, site, names) if isinstance(node, ast.Call) else ""
    return (name, node) if name and isinstance(node, ast.Call) else ("", None)
