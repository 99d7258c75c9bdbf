"""The fields of records as their constructors see them: parameters, defaults, and names in JSON."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolgen.evaluation.kinds.decorations import PYDANTIC_FIELDS, RECORD_FIELDS, Decoration, decoration
from toolgen.evaluation.kinds.linearization import ClassBody, class_bodies
from toolgen.evaluation.names.lookup import Defined, External, Names, Site
from toolgen.model.types import ClassKind
from toolgen.syntax.expressions import is_literal, parse_expression, parsed
from toolgen.syntax.facts import Assignment, Expression

_MADE_BY_DECORATOR = frozenset({"dataclass", "pydantic_dataclass", "attrs"})
_FIELD_CALLS = PYDANTIC_FIELDS | RECORD_FIELDS
_CLASS_VARIABLES = frozenset({"typing.ClassVar", "typing_extensions.ClassVar"})
_KEYWORD_ONLY = "dataclasses.KW_ONLY"
_CONSTRUCTOR_ONLY = "dataclasses.InitVar"
_ANNOTATED = frozenset({"typing.Annotated", "typing_extensions.Annotated"})


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field: `options` are the arguments of the calls of `Field` or `field` in its annotation and on its right.

    `is_keyword_only` tells that its class says so, unless `options` say otherwise.
    """

    name: str
    annotation: ast.expr
    site: Site
    options: Mapping[str, ast.expr]
    is_keyword_only: bool


def fields_of(class_: Defined, kind: ClassKind, names: Names) -> list[RecordField]:
    """The fields of a record, in the order of its constructor's parameters.

    Raises TypeError for what only the constructor of a dataclass has, and for a quoted annotation that is none.
    """
    fields: dict[str, RecordField] = {}
    for body in reversed(class_bodies(class_, names)):
        decorator = decoration(body.node, body.outside, names) if kind in _MADE_BY_DECORATOR else None
        if kind in _MADE_BY_DECORATOR and decorator is None:
            continue
        is_keyword_only = _takes_keywords(body, decorator)
        for name, binding in body.bindings.items():
            if not isinstance(binding, Assignment) or binding.annotation is None:
                continue
            if kind == "pydantic" and (name.startswith("_") or name == "model_config"):
                continue
            annotation = _parsed(binding.annotation)
            form = _form(annotation, body.site, names)
            if form == _CONSTRUCTOR_ONLY:
                raise TypeError
            if form == _KEYWORD_ONLY:
                is_keyword_only = True
            elif form not in _CLASS_VARIABLES:
                options = dict(_options(annotation, binding.value, body.site, names))
                if kind == "attrs":
                    fields.pop(name, None)  # a field that is declared again moves to the end
                fields[name] = RecordField(name, annotation, body.site, options, is_keyword_only)
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


def _parsed(annotation: Expression) -> ast.expr:
    node = parse_expression(annotation.text)
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return node
    if (quoted := parsed(node.value)) is None:
        raise TypeError
    return quoted


def _form(annotation: ast.expr, site: Site, names: Names) -> str | None:
    symbol = names.evaluate(annotation.value if isinstance(annotation, ast.Subscript) else annotation, site)
    return symbol.name if isinstance(symbol, External) else None


def _options(
    annotation: ast.expr, value: Expression | None, site: Site, names: Names
) -> Iterator[tuple[str, ast.expr]]:
    """What `Annotated[…, Field(…)]` and the right-hand side say of a field; the latter comes last."""
    if isinstance(annotation, ast.Subscript) and _form(annotation, site, names) in _ANNOTATED:
        for metadata in annotation.slice.elts[1:] if isinstance(annotation.slice, ast.Tuple) else ():
            yield from _arguments(metadata, site, names) or ()
    if value is not None:
        node = parse_expression(value.text)
        arguments = _arguments(node, site, names)
        yield from [("default", node)] if arguments is None else arguments


def _arguments(node: ast.expr, site: Site, names: Names) -> list[tuple[str, ast.expr]] | None:
    """The arguments of a call that describes a field, None for anything else; `...` is no default."""
    if not isinstance(node, ast.Call):
        return None
    symbol = names.evaluate(node.func, site)
    if not isinstance(symbol, External) or symbol.name not in _FIELD_CALLS:
        return None
    given = [("default", value) for value in node.args] + [(k.arg, k.value) for k in node.keywords if k.arg]
    return [
        ("default_factory" if name == "factory" else name, value) for name, value in given if not is_literal(value, ...)
    ]
