"""What `Annotated` metadata and `pydantic.Field` say of a value: constraints, description, default, alias."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.types import Json
from toolgen.parse.expressions import InvalidExpressionError, parse_expression, span_of
from toolgen.parse.facts import Assignment, Expression
from toolgen.resolve.aliases import read_alias
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
        "alias_priority",
        "default",
        "deprecated",
        "description",
        "discriminator",
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
        "tag",
        "title",
        "validation_alias",
    }
)
"""The arguments of `pydantic.Field` that its JSON Schema shows; `default_factory` only makes a field optional."""

_CONSTRAINTS = frozenset({"ge", "gt", "le", "lt", "max_length", "min_length", "multiple_of", "pattern"})

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
    "pydantic.Discriminator": ("discriminator",),
    "pydantic.StringConstraints": (),
    "pydantic.Tag": ("tag",),
    "pydantic.types.Discriminator": ("discriminator",),
    "pydantic.types.StringConstraints": (),
    "pydantic.types.Tag": ("tag",),
    "typing_extensions.Doc": ("description",),
}
"""Metadata classes → what their positional arguments mean. Keywords carry the names of `pydantic.Field` already."""

BY_CODE = ""
"""The `discriminator` of a union whose members a function tells apart: no property does."""


def merged(annotated: Mapping[str, Json], assigned: Mapping[str, Json]) -> dict[str, Json]:
    """What `Annotated` and the right-hand side say together.

    The right-hand side wins, but for constraints: pydantic puts those of `Annotated` after its own ("HACK 1" of
    `FieldInfo.from_annotated_attribute`). Two dictionaries `json_schema_extra` are joined.
    """
    found = {**annotated, **{name: value for name, value in assigned.items() if name not in _CONSTRAINTS}}
    extras = [items["json_schema_extra"] for items in (annotated, assigned) if "json_schema_extra" in items]
    if len(extras) == 2 and all(isinstance(extra, dict) for extra in extras):
        found["json_schema_extra"] = extras[0] | extras[1]
    return {**assigned, **found}


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

    def is_default(self, value: Expression | None, site: Site) -> bool:
        """Whether the right-hand side gives a default: anything but a call of `Field` without one."""
        if value is None:
            return False
        try:
            node = parse_expression(value.text)
        except InvalidExpressionError:
            return True
        if not isinstance(node, ast.Call) or self._callee(node, site) not in FIELD_NAMES:
            return not _is_ellipsis(node)
        given = [*node.args, *(k.value for k in node.keywords if k.arg in {"default", "default_factory"})]
        return any(not _is_ellipsis(default) for default in given)

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
            elif argument == "alias":
                # It is the name in both directions, unless one is given for this.
                if _is_none(dict(given).get("validation_alias")):
                    yield from (("validation_alias", alias) for _, alias in self._folded(argument, value, within, site))
            elif argument in _FIELD_ARGUMENTS and not _is_ellipsis(value):
                yield from self._folded(argument, value, within, site)

    def _folded(self, argument: str, node: ast.expr, within: Expression, site: Site) -> list[Item]:
        try:
            return [(argument, self._value(argument, node, site))]
        except NotConstantError as error:
            span = span_of(node, within, site.module.path)
            if argument == "default":
                self._diagnostics.append(diagnose("TG305", span, text=ast.unparse(error.node)))
                return [("default_factory", True)]
            self._diagnostics.append(diagnose("TG201", span, argument=argument, text=ast.unparse(error.node)))
            return []

    def _value(self, argument: str, node: ast.expr, site: Site) -> Json:
        """The value of an argument of `Field`. Raises NotConstantError."""
        if argument == "validation_alias":
            return read_alias(node, site, self._names, self._constants)
        if argument == "discriminator":
            return self._discriminator(node, site)
        value = self._constants.fold(node, site)
        if argument == "deprecated":  # a message stands for True, and False says nothing
            return True if value or value == "" else None
        return value

    def _discriminator(self, node: ast.expr, site: Site) -> Json:
        if isinstance(node, ast.Call) and (self._callee(node, site) or "").endswith(".Discriminator"):
            node = node.args[0] if node.args else node.keywords[0].value
        if isinstance(node, ast.Lambda):
            return BY_CODE
        symbol = self._names.evaluate(node, site)
        if isinstance(symbol, Defined) and not isinstance(symbol.node, Assignment):
            return BY_CODE
        return self._constants.fold(node, site)


def _is_none(node: ast.expr | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis
