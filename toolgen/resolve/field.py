"""What `Annotated` metadata and `pydantic.Field` say of a value: constraints, description, default, alias."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.types import Json
from toolgen.parse.expressions import InvalidExpressionError, parse_expression, span_of
from toolgen.parse.facts import Assignment, Expression
from toolgen.resolve.constants import Constants, NotConstantError
from toolgen.resolve.names import Defined, External, Names, Site

Item = tuple[str, Json]
"""A name as in `pydantic.Field`, and its value."""

FIELD_NAMES = frozenset({"pydantic.Field", "pydantic.fields.Field"})

_RECORD_FIELDS = frozenset(
    {"attr.attrib", "attr.field", "attr.ib", "attrs.field", "dataclasses.field", "msgspec.field"}
)
_FACTORIES = frozenset({"attr.Factory", "attrs.Factory"})
_NO_DEFAULT = frozenset({"attr.NOTHING", "attrs.NOTHING", "dataclasses.MISSING", "msgspec.NODEFAULT"})

_FIELD_ARGUMENTS = frozenset(
    {
        "alias",
        "default",
        "deprecated",
        "description",
        "examples",
        "ge",
        "gt",
        "json_schema_extra",
        "le",
        "lt",
        "max_length",
        "min_length",
        "multiple_of",
        "pattern",
        "title",
        "validation_alias",
    }
)
"""The arguments of `pydantic.Field` that its JSON Schema shows; `default_factory` only makes a field optional."""

_MARKERS: Mapping[str, tuple[str, ...]] = {
    "annotated_types.Ge": ("ge",),
    "annotated_types.Gt": ("gt",),
    "annotated_types.Interval": (),
    "annotated_types.Le": ("le",),
    "annotated_types.Len": ("min_length", "max_length"),
    "annotated_types.Lt": ("lt",),
    "annotated_types.MaxLen": ("max_length",),
    "annotated_types.MinLen": ("min_length",),
    "annotated_types.MultipleOf": ("multiple_of",),
    "annotated_doc.Doc": ("description",),
    "msgspec.Meta": (),
    "pydantic.StringConstraints": (),
    "pydantic.types.StringConstraints": (),
    "typing_extensions.Doc": ("description",),
}
"""Metadata classes → what their positional arguments mean. Keywords carry the names of `pydantic.Field` already."""


class FieldReader:
    """Reads metadata; what it cannot know becomes a diagnostic in `diagnostics`."""

    def __init__(self, names: Names, constants: Constants, diagnostics: list[Diagnostic]) -> None:
        self._names = names
        self._constants = constants
        self._diagnostics = diagnostics

    def read(self, node: ast.expr, within: Expression, site: Site) -> list[Item]:
        """What the metadata object that `node`, a part of `within`, makes says; nothing for those that say nothing."""
        match node:
            case ast.Constant(value=str(text)):
                return [("description", text)]
            case ast.Name() | ast.Attribute():
                return self._named(node, site)
            case ast.JoinedStr() | ast.BinOp():
                return self._folded("description", node, within, site)
            case ast.Call():
                return list(self._call(node, within, site))
            case _:
                return []

    def default(self, value: Expression | None, site: Site) -> list[Item]:
        """What the right-hand side of a parameter or field says: a default, or a call of `Field` or `field`."""
        if value is None:
            return []
        try:
            node = parse_expression(value.text)
        except InvalidExpressionError:
            return []
        if isinstance(node, ast.Call):
            name = self._callee(node, site)
            if name in FIELD_NAMES:
                return list(self._call(node, value, site))
            if name in _RECORD_FIELDS:
                return self._record_field(node, value, site)
            if name in _FACTORIES:
                return [("default_factory", True)]
        constant = self._assigned(node, site)
        if constant is not None and "Field" in constant[0].text:
            return self.default(*constant)
        return [] if _is_ellipsis(node) else self._folded("default", node, value, site)

    def _record_field(self, node: ast.Call, within: Expression, site: Site) -> list[Item]:
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        if {"default_factory", "factory"} & keywords.keys():
            return [("default_factory", True)]
        default = node.args[0] if node.args else keywords.get("default")
        if default is None:
            return []
        symbol = self._names.evaluate(default.func if isinstance(default, ast.Call) else default, site)
        if isinstance(symbol, External) and symbol.name in _FACTORIES | _NO_DEFAULT:
            return [("default_factory", True)] if symbol.name in _FACTORIES else []
        return self._folded("default", default, within, site)

    def _callee(self, node: ast.Call, site: Site) -> str | None:
        symbol = self._names.evaluate(node.func, site)
        return symbol.name if isinstance(symbol, External) else None

    def _named(self, node: ast.expr, site: Site) -> list[Item]:
        """A constant of this or another module that holds the metadata."""
        constant = self._assigned(node, site)
        if constant is None:
            return []
        value, inner = constant
        try:
            return self.read(parse_expression(value.text), value, inner)
        except InvalidExpressionError:
            return []

    def _assigned(self, node: ast.expr, site: Site) -> tuple[Expression, Site] | None:
        """The right-hand side that the name `node` is bound to."""
        symbol = self._names.evaluate(node, site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.value is not None:
            return symbol.node.value, symbol.site
        return None

    def _call(self, node: ast.Call, within: Expression, site: Site) -> Iterator[Item]:
        name = self._callee(node, site) or ""
        if name in FIELD_NAMES:
            positional: tuple[str, ...] = ("default",)
        elif name in _MARKERS:
            positional = _MARKERS[name]
        else:
            return
        given = [*zip(positional, node.args, strict=False), *((k.arg, k.value) for k in node.keywords if k.arg)]
        for argument, value in given:
            if argument == "default_factory":
                yield ("default_factory", True)
            elif argument in _FIELD_ARGUMENTS and not _is_ellipsis(value):
                yield from self._folded(argument, value, within, site)

    def _folded(self, argument: str, node: ast.expr, within: Expression, site: Site) -> list[Item]:
        try:
            return [(argument, self._constants.fold(node, site))]
        except NotConstantError as error:
            span = span_of(node, within, site.module.path)
            if argument == "default":
                self._diagnostics.append(diagnose("TG305", span, text=ast.unparse(error.node)))
                return [("default_factory", True)]
            self._diagnostics.append(diagnose("TG201", span, argument=argument, text=ast.unparse(error.node)))
            return []


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis
