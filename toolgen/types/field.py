"""What `Annotated` metadata and `pydantic.Field` say of a value: constraints, description, default, alias."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.findings import Diagnostics
from toolgen.evaluation.constants import Constants, NotConstantError, not_constant
from toolgen.evaluation.field_calls import DATACLASS_FIELD, FACTORIES, PYDANTIC_FIELDS, FieldCall
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.model.json_values import Json
from toolgen.syntax.expressions import callee, given_to, is_literal
from toolgen.syntax.facts import Assignment, Class, Expression, Function
from toolgen.syntax.nodes import walk
from toolgen.types.absent_members import enumeration_without
from toolgen.types.external_names import external_name
from toolgen.types.known.core_schema import CONSTRAINTS, Item
from toolgen.types.known.forms import canonical
from toolgen.types.known.markers import (
    BY_CODE,
    CODE,
    CUSTOM_SERIALIZED,
    FIELD_ITEMS,
    FIELD_REMOVED,
    FIELD_RENAMED,
    FIELD_SERIALIZATION,
    FIELD_SILENT,
    MARKERS,
    REMARK,
    SILENT,
    VALUES,
    Marker,
)

_HOOKS = frozenset({"__get_pydantic_core_schema__", "__get_pydantic_json_schema__", "__get_validators__", "__iter__"})
"""Methods by which a metadata class of the project itself has pydantic do what it likes, or stands for others."""

_NO_DEFAULT = frozenset({"attr.NOTHING", "attrs.NOTHING", "dataclasses.MISSING", "msgspec.NODEFAULT"})
_ORDER = {name: index for index, name in enumerate(FIELD_ITEMS)}


class FieldReader:
    """Reads metadata; what it cannot know becomes a diagnostic in `diagnostics`."""

    def __init__(self, names: Names, constants: Constants, diagnostics: Diagnostics) -> None:
        self._names = names
        self._markers = {**MARKERS, **dict.fromkeys(names.dialects.injected_metadata, SILENT)}
        self._constants = constants
        self._diagnostics = diagnostics

    def read(self, ref: ExpressionRef) -> list[Item]:
        """What a metadata object says, of which a plain string describes; nothing for those that say nothing."""
        match ref.node:
            case ast.Constant(value=str(text)):
                return [(REMARK, text)]
            case ast.Constant() | ast.Slice() | ast.Dict() | ast.List() | ast.Set() | ast.Tuple() | ast.Lambda():
                return []
            case ast.Name() | ast.Attribute():
                return self._named(ref)
            case ast.JoinedStr() | ast.BinOp():
                return [(REMARK, text) for _, text in self._folded("description", ref)]
            case ast.Call() as call:
                return self._made(call, ref)
            case _:
                return self._unread(ref)

    def default(self, value: Expression | None, site: Site) -> list[Item]:
        """What the right-hand side of a parameter or field says: a default, or a call of `Field` or `field`."""
        ref = ExpressionRef.of(value, site)
        if ref is None:
            return []
        if (call := self._field_call(ref)) is not None:
            return self._field(call) if call.function in PYDANTIC_FIELDS else self._record_field(call)
        held = ref.followed(self._names)
        if isinstance(held.node, ast.Call) and self.marker(held) in FACTORIES:
            return [("default_factory", True)]
        # In a stub `...` stands for a default that it does not tell.
        return [] if is_literal(ref.node, ...) and not site.module.is_stub else self._folded("default", ref)

    def call(self, value: Expression | None, site: Site) -> FieldCall | None:
        """The call that makes what the right-hand side is, if it describes a field."""
        ref = ExpressionRef.of(value, site)
        return None if ref is None else self._constants.field_calls.of(ref, lambda _: {})

    def alias(self, ref: ExpressionRef | None) -> str | None:
        """The name that an argument gives a field; None where it gives none, or none that is known (TG201)."""
        return None if ref is None else dict(self._folded("alias", ref)).get("alias")

    def is_field(self, value: Expression | None, site: Site) -> bool:
        """Whether the right-hand side is an object that `Field` makes, here or in a function of the project."""
        call = self.call(value, site)
        return call is not None and call.function in PYDANTIC_FIELDS

    def is_default(self, value: Expression | None, site: Site) -> bool:
        """Whether the right-hand side gives a default: anything but a call of `Field` without one."""
        if value is None:
            return False
        ref = ExpressionRef.of(value, site)
        if ref is None:
            return True
        call = self.call(value, site)
        if call is None or call.function not in PYDANTIC_FIELDS:
            return site.module.is_stub or not is_literal(ref.node, ...)
        given = (call.arguments.get(name) for name in ("default", "default_factory"))
        return any(one is not None and not is_literal(one.node, ...) for one in given)

    def marker(self, ref: ExpressionRef) -> str:
        """The canonical name of the class that is named or called; empty for what is not known by its name."""
        return external_name(callee(ref.node), ref.site, self._names)

    def said(self, marker: Marker, call: ast.Call, ref: ExpressionRef) -> list[Item]:
        """What the keywords of `call`, of a function that stands for `marker`, say."""
        return self._marked(marker, ref.part(ast.Call(call.func, [], call.keywords)))

    def _field_call(self, ref: ExpressionRef) -> FieldCall | None:
        return self._constants.field_calls.of(ref, self._items)

    def _named(self, ref: ExpressionRef) -> list[Item]:
        """A class of metadata, or a constant of this or another module that holds a metadata object."""
        held = ref.followed(self._names)
        if not isinstance(held.node, ast.Name | ast.Attribute):
            return self.read(held)
        symbol = self._names.evaluate(held.node, held.site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
            return []
        if not isinstance(symbol, External):
            return self._instance(symbol, ref)
        name = canonical(symbol.name)
        if name in self._markers:
            return list(self._markers[name].says)
        return [] if self._names.absences.of(name, ref.site) is None else self._unread(ref)

    def _made(self, call: ast.Call, ref: ExpressionRef) -> list[Item]:
        """The object that a call makes."""
        if (field := self._field_call(ref)) is not None and field.function in PYDANTIC_FIELDS:
            return self._field(field)
        if (name := self.marker(ref)) in self._markers:
            return self._marked(self._markers[name], ref)
        symbol = self._names.evaluate(call.func, ref.site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Class):
            return self._instance(symbol, ref)
        try:
            value = self._constants.fold(ref.node, ref.site)
        except NotConstantError:
            return self._unread(ref)
        return [(REMARK, value)] if isinstance(value, str) else []

    def _instance(self, symbol: Symbol | None, ref: ExpressionRef) -> list[Item]:
        """A metadata class that is not known by its name: pydantic ignores it unless it has hooks."""
        if not (isinstance(symbol, Defined) and isinstance(symbol.node, Class)):
            return self._unread(ref)
        is_read = not any(map(self._is_opaque, self._names.ancestors(symbol)))
        return [] if is_read else self._unread(ref)

    def _is_opaque(self, ancestor: Symbol) -> bool:
        """Whether a class under `ancestor` may do to a schema what only running it would tell."""
        match ancestor:
            case External(name=name):
                return name in PYDANTIC_FIELDS or canonical(name) in self._markers
            case Defined(node=Class() as node):
                return not _HOOKS.isdisjoint(node.scope.bindings)
            case _:
                return False

    def _unread(self, ref: ExpressionRef) -> list[Item]:
        if (name := ref.unbound(self._names)) is not None:
            self._diagnostics.append(name.undefined())
        else:
            self._diagnostics.report("TG315", ref.span(), text=ast.unparse(ref.node))
        return [(CODE, True)]

    def _field(self, call: FieldCall) -> list[Item]:
        """The items of a call of `pydantic.Field`; those for constraints in the order in which pydantic has them."""
        given = {FIELD_RENAMED.get(name, name): value for name, value in call.arguments.items()}
        items: dict[str, Json] = {}
        extra: dict[str, Json] = {}
        alias = given.pop("alias", None)
        named = [] if alias is None else [value for _, value in self._folded("alias", alias)]
        for direction in ("validation_alias", "serialization_alias"):
            if named and _is_none(given.get(direction)):
                items[direction] = named[0]
                given.pop(direction, None)
        for name, value in given.items():
            if name == "field_title_generator" and not _is_none(value):
                self._unread(value)
            elif name == "default_factory":
                items |= {} if _is_none(value) else {name: True}
            elif name in _ORDER and not is_literal(value.node, ...):
                items.update(self._folded(name, value))
            elif name in FIELD_REMOVED:
                self._folded(name, value)
            elif name in FIELD_SERIALIZATION:
                items |= {} if _is_none(value) else {CUSTOM_SERIALIZED: True}
            elif name not in FIELD_SILENT and name not in _ORDER:
                extra.update(self._folded(name, value))
        if extra and not items.get("json_schema_extra"):
            items["json_schema_extra"] = extra
        return _ordered(items)

    def _marked(self, marker: Marker, ref: ExpressionRef) -> list[Item]:
        if marker.is_opaque:
            return self._unread(ref)
        given: dict[str, Json] = {}
        for name, argument in ref.arguments(marker.arguments, self._items):
            if name in marker.arguments:
                given.update(self._folded(name, argument))
        return _ordered({**dict(marker.says), **marker.make(given)})

    def _record_field(self, call: FieldCall) -> list[Item]:
        """A field of a dataclass, where pydantic reads the names of `Field` in `metadata`, or of another record."""
        given = call.arguments
        said = self._items(given["metadata"]) if "metadata" in given and call.function == DATACLASS_FIELD else {}
        items = [item for name, value in said.items() if name in _ORDER for item in self._folded(name, value)]
        if {"default_factory", "factory"} & given.keys():
            return [*items, ("default_factory", True)]
        default = given.get("default")
        name = "" if default is None else self.marker(default)
        if default is None or name in _NO_DEFAULT:
            return items
        return [*items, *([("default_factory", True)] if name in FACTORIES else self._folded("default", default))]

    def _items(self, ref: ExpressionRef) -> Items:
        """The items of a dictionary, as far as they are known."""
        try:
            return self._constants.items(ref)
        except NotConstantError:
            self._diagnostics.append(not_constant("**", ref.span(), ref.node))
            return {}

    def _folded(self, argument: str, ref: ExpressionRef) -> list[Item]:
        environment: list[ast.expr] = []
        try:
            value = self._value(argument, ref, environment)
        except NotConstantError as error:
            if argument == "default":
                self._diagnostics.append(self._unknown_default(error.node, ref))
                return [("default_factory", True)]
            if argument == "serialization_alias":  # which schemas of arguments do not show
                return [(CUSTOM_SERIALIZED, True)]
            self._diagnostics.append(not_constant(argument, ref.span(), error.node))
            return []
        for part in environment:
            self._diagnostics.report("TG216", ref.span(), argument=argument, text=ast.unparse(part))
        if value is None:
            return [] if argument in CONSTRAINTS else [(argument, value)]
        if (fault := value_fault(argument, value, ref)) is not None:
            self._diagnostics.append(fault)
            return []
        return [(argument, value)]

    def _unknown_default(self, node: ast.expr, ref: ExpressionRef) -> Diagnostic:
        """TG305 for the part `node` of a default; TG324 where it names what its enumeration has not, which raises."""
        is_here = any(part is node for part in walk(ref.node))
        name = enumeration_without(node, ref.site, self._names, self._constants) if is_here else ""
        if name:
            return diagnose("TG324", ref.span(), argument="default", expected=f"a member of `{name}`")
        return diagnose("TG305", ref.span(), text=ast.unparse(node))

    def _value(self, argument: str, ref: ExpressionRef, environment: list[ast.expr]) -> Json:
        """The value of an argument; `environment` is as for `fold`. Raises NotConstantError."""
        if argument == "pattern":
            held = ref.followed(self._names)
            if isinstance(held.node, ast.Call) and self.marker(held) == "re.compile" and held.node.args:
                return self._constants.fold(held.node.args[0], held.site)
        if argument == "validation_alias":
            return self._constants.fold(ref.node, ref.site)
        if argument == "discriminator":
            return self._discriminator(ref)
        if argument == "deprecated":
            is_marker = self.marker(ref) in MARKERS
            return is_marker or self._constants.fold(ref.node, ref.site) not in (None, False) or None
        return self._constants.fold(ref.node, ref.site, environment)

    def _discriminator(self, ref: ExpressionRef) -> Json:
        node = ref.node
        if isinstance(node, ast.Call) and self.marker(ref) == "pydantic.Discriminator":
            node = next(iter(given_to(node)), node)
        symbol = self._names.evaluate(node, ref.site)
        if isinstance(node, ast.Lambda) or (isinstance(symbol, Defined) and not isinstance(symbol.node, Assignment)):
            return BY_CODE
        return self._constants.fold(node, ref.site)


def value_fault(argument: str, value: Json, ref: ExpressionRef) -> Diagnostic | None:
    """TG324 where the `argument` of metadata, or of settings, cannot have the value that `ref` gives it."""
    expected, holds = VALUES.get(argument, ("", None))
    if value is None or holds is None or holds(value):
        return None
    return diagnose("TG324", ref.span(), argument=argument, expected=expected)


def _ordered(items: Mapping[str, Json]) -> list[Item]:
    return sorted(items.items(), key=lambda item: _ORDER.get(item[0], len(_ORDER)))


def _is_none(ref: ExpressionRef | None) -> bool:
    return ref is None or is_literal(ref.node, None)


def property_name(alias: Json, name: str) -> str:
    """The JSON name of the field `name`: its alias, or the first choice of one key, as `_get_alias_name` has it."""
    if isinstance(alias, str):
        return alias
    choices = alias if isinstance(alias, list) else ()
    keys = (choice[0] for choice in choices if isinstance(choice, list) and len(choice) == 1)
    return next((key for key in keys if isinstance(key, str)), name)
