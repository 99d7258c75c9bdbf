"""`Class` → `ClassSpec`: which kind of class it is, and what its kind says of its JSON form."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from inspect import cleandoc
from typing import TYPE_CHECKING

from toolgen.diagnostics.diagnostic import diagnose
from toolgen.model.span import Span
from toolgen.model.types import ClassKind, ClassSpec, EnumMember, Json
from toolgen.parse.expressions import InvalidExpressionError, parse_expression
from toolgen.parse.facts import Class, Expression
from toolgen.resolve.constants import NotConstantError
from toolgen.resolve.enums import ENUM_BASES
from toolgen.resolve.models import read_model
from toolgen.resolve.names import Defined, External, Names, Site
from toolgen.resolve.records import read_fields

if TYPE_CHECKING:
    from toolgen.resolve.annotations import AnnotationReader

_BASES: Mapping[str, ClassKind] = {
    **dict.fromkeys(ENUM_BASES, "enum"),
    "pydantic.BaseModel": "pydantic",
    "pydantic.RootModel": "root_model",
    "pydantic.main.BaseModel": "pydantic",
    "pydantic.root_model.RootModel": "root_model",
    "typing.NamedTuple": "named_tuple",
    "typing.TypedDict": "typed_dict",
    "typing_extensions.NamedTuple": "named_tuple",
    "typing_extensions.TypedDict": "typed_dict",
}
_DECORATORS: Mapping[str, ClassKind] = {
    "dataclasses.dataclass": "dataclass",
    "pydantic.dataclasses.dataclass": "dataclass",
}


def build_class(symbol: Defined, reader: AnnotationReader) -> ClassSpec | None:
    """What the class `symbol` is to JSON, or None where it has no form in it."""
    node = symbol.node
    kind = _kind(symbol, reader.names)
    if kind is None or not isinstance(node, Class):
        return None
    spec = ClassSpec(
        name=symbol.name,
        module=symbol.site.module.name,
        qualname=node.qualname,
        kind=kind,
        description=cleandoc(node.docstring) if node.docstring else None,
    )
    match kind:
        case "enum":
            return _enumeration(spec, symbol, node, reader)
        case "pydantic" | "root_model":
            return read_model(spec, symbol, reader)
        case _:
            return replace(spec, fields=tuple(read_fields(symbol, kind, reader).values()))


def _kind(symbol: Defined, names: Names) -> ClassKind | None:
    ancestors = list(names.ancestors(symbol))
    for ancestor in ancestors:
        if isinstance(ancestor, External) and ancestor.name in _BASES:
            return _BASES[ancestor.name]
    for ancestor in ancestors:
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


def _enumeration(spec: ClassSpec, symbol: Defined, node: Class, reader: AnnotationReader) -> ClassSpec:
    body = Site(symbol.site.module, (*symbol.site.scopes, node.scope), node)
    base = reader.constants.enums.base(node, body) or ""
    return replace(spec, members=_members(symbol, node, body, reader), base=base)


def _span(symbol: Defined, node: Class) -> Span:
    return Span(symbol.site.module.path, node.line, node.column, len(node.name))


def _members(symbol: Defined, node: Class, body: Site, reader: AnnotationReader) -> tuple[EnumMember, ...]:
    try:
        values = reader.constants.enums.members(node, body)
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
