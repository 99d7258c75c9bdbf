"""Which names of a class body are the fields of a record, as its types and its instances both have them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.decorations import decoration
from toolgen.evaluation.kinds.kind import kind_of
from toolgen.evaluation.kinds.qualifiers import qualifiers
from toolgen.evaluation.names.lookup import Defined, External, Names, Site
from toolgen.syntax.expressions import parsed, unquoted
from toolgen.syntax.facts import Assignment, Expression

IsField: TypeAlias = Callable[["Expression | None", Site], bool]
"""Whether the right-hand side at a site is a call of attrs' `field`."""

_EXPLICIT = frozenset({"attr.attributes", "attr.attrs", "attr.s"})
"""Decorators of attrs that take annotations for fields only where `auto_attribs` says so."""


class DeclaredField(NamedTuple):
    """A field as a class body has it, its qualifiers, and whether it `is_keyword_only`, below `KW_ONLY`."""

    name: str
    declaration: Assignment
    qualifiers: frozenset[str] = frozenset()
    is_keyword_only: bool = False


def annotated_fields(body: ClassBody, names: Names) -> Iterator[DeclaredField]:
    """The names that the body annotates, but for class variables."""
    is_keyword_only = False
    for name in body.bindings:
        declaration = body.declaration(name)
        if declaration is None or declaration.annotation is None:
            continue
        found = qualifiers(declaration.annotation, names, body.site)
        if _is_marker(declaration.annotation, body, names):
            is_keyword_only = True
        elif "typing.ClassVar" not in found:
            yield DeclaredField(name, declaration, found, is_keyword_only)


def given_fields(class_: Defined, names: Names) -> frozenset[str]:
    """The fields that the constructor of a class may be given; where it is not seen, whatever is annotated is one."""
    is_seen = all(isinstance(one, Defined) or names.is_tabled(one.name) for one in names.ancestors(class_))
    if is_seen and kind_of(class_, names) in {None, "enum"}:
        return frozenset()
    return frozenset(one.name for body in class_bodies(class_, names) for one in annotated_fields(body, names))


def _is_marker(annotation: Expression, body: ClassBody, names: Names) -> bool:
    """Whether the annotation is `KW_ONLY`: the fields below it are given by keyword."""
    node = unquoted(parsed(annotation.text))
    return node is not None and names.evaluate(node, body.site) == External("dataclasses.KW_ONLY")


def attrs_fields(body: ClassBody, names: Names, is_field: IsField) -> Iterator[DeclaredField]:
    """The fields of an attrs class (<https://www.attrs.org/en/stable/api.html>); none where it is not decorated."""
    if (decorator := decoration(body.node, body.outside, names)) is None:
        return
    found = {name: one for name, one in body.bindings.items() if isinstance(one, Assignment)}
    called = {name for name, one in found.items() if is_field(one.value, body.site)}
    is_bare = any(found[name].annotation is None for name in called)
    by_annotation = decorator.is_true("auto_attribs") or not (is_bare or decorator.name in _EXPLICIT)
    for name, one in found.items():
        is_variable = one.annotation and "typing.ClassVar" in qualifiers(one.annotation, names, body.site)
        if name in called or (by_annotation and one.annotation and not is_variable):
            yield DeclaredField(name, one)
