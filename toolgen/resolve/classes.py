"""`Class` → `ClassSpec`: the fields of dataclasses, typed dictionaries and pydantic models, the members of enums."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from inspect import cleandoc
from typing import TYPE_CHECKING

from toolgen.diagnostics.diagnostic import diagnose
from toolgen.model.span import Span
from toolgen.model.types import ClassKind, ClassSpec, Constrained, EnumMember, Field, Json
from toolgen.parse.expressions import InvalidExpressionError, parse_expression, whole_span
from toolgen.parse.facts import Assignment, Class, Expression
from toolgen.resolve.constants import ENUM_BASES, NotConstantError
from toolgen.resolve.model_config import ModelConfig, read_model_config
from toolgen.resolve.names import Defined, External, Names, Site

if TYPE_CHECKING:
    from toolgen.resolve.annotations import AnnotationReader

_BASES: Mapping[str, ClassKind] = {
    **dict.fromkeys(ENUM_BASES, "enum"),
    "pydantic.BaseModel": "pydantic",
    "pydantic.main.BaseModel": "pydantic",
    "typing.NamedTuple": "named_tuple",
    "typing.TypedDict": "typed_dict",
    "typing_extensions.NamedTuple": "named_tuple",
    "typing_extensions.TypedDict": "typed_dict",
}
_NO_FIELD = frozenset({"typing.ClassVar", "typing_extensions.ClassVar", "dataclasses.KW_ONLY"})
"""Annotations that make no field of a name."""

_DECORATORS: Mapping[str, ClassKind] = {
    "dataclasses.dataclass": "dataclass",
    "pydantic.dataclasses.dataclass": "dataclass",
}


def build_class(symbol: Defined, reader: AnnotationReader) -> ClassSpec | None:
    """What the class `symbol` is to JSON, or None, with a diagnostic, where it has no form in it."""
    node = symbol.node
    if not isinstance(node, Class):
        return None
    kind = _kind(symbol, reader.names)
    if kind is None:
        return None
    body = Site(symbol.site.module, (*symbol.site.scopes, node.scope), node)
    is_enum = kind == "enum"
    config = read_model_config(symbol, reader.names, reader.constants) if kind == "pydantic" else ModelConfig()
    if config.unknown is not None:
        span = whole_span(config.unknown, symbol.site.module.path)
        reader.diagnostics.append(diagnose("TG201", span, argument="alias_generator", text=config.unknown.text))
    return ClassSpec(
        name=symbol.name,
        module=symbol.site.module.name,
        qualname=node.qualname,
        kind=kind,
        description=cleandoc(node.docstring) if node.docstring else None,
        fields=() if is_enum else tuple(_fields(symbol, kind, config, reader).values()),
        members=_members(symbol, node, body, reader) if is_enum else (),
        base=(reader.constants.enum_base(node, body) or "") if is_enum else "",
        closed=config.closed,
    )


def _span(symbol: Defined, node: Class) -> Span:
    return Span(symbol.site.module.path, node.line, node.column, len(node.name))


def _kind(symbol: Defined, names: Names) -> ClassKind | None:
    for ancestor in names.ancestors(symbol):
        if isinstance(ancestor, External) and ancestor.name in _BASES:
            return _BASES[ancestor.name]
        if isinstance(ancestor, Defined) and isinstance(ancestor.node, Class):
            for decorator in ancestor.node.decorators:
                if (kind := _decorator_kind(decorator, ancestor.site, names)) is not None:
                    return kind
    return None


def _decorator_kind(decorator: Expression, site: Site, names: Names) -> ClassKind | None:
    try:
        node = parse_expression(decorator.text)
    except InvalidExpressionError:
        return None
    symbol = names.evaluate(node.func if isinstance(node, ast.Call) else node, site)
    return _DECORATORS.get(symbol.name) if isinstance(symbol, External) else None


# -- enumerations ---------------------------------------------------------------------------------------------


def _members(symbol: Defined, node: Class, body: Site, reader: AnnotationReader) -> tuple[EnumMember, ...]:
    try:
        values = reader.constants.enum_members(node, body)
    except NotConstantError as error:
        span = _span(symbol, node)
        reader.diagnostics.append(diagnose("TG201", span, argument=node.name, text=ast.unparse(error.node)))
        return ()
    # A second name for a value is an alias of the first member (enum's documentation), not a member.
    seen: list[Json] = []
    members = []
    for name, value in values.items():
        if not any(type(value) is type(other) and value == other for other in seen):
            seen.append(value)
            members.append(EnumMember(symbol.name, name, value))
    return tuple(members)


# -- fields ---------------------------------------------------------------------------------------------------


def _fields(symbol: Defined, kind: ClassKind, config: ModelConfig, reader: AnnotationReader) -> dict[str, Field]:
    """The fields of the class and of those above it, in the order that Python gives them."""
    node = symbol.node
    fields: dict[str, Field] = {}
    if not isinstance(node, Class):
        return fields
    for base in reversed(list(reader.names.bases(node, symbol.site))):
        if isinstance(base, Defined) and base.node is not node:
            fields |= _fields(base, kind, config, reader)
    body = Site(symbol.site.module, (*symbol.site.scopes, node.scope), node)
    total = {k: v.text for k, v in node.keywords}.get("total") != "False" if kind == "typed_dict" else None
    for name, binding in node.scope.bindings.items():
        if isinstance(binding, Assignment) and _is_field(name, binding, kind, reader.names, body):
            field = _field(name, binding, body, total, reader)
            fields[name] = _configured(field, binding, config) if kind == "pydantic" else field
    return fields


def _is_field(name: str, binding: Assignment, kind: ClassKind, names: Names, site: Site) -> bool:
    if binding.annotation is None or (kind == "pydantic" and name.startswith("_")) or name == "model_config":
        return False
    return _outer_form(binding.annotation, names, site) not in _NO_FIELD


def _configured(field: Field, binding: Assignment, config: ModelConfig) -> Field:
    """A field of a model with the alias and the description that the model's settings give it."""
    described = isinstance(field.type, Constrained) and "description" in dict(field.type.metadata.items)
    text = binding.docstring if config.docstrings and not described else None
    alias = config.alias(field.name) if field.alias == field.name else field.alias
    return replace(field, alias=alias, description=cleandoc(text) if text else None)


def _outer_form(annotation: Expression | None, names: Names, site: Site) -> str | None:
    """The special form around an annotation: `ClassVar`, `Required`, `NotRequired`, …"""
    if annotation is None:
        return None
    try:
        node = parse_expression(annotation.text)
    except InvalidExpressionError:
        return None
    symbol = names.evaluate(node.value if isinstance(node, ast.Subscript) else node, site)
    return symbol.name if isinstance(symbol, External) else None


def _field(name: str, binding: Assignment, site: Site, required: bool | None, reader: AnnotationReader) -> Field:
    """One field; `required` is what the class says of all its fields, None where a default decides."""
    field = reader.field(name, binding.annotation, binding.value, site)
    form = (_outer_form(binding.annotation, reader.names, site) or "").rpartition(".")[2]
    required = {"Required": True, "NotRequired": False}.get(form, required)
    return field if required is None else replace(field, required=required)
