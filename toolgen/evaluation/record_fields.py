"""The fields of records as their constructors see them: parameters, defaults, and names in JSON."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from toolgen.evaluation.field_calls import FieldCall, FieldCalls
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.declared_fields import annotated_fields, attrs_fields
from toolgen.evaluation.kinds.decorations import Decoration, decoration
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.lookup import Defined, External, Names, Site
from toolgen.model.classes import ClassKind
from toolgen.syntax.expressions import arguments_of, generic, is_literal, parse_expression, unquoted
from toolgen.syntax.facts import Expression

_MADE_BY_DECORATOR = frozenset({"dataclass", "pydantic_dataclass", "attrs"})
_DEFAULTS = frozenset({"default", "default_factory"})
_ANNOTATED = frozenset({"typing.Annotated", "typing_extensions.Annotated"})


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field with the `options` in its annotation and on its right; its class may say that it `is_keyword_only`."""

    name: str
    annotation: ExpressionRef
    options: Items
    is_keyword_only: bool


def fields_of(class_: Defined, kind: ClassKind, names: Names, calls: FieldCalls) -> list[RecordField]:
    """A record's fields in order. Raises TypeError for a dataclass's own, NotConstantError for unknown options."""
    fields: dict[str, RecordField] = {}
    for body in reversed(class_bodies(class_, names)):
        decorator = decoration(body.node, body.outside, names) if kind in _MADE_BY_DECORATOR else None
        if kind in _MADE_BY_DECORATOR and decorator is None:
            continue
        is_keyword_only = _takes_keywords(body, decorator)
        declared = attrs_fields(body, names, calls.is_attrs) if kind == "attrs" else annotated_fields(body, names)
        for name, binding, found, is_below in declared:
            if kind == "pydantic" and (name.startswith("_") or name == "model_config"):
                continue
            if "dataclasses.InitVar" in found:
                raise TypeError
            annotation = _annotation(binding.annotation or Expression("object", binding.line, 1), body.site)
            options = dict(_options(annotation, ExpressionRef.of(binding.value, body.site), names, calls))
            if kind == "pydantic" and "typing.Final" in found and _DEFAULTS & options.keys():
                continue
            if kind == "attrs":
                fields.pop(name, None)  # a field that is declared again moves to the end
            fields[name] = RecordField(name, annotation, options, is_keyword_only or is_below)
    return list(fields.values())


def _takes_keywords(body: ClassBody, decorator: Decoration | None) -> bool:
    """Whether the class says `kw_only=True` of its fields. Raises TypeError where that is not written out."""
    given = dict(body.node.keywords).get("kw_only")
    setting = None if decorator is None else decorator.options.get("kw_only")
    match parse_expression(given.text) if given is not None else setting and setting.node:
        case None:
            return False
        case ast.Constant(value=bool(value)):
            return value
    raise TypeError


def _annotation(annotation: Expression, site: Site) -> ExpressionRef:
    if (node := unquoted(parse_expression(annotation.text))) is None:
        raise TypeError
    return ExpressionRef(node, annotation, site)


def _options(
    annotation: ExpressionRef, value: ExpressionRef | None, names: Names, calls: FieldCalls
) -> Iterator[tuple[str, ExpressionRef]]:
    """What `Annotated[…, Field(…)]` and the right-hand side say of a field; the latter comes last."""
    named = annotation.followed(names)
    symbol = names.evaluate(generic(named.node), named.site)
    if isinstance(named.node, ast.Subscript) and isinstance(symbol, External) and symbol.name in _ANNOTATED:
        for metadata in arguments_of(named.node)[1:]:
            yield from _arguments(calls.of(named.part(metadata)))
    if value is not None:
        call = calls.of(value)
        yield from [("default", value)] if call is None else _arguments(call)


def _arguments(call: FieldCall | None) -> Iterator[tuple[str, ExpressionRef]]:
    """What a call says of a field; `...` is no default."""
    for name, given in {} if call is None else call.arguments.items():
        if not is_literal(given.node, ...):
            yield "default_factory" if name == "factory" else name, given
