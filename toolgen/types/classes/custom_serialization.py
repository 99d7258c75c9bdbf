"""Whether values are serialized to the form that they are read from, so that both modes of pydantic agree.

Source: `ser_schema`, `field_is_present` and `computed_field_schema` of `GenerateJsonSchema` in `pydantic.json_schema`.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.declared_fields import annotated_fields
from toolgen.evaluation.names.expression_ref import Items
from toolgen.evaluation.names.lookup import Defined
from toolgen.model.classes import ClassSpec, ClassTable, Field
from toolgen.model.type_parts import (
    base_and_metadata,
    children,
    class_names,
    items_of,
    metadata_of,
    reached_classes,
    strip,
    union_members,
)
from toolgen.model.types import ANY, Generic, LiteralOf, Named, TypeExpr
from toolgen.types.classes.computed_fields import COMPUTED
from toolgen.types.classes.model_config import is_off
from toolgen.types.classes.own_schemas import JSON_HOOK
from toolgen.types.classes.settings import UnknownSettingsError, read_record_settings, read_settings
from toolgen.types.classes.validators import is_made_by, read_validators
from toolgen.types.known.forms import OBJECTS
from toolgen.types.known.markers import CUSTOM_SERIALIZED
from toolgen.types.known.pydantic_types import JSON

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_METHODS = frozenset({"pydantic.field_serializer", "pydantic.model_serializer"})
_ENCODERS = frozenset({"json_encoders"})
_SETTINGS = _ENCODERS | {
    *("json_schema_mode_override", "json_schema_serialization_defaults_required", "serialize_by_alias")
}
_MODELS = frozenset({"pydantic", "root_model"})
_NAMED_ALIKE = frozenset({"dataclass", "typed_dict"})
"""Kinds of classes that are written by the names of their fields, whatever pydantic reads them from."""
_DATACLASSES = frozenset({"dataclass", "pydantic_dataclass"})
_WITH_ALIASES = _MODELS | {"pydantic_dataclass"}
_ALIASES = frozenset({"validation_alias", "serialization_alias"})


def custom_serializer(type_: TypeExpr, reader: AnnotationReader) -> str | None:
    """What of `type_` is serialized otherwise than it is read: a class, or it. Names are not compared."""
    classes = reached_classes(class_names(type_), reader.classes)
    for name, spec in classes.items():
        computes = spec.kind != "pydantic" or spec.computed is None
        symbol = reader.symbols.get(name)
        if _is_marked(spec.types) or _has_serializers(symbol, spec, reader, _SETTINGS, computes=computes):
            return spec.qualname
    return str(type_) if _is_marked([type_]) else None


def unlike_read(type_: TypeExpr, reader: AnnotationReader) -> str | None:
    """What of `type_` writes JSON by `toolgen.runtime.encode` that does not fit its schema: a class, or it."""
    classes = reached_classes(class_names(type_), reader.classes)
    for name, spec in classes.items():
        symbol = reader.symbols.get(name)
        if any(_is_unlike(one, classes) for one in spec.types) or _has_other_fields(symbol, spec, reader):
            return spec.qualname
        if _has_serializers(symbol, spec, reader, _ENCODERS, computes=spec.closed is True):
            return spec.qualname
    return str(type_) if _is_unlike(type_, classes) else None


def has_two_names(type_: TypeExpr, reader: AnnotationReader) -> bool:
    """Whether a field of a model that is reached has another name in JSON, where it is read or where it is written."""
    classes = reached_classes(class_names(type_), reader.classes)
    return any(
        any(field.alias != field.name for field in spec.fields)
        or ((symbol := reader.symbols.get(name)) is not None and _has_other_fields(symbol, spec, reader))
        for name, spec in classes.items()
    )


def _is_unlike(type_: TypeExpr, classes: ClassTable) -> bool:
    """Whether the type itself, or one inside of it, is of values that are written otherwise."""
    base, items = base_and_metadata(type_)
    if CUSTOM_SERIALIZED in dict(items) and strip(base) != ANY:
        return True
    match base:
        case Named(name=name) | Generic(name=name) if name == JSON:
            return True
        case Generic(name=name, arguments=(key, *_)) if name in OBJECTS and not _is_text(key, classes):
            return True
    return any(_is_unlike(inner, classes) for inner in children(base))


def _is_text(key: TypeExpr, classes: ClassTable) -> bool:
    """Whether the schema of keys holds for their texts: that of an enumeration names the values themselves."""
    values = [value for one in union_members(key) if isinstance(one, LiteralOf) for value in one.json]
    found = reached_classes(class_names(key), classes)
    values += [member.value for spec in found.values() for member in spec.members]
    return all(isinstance(value, str) for value in values)


def _has_other_fields(symbol: Defined | None, spec: ClassSpec, reader: AnnotationReader) -> bool:
    """Whether objects of a class are written with other names than they are read from, or without a field."""
    if spec.kind in _NAMED_ALIKE and any(field.alias != field.name for field in spec.fields):
        return True
    if symbol is None:
        return False
    if spec.kind in _WITH_ALIASES and (any(map(_is_renamed, spec.fields)) or _has_two_names(symbol, spec, reader)):
        return True
    bodies = class_bodies(symbol, reader.names) if spec.kind in _DATACLASSES else []
    return any(
        "dataclasses.InitVar" in one.qualifiers for body in bodies for one in annotated_fields(body, reader.names)
    )


def _is_renamed(field: Field) -> bool:
    """Whether what is said of the names of a field differs for reading and writing."""
    said = metadata_of(field.type)
    return not _ALIASES.isdisjoint(said) and said.get("serialization_alias") != field.alias


def _has_two_names(symbol: Defined, spec: ClassSpec, reader: AnnotationReader) -> bool:
    """Whether an alias generator of the settings makes names that fields are not read from."""
    settings = _settings(symbol, spec, class_bodies(symbol, reader.names), reader)
    generator = settings.get("alias_generator")
    return generator is not None and (isinstance(generator.node, ast.Call) or "validate_by_alias" in settings)


def _is_marked(types: Iterable[TypeExpr]) -> bool:
    """Whether one of `types` is written by code of the project, at any depth."""
    return any(name == CUSTOM_SERIALIZED for type_ in types for name, _ in items_of(type_))


def _has_serializers(
    symbol: Defined | None, spec: ClassSpec, reader: AnnotationReader, known: Collection[str], *, computes: bool
) -> bool:
    """Whether code of a class, or one of the settings `known`, says how it is written, or `computes` a field."""
    if symbol is None:
        return False
    bodies = class_bodies(symbol, reader.names)
    if any(JSON_HOOK in body.bindings for body in bodies):  # which need not say what is written
        return True
    makers = _METHODS | (COMPUTED if computes else frozenset())
    if any(is_made_by(makers, one, body.site, reader.names) for body in bodies for one in body.bindings.values()):
        return True
    settings = _settings(symbol, spec, bodies, reader)
    is_set = any(name in settings and not is_off(settings[name].node) for name in known)
    return is_set or (spec.kind in _MODELS and bool(read_validators(bodies, reader)))


def _settings(symbol: Defined, spec: ClassSpec, bodies: list[ClassBody], reader: AnnotationReader) -> Items:
    try:
        if spec.kind in _MODELS:
            return read_settings(symbol, reader.names, reader.constants, {})
        return read_record_settings(bodies, reader.names, reader.constants) or {}
    except UnknownSettingsError:
        return {}  # which is a diagnostic of the class itself
