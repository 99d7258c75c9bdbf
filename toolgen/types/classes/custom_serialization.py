"""Whether values are serialized to the form that they are read from, so that both modes of pydantic agree.

Source: `ser_schema`, `field_is_present` and `computed_field_schema` of `GenerateJsonSchema` in `pydantic.json_schema`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolgen.evaluation.entries import Entries
from toolgen.evaluation.kinds.linearization import ClassBody, class_bodies
from toolgen.evaluation.names.lookup import Defined, Names
from toolgen.model.types import ClassSpec, TypeExpr, class_names, items_of, reached_classes
from toolgen.syntax.expressions import function_of, parsed
from toolgen.syntax.facts import Assignment, Binding, Expression, Function
from toolgen.types.classes.settings import UnknownSettingsError, read_record_settings, read_settings
from toolgen.types.classes.validators import read_validators
from toolgen.types.external_names import external_name
from toolgen.types.known.markers import CUSTOM_SERIALIZED

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_SERIALIZERS = frozenset(f"pydantic.{name}" for name in ("computed_field", "field_serializer", "model_serializer"))
_SETTINGS = frozenset(
    {
        *("json_encoders", "json_schema_mode_override", "json_schema_serialization_defaults_required"),
        "serialize_by_alias",
    }
)
_MODELS = frozenset({"pydantic", "root_model"})


def custom_serializer(type_: TypeExpr, reader: AnnotationReader) -> str | None:
    """What says that values of `type_` are serialized otherwise than they are read: a class, or the type itself."""
    classes = reached_classes(class_names(type_), reader.classes)
    for name, spec in classes.items():
        symbol = reader.symbols.get(name)
        if _is_marked(spec.types) or (symbol is not None and _has_serializers(symbol, spec, reader)):
            return spec.qualname
    is_told_apart = any("discriminator" in _items(one) for spec in classes.values() for one in spec.types)
    has_aliases = any(field.alias != field.name for spec in classes.values() for field in spec.fields)
    return str(type_) if _is_marked([type_]) or (is_told_apart and has_aliases) else None


def _items(type_: TypeExpr) -> set[str]:
    return {name for name, _ in items_of(type_)}


def _is_marked(types: Iterable[TypeExpr]) -> bool:
    return any(CUSTOM_SERIALIZED in _items(type_) for type_ in types)


def _has_serializers(symbol: Defined, spec: ClassSpec, reader: AnnotationReader) -> bool:
    bodies = class_bodies(symbol, reader.names)
    if any(_is_serializer(binding, body, reader.names) for body in bodies for binding in body.bindings.values()):
        return True
    settings = _settings(symbol, spec, bodies, reader)
    is_set = any(_is_given(settings, name) for name in _SETTINGS)
    return is_set or (spec.kind in _MODELS and bool(read_validators(bodies, reader)))


def _settings(symbol: Defined, spec: ClassSpec, bodies: list[ClassBody], reader: AnnotationReader) -> Entries:
    try:
        if spec.kind in _MODELS:
            return read_settings(symbol, reader.names)
        return read_record_settings(bodies, reader.names) or {}
    except UnknownSettingsError:
        return {}  # which is a diagnostic of the class itself


def _is_given(settings: Entries, name: str) -> bool:
    node: ast.expr = settings[name].node if name in settings else ast.Constant(None)
    return not (isinstance(node, ast.Constant) and not node.value)


def _is_serializer(binding: Binding, body: ClassBody, names: Names) -> bool:
    """Whether a method, or what is assigned, is a serializer or a computed field."""
    match binding:
        case Function(decorators=decorators):
            return any(_makes_serializer(decorator, body, names) for decorator in decorators)
        case Assignment(value=Expression() as value):
            return _makes_serializer(value, body, names)
        case _:
            return False


def _makes_serializer(expression: Expression, body: ClassBody, names: Names) -> bool:
    node = parsed(expression.text)
    return node is not None and external_name(function_of(node), body.site, names) in _SERIALIZERS
