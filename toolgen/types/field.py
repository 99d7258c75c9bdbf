"""What `Annotated` metadata and `pydantic.Field` say of a value: constraints, description, default, alias."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.findings import Findings
from toolgen.evaluation.constants import Constants, NotConstantError, not_constant, to_json
from toolgen.evaluation.folding.values import Made, Value
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.model.types import Json
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression, span_of
from toolgen.syntax.facts import Assignment, Class, Expression, Function
from toolgen.types.aliases import read_alias
from toolgen.types.known.core_schema import CONSTRAINTS, Item
from toolgen.types.known.forms import canonical
from toolgen.types.known.markers import (
    BY_CODE,
    FIELD_ITEMS,
    FIELD_RENAMED,
    FIELD_SILENT,
    FIELD_WRITING,
    FIELDS,
    MARKERS,
    SILENT,
    WRITTEN_OTHERWISE,
    Marker,
)

_HOOKS = frozenset({"__get_pydantic_core_schema__", "__get_pydantic_json_schema__", "__get_validators__", "__iter__"})
"""Methods by which a metadata class of the project itself has pydantic do what it likes, or stands for others."""

_DATACLASS_FIELD = "dataclasses.field"
_RECORD_FIELDS = frozenset({"attr.attrib", "attr.field", "attr.ib", "attrs.field", _DATACLASS_FIELD, "msgspec.field"})
_FACTORIES = frozenset({"attr.Factory", "attrs.Factory"})
_NO_DEFAULT = frozenset({"attr.NOTHING", "attrs.NOTHING", "dataclasses.MISSING", "msgspec.NODEFAULT"})
_ORDER = {name: index for index, name in enumerate(FIELD_ITEMS)}


class Place(NamedTuple):
    """An expression, as a part of the one that `within` holds, at `site`."""

    node: ast.expr
    within: Expression
    site: Site


class FieldReader:
    """Reads metadata; what it cannot know becomes a diagnostic in `diagnostics`."""

    def __init__(self, names: Names, constants: Constants, diagnostics: Findings[Diagnostic]) -> None:
        self._names = names
        self._markers = {**MARKERS, **dict.fromkeys(names.dialects.injected_metadata, SILENT)}
        self._constants = constants
        self._diagnostics = diagnostics

    def read(self, node: ast.expr, within: Expression, site: Site) -> list[Item]:
        """What the metadata object that `node`, a part of `within`, makes says; nothing for those that say nothing.

        A plain string describes, as the agent frameworks have it; pydantic ignores it.
        """
        place = Place(node, within, site)
        match node:
            case ast.Constant(value=str(text)):
                return [("description", text)]
            case ast.Constant() | ast.Slice() | ast.Dict() | ast.List() | ast.Set() | ast.Tuple() | ast.Lambda():
                return []
            case ast.Name() | ast.Attribute():
                return self._named(place)
            case ast.JoinedStr() | ast.BinOp():
                return self._folded("description", place)
            case ast.Call():
                return self._made(node, place)
            case _:
                return self._unread(place)

    def default(self, value: Expression | None, site: Site) -> list[Item]:
        """What the right-hand side of a parameter or field says: a default, or a call of `Field` or `field`."""
        if value is None:
            return []
        try:
            place = Place(parse_expression(value.text), value, site)
        except InvalidExpressionError:
            return []
        held = self.held(place)
        if isinstance(held.node, ast.Call):
            name = self._callee(held)
            if name in FIELDS:
                return self._field(held.node, held)
            if name in _RECORD_FIELDS:
                return self._record_field(held.node, held)
            if name in _FACTORIES:
                return [("default_factory", True)]
            if (returned := self._returned(held)) is not None:
                return returned
        # In a stub `...` stands for a default that it does not tell.
        return [] if _is_ellipsis(place.node) and not site.module.is_stub else self._folded("default", place)

    def is_field(self, value: Expression | None, site: Site) -> bool:
        """Whether the right-hand side is an object that `Field` makes, here or in a function of the project."""
        if value is None:
            return False
        try:
            held = self.held(Place(parse_expression(value.text), value, site))
        except InvalidExpressionError:
            return False
        return isinstance(held.node, ast.Call) and (self._callee(held) in FIELDS or self._returned(held) is not None)

    def is_default(self, value: Expression | None, site: Site) -> bool:
        """Whether the right-hand side gives a default: anything but a call of `Field` without one."""
        if value is None:
            return False
        try:
            node = parse_expression(value.text)
        except InvalidExpressionError:
            return True
        if not isinstance(node, ast.Call) or self.marker(node, site) not in FIELDS:
            return site.module.is_stub or not _is_ellipsis(node)
        given = [*node.args, *(k.value for k in node.keywords if k.arg in {"default", "default_factory"})]
        return any(not _is_ellipsis(default) for default in given)

    # -- names ------------------------------------------------------------------------------------------------

    def marker(self, node: ast.expr, site: Site) -> str:
        """The canonical name of the class that `node` names or calls; empty for what is not known by its name."""
        function = node.func if isinstance(node, ast.Call) else node
        symbol = self._names.evaluate(function, site)
        return canonical(symbol.name) if isinstance(symbol, External) else ""

    def said(self, marker: Marker, call: ast.Call, within: Expression, site: Site) -> list[Item]:
        """What the keywords of `call`, of a function that stands for `marker`, say."""
        return self._marked(marker, ast.Call(call.func, [], call.keywords), Place(call, within, site))

    def _callee(self, place: Place) -> str:
        return self.marker(place.node, place.site)

    def held(self, place: Place) -> Place:
        """What a constant holds, where `place` names one; else `place`."""
        return self._assigned(place) or place

    def _assigned(self, place: Place) -> Place | None:
        """The right-hand side that a name is bound to."""
        symbol = self._names.evaluate(place.node, place.site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.value is not None:
            value = symbol.node.value
            try:
                return Place(parse_expression(value.text), value, symbol.site)
            except InvalidExpressionError:
                return None
        return None

    def _named(self, place: Place) -> list[Item]:
        """A class of metadata, or a constant of this or another module that holds a metadata object."""
        held = self._assigned(place)
        if held is not None:
            return self.read(*held)
        symbol = self._names.evaluate(place.node, place.site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
            return []
        if not isinstance(symbol, External):
            return self._instance(symbol, place)
        name = canonical(symbol.name)
        if name in self._markers:
            return list(self._markers[name].says)
        return [] if self._names.absence(name, place.site) is None else self._unread(place)

    def _made(self, call: ast.Call, place: Place) -> list[Item]:
        """The object that a call makes."""
        name = self._callee(place)
        if name in FIELDS:
            return self._field(call, place)
        if name in self._markers:
            return self._marked(self._markers[name], call, place)
        symbol = self._names.evaluate(call.func, place.site)
        if isinstance(symbol, Defined) and isinstance(symbol.node, Class):
            return self._instance(symbol, place)
        if (returned := self._returned(place)) is not None:
            return returned
        try:
            value = self._constants.fold(place.node, place.site)
        except NotConstantError:
            return self._unread(place)
        return [("description", value)] if isinstance(value, str) else []

    def _instance(self, symbol: Symbol | None, place: Place) -> list[Item]:
        """A metadata class that is not known by its name: pydantic ignores it unless it has hooks."""
        if not (isinstance(symbol, Defined) and isinstance(symbol.node, Class)):
            return self._unread(place)
        for ancestor in self._names.ancestors(symbol):
            if self._is_opaque(ancestor):
                return self._unread(place)
        return []

    def _is_opaque(self, ancestor: Symbol) -> bool:
        """Whether a class under `ancestor` may do to a schema what only running it would tell."""
        match ancestor:
            case External(name=name):
                return canonical(name) in FIELDS or canonical(name) in self._markers
            case Defined(node=Class() as node):
                return not _HOOKS.isdisjoint(node.scope.bindings)
            case _:
                return False

    def _unread(self, place: Place) -> list[Item]:
        span = span_of(place.node, place.within, place.site.module.path)
        self._diagnostics.append(diagnose("TG315", span, text=ast.unparse(place.node)))
        return []

    # -- calls ------------------------------------------------------------------------------------------------

    def _field(self, call: ast.Call, place: Place) -> list[Item]:
        """The items of a call of `pydantic.Field`; those for constraints in the order in which pydantic has them."""
        given = {FIELD_RENAMED.get(name, name): value for name, value in self._arguments(call, place, ("default",))}
        items: dict[str, Json] = {}
        extra: dict[str, Json] = {}
        alias = given.pop("alias", None)
        if alias is not None and _is_none(given.get("validation_alias")):
            # It is the name in both directions, unless one is given for this.
            items.update(("validation_alias", value) for _, value in self._folded("alias", alias))
            given.pop("validation_alias", None)
        for name, value in given.items():
            if name == "field_title_generator" and not _is_none(value):
                self._unread(value)
            elif name == "default_factory":
                items |= {} if _is_none(value) else {name: True}
            elif name in _ORDER and not _is_ellipsis(value.node):
                items.update(self._folded(name, value))
            elif name in FIELD_WRITING:
                items |= {} if _is_none(value) else {WRITTEN_OTHERWISE: True}
            elif name not in FIELD_SILENT and name not in _ORDER:
                extra.update(self._folded(name, value))
        if extra and not items.get("json_schema_extra"):
            items["json_schema_extra"] = extra
        return _ordered(items)

    def _returned(self, place: Place) -> list[Item] | None:
        """The items of the `Field` that a function of the project returns, where `place` calls such a function."""
        symbol = self._names.evaluate(place.node.func, place.site) if isinstance(place.node, ast.Call) else None
        if not (isinstance(symbol, Defined) and isinstance(symbol.node, Function)):
            return None
        try:
            value = self._constants.value(place.node, place.site)
        except NotConstantError:
            return None
        if not (isinstance(value, Made) and canonical(value.class_name) in FIELDS):
            return None
        keywords = [ast.keyword(name, _written(argument, place.node)) for name, argument in value.arguments.items()]
        return self._field(ast.Call(ast.Name("Field"), [], keywords), place)

    def _marked(self, marker: Marker, call: ast.Call, place: Place) -> list[Item]:
        if marker.is_opaque:
            return self._unread(place)
        given: dict[str, Json] = {}
        for name, argument in self._arguments(call, place, marker.arguments):
            if name in marker.arguments:
                given.update(self._folded(name, argument))
        return _ordered({**dict(marker.says), **marker.make(given)})

    def _record_field(self, call: ast.Call, place: Place) -> list[Item]:
        """A field of a dataclass, where pydantic reads the names of `Field` in `metadata`, or of another record."""
        given = dict(self._arguments(call, place, ("default",)))
        said = (
            self._entries(given["metadata"]) if "metadata" in given and self._callee(place) == _DATACLASS_FIELD else ()
        )
        items = [item for name, value in said if name in _ORDER for item in self._folded(name, value)]
        if {"default_factory", "factory"} & given.keys():
            return [*items, ("default_factory", True)]
        default = given.get("default")
        name = "" if default is None else self._callee(default)
        if default is None or name in _NO_DEFAULT:
            return items
        return [*items, *([("default_factory", True)] if name in _FACTORIES else self._folded("default", default))]

    def _arguments(self, call: ast.Call, place: Place, positional: tuple[str, ...] = ()) -> Iterator[tuple[str, Place]]:
        """The arguments of a call, by name, with those of the dictionaries that are unpacked in it."""
        for name, node in zip(positional, call.args, strict=False):
            yield name, place._replace(node=node)
        for keyword in call.keywords:
            given = place._replace(node=keyword.value)
            if keyword.arg is not None:
                yield keyword.arg, given
            else:
                yield from self._entries(given)

    def _entries(self, place: Place, argument: str = "**") -> Iterator[tuple[str, Place]]:
        """The keys and values of a dictionary that is written here or held by a constant."""
        held = self.held(place)
        if isinstance(held.node, ast.Call) and self._callee(held) == "dict":
            yield from self._arguments(held.node, held)
        elif isinstance(held.node, ast.Dict):
            for key, value in zip(held.node.keys, held.node.values, strict=True):
                if key is None:
                    yield from self._entries(held._replace(node=value), argument)
                elif isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value, held._replace(node=value)
        else:
            self._diagnostics.append(_not_constant(argument, place, place.node))

    # -- values -----------------------------------------------------------------------------------------------

    def _folded(self, argument: str, place: Place) -> list[Item]:
        environment: list[ast.expr] = []
        span = span_of(place.node, place.within, place.site.module.path)
        try:
            value = self._value(argument, place, environment)
        except NotConstantError as error:
            if argument == "default":
                self._diagnostics.append(diagnose("TG305", span, text=ast.unparse(error.node)))
                return [("default_factory", True)]
            self._diagnostics.append(_not_constant(argument, place, error.node))
            return []
        for part in environment:
            self._diagnostics.append(diagnose("TG216", span, argument=argument, text=ast.unparse(part)))
        return [] if value is None and argument in CONSTRAINTS else [(argument, value)]

    def _value(self, argument: str, place: Place, environment: list[ast.expr]) -> Json:
        """The value of an argument; `environment` is as for `fold`. Raises NotConstantError."""
        if argument == "pattern":
            held = self.held(place)
            if isinstance(held.node, ast.Call) and self._callee(held) == "re.compile" and held.node.args:
                return self._constants.fold(held.node.args[0], held.site)
        if argument == "validation_alias":
            return read_alias(place.node, place.site, self._names, self._constants)
        if argument == "discriminator":
            return self._discriminator(place)
        if argument == "deprecated":
            is_said = self._callee(place) in MARKERS or self._constants.fold(place.node, place.site) not in (
                None,
                False,
            )
            return is_said or None
        return self._constants.fold(place.node, place.site, environment)

    def _discriminator(self, place: Place) -> Json:
        node = place.node
        if isinstance(node, ast.Call) and self._callee(place) == "pydantic.Discriminator":
            node = node.args[0] if node.args else node.keywords[0].value
        symbol = self._names.evaluate(node, place.site)
        if isinstance(node, ast.Lambda) or (isinstance(symbol, Defined) and not isinstance(symbol.node, Assignment)):
            return BY_CODE
        return self._constants.fold(node, place.site)


def _not_constant(argument: str, place: Place, node: ast.expr) -> Diagnostic:
    span = span_of(place.node, place.within, place.site.module.path)
    return not_constant(argument, span, node)


def _ordered(items: Mapping[str, Json]) -> list[Item]:
    return sorted(items.items(), key=lambda item: _ORDER.get(item[0], len(_ORDER)))


def _is_none(place: Place | None) -> bool:
    return place is None or (isinstance(place.node, ast.Constant) and place.node.value is None)


def _written(value: Value, call: ast.expr) -> ast.expr:
    """An expression for a value that `call` has made; for one that has no JSON `call` itself, which is not constant."""
    try:
        node = ast.parse(repr(to_json(value, call)), mode="eval").body
    except NotConstantError:
        node = ast.Constant(value) if value is Ellipsis else call
    return ast.copy_location(node, call)


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis
