"""Type qualifiers: what an annotation says of the name that is annotated, and not of its type."""

from __future__ import annotations

import ast

from toolgen.evaluation.names.lookup import External, Names, Site
from toolgen.syntax.expressions import arguments_of, generic, parsed, unquoted
from toolgen.syntax.facts import Assignment, Expression
from toolgen.syntax.nodes import walk

QUALIFIERS = frozenset(
    {"dataclasses.InitVar"}
    | {f"typing.{name}" for name in ("ClassVar", "Final", "NotRequired", "ReadOnly", "Required")}
)
"""Forms that say something of the name that is annotated, and nothing of its type."""


def qualifiers(annotation: Expression, names: Names, site: Site) -> frozenset[str]:
    """The qualifiers around a type, as `typing` names them: `Final`, `Required`, …; also in quotes and `Annotated`."""
    found: set[str] = set()
    node = parsed(annotation.text)
    while (node := unquoted(node)) is not None:
        symbol = names.evaluate(generic(node), site)
        name = symbol.name.replace("typing_extensions.", "typing.") if isinstance(symbol, External) else ""
        if name not in QUALIFIERS and name != "typing.Annotated":
            break
        found.add(name)
        node = next(iter(arguments_of(node)), None) if isinstance(node, ast.Subscript) else None
    return frozenset(found)


def hides_its_type(name: str, annotation: Expression, site: Site) -> bool:
    """Whether `date: date | None = None` in a class body means its own default: Python binds the name first."""
    body = site.scopes[-1]
    if name not in annotation.text or body.kind != "class" or site.module.postpones_annotations:
        return False
    binding, node = body.bindings.get(name), parsed(annotation.text)
    if node is None or not isinstance(binding, Assignment) or binding.annotation != annotation:
        return False
    return any(isinstance(part, ast.Name) and part.id == name for part in walk(node))
