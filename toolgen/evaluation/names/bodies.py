"""The bodies of functions: what stands in them, and the site that it stands at."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeVar

from toolgen.evaluation.names.symbols import Defined, Site
from toolgen.project.modules import Module
from toolgen.syntax.bodies import FunctionNode, statements
from toolgen.syntax.facts import Class, Function
from toolgen.syntax.line_ranges import any_between, first_line
from toolgen.syntax.nodes import FunctionDef, own_nodes

Kind = TypeVar("Kind", bound="ast.expr | ast.stmt")


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
            yield current, inner.on(getattr(current, "lineno", site.line))


def expressions_of(
    module: Module, *kinds: type[Kind], lines: Sequence[int] | None = None
) -> Iterator[tuple[Kind, Site]]:
    """Those of `kinds` in `module`, but in a class that is bound again; near the sorted `lines`, if given."""
    body = module.contents.source.tree.body if lines is None or lines else []
    pending = [(_on(lines, body), Site.of_module(module))]
    while pending:
        nodes, site = pending[-1]
        for node in nodes:
            if isinstance(node, kinds):
                yield node, site.on(node.lineno)
            elif isinstance(node, FunctionDef):
                yield from (
                    (one, site.on(one.lineno)) for one in own_nodes(node.decorator_list) if isinstance(one, kinds)
                )
                facts = _facts(node, site)
                pending.append((_on(lines, node.body), site.within(facts).entering(facts.scope)))
                break
            elif isinstance(node, ast.ClassDef):
                class_ = site.scopes[-1].bindings.get(node.name)
                if isinstance(class_, Class) and class_.line == node.lineno:
                    pending.append((_on(lines, node.body), site.within(class_).inside(class_)))
                    break
        else:
            pending.pop()


def _on(lines: Sequence[int] | None, body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """What stands in the statements of `body` that hold one of `lines`, in all where there are none."""
    if lines is not None:
        body = [one for one in body if any_between(lines, first_line([one]), one.end_lineno)]
    return own_nodes(body)


def _facts(node: FunctionDef, site: Site) -> Function:
    """What `node`, defined at `site`, says of itself: by the facts of its module, if its body was of interest there."""
    known = site.scopes[-1].bindings.get(node.name)
    if isinstance(known, Function) and known.line == node.lineno and known.scope is not None:
        return known
    return site.module.contents.source.facts(node)
