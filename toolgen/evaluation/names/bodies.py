"""The bodies of functions: what stands in them, and the site that it stands at."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from toolgen.evaluation.names.symbols import Defined, Site
from toolgen.syntax.bodies import FunctionNode, statements
from toolgen.syntax.facts import Function
from toolgen.syntax.nodes import own_nodes


def body_of(function: Defined) -> list[ast.stmt]:
    """The statements of a function. Raises TypeError where they are not to be had."""
    source = function.site.module.contents.source
    node = source.find(function.node) if isinstance(function.node, Function) else None
    if node is None:
        raise TypeError
    return statements(node)


def entered(function: Function, site: Site) -> tuple[FunctionNode, Site] | None:
    """The `def` of `function`, which stands at `site`, and the site of its body; None where it is not to be had."""
    source = site.module.contents.source
    node = source.find(function)
    scope = None if node is None else source.facts(node).scope
    return None if node is None or scope is None else (node, site.within(function).entering(scope))


def nodes_in(function: Function, site: Site) -> Iterator[tuple[ast.AST, Site]]:
    """All that stands in the body of `function`, defined at `site`, but in functions and classes in it."""
    if (found := entered(function, site)) is not None:
        node, inner = found
        for current in own_nodes(statements(node)):
            yield current, replace(inner, line=getattr(current, "lineno", site.line))
