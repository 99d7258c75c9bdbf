"""The fields of classes that hold named values: dataclasses, typed dictionaries, named tuples."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from toolgen.model.types import ClassKind, Field
from toolgen.parse.expressions import InvalidExpressionError, parse_expression
from toolgen.parse.facts import Assignment, Class, Expression
from toolgen.resolve.names import Defined, External, Names, Site

if TYPE_CHECKING:
    from toolgen.resolve.annotations import AnnotationReader

NO_FIELD = frozenset({"typing.ClassVar", "typing_extensions.ClassVar", "dataclasses.KW_ONLY"})
"""Annotations that make no field of a name."""


def read_fields(symbol: Defined, kind: ClassKind, reader: AnnotationReader) -> dict[str, Field]:
    """The fields of the class and of those above it, in the order that Python gives them."""
    node = symbol.node
    fields: dict[str, Field] = {}
    if not isinstance(node, Class):
        return fields
    for base in reversed(list(reader.names.bases(node, symbol.site))):
        if isinstance(base, Defined) and base.node is not node:
            fields |= read_fields(base, kind, reader)
    body = Site(symbol.site.module, (*symbol.site.scopes, node.scope), node)
    total = {k: v.text for k, v in node.keywords}.get("total") != "False" if kind == "typed_dict" else None
    for name, binding in node.scope.bindings.items():
        if isinstance(binding, Assignment) and _is_field(binding, reader.names, body):
            fields[name] = _field(name, binding, body, total, reader)
    return fields


def _is_field(binding: Assignment, names: Names, site: Site) -> bool:
    return binding.annotation is not None and outer_form(binding.annotation, names, site) not in NO_FIELD


def outer_form(annotation: Expression, names: Names, site: Site) -> str | None:
    """The special form around an annotation: `ClassVar`, `Required`, `NotRequired`, …"""
    try:
        node = parse_expression(annotation.text)
    except InvalidExpressionError:
        return None
    symbol = names.evaluate(node.value if isinstance(node, ast.Subscript) else node, site)
    return symbol.name if isinstance(symbol, External) else None


def _field(name: str, binding: Assignment, site: Site, required: bool | None, reader: AnnotationReader) -> Field:
    """One field; `required` is what the class says of all its fields, None where a default decides."""
    field = reader.field(name, binding.annotation, binding.value, site)
    form = ((binding.annotation and outer_form(binding.annotation, reader.names, site)) or "").rpartition(".")[2]
    required = {"Required": True, "NotRequired": False}.get(form, required)
    return field if required is None else replace(field, required=required)
