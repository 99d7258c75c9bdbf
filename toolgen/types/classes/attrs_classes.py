"""The fields of attrs classes: what their constructors take, as pydantic would describe a dataclass of these fields.

pydantic itself refuses attrs classes. Source: <https://www.attrs.org/en/stable/api.html>.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolgen.evaluation.field_calls import ATTRS_FIELDS
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.declared_fields import attrs_fields
from toolgen.evaluation.names.lookup import Defined
from toolgen.model.classes import ClassSpec, Field
from toolgen.syntax.expressions import part_of
from toolgen.syntax.facts import Assignment, Function

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader


def read_attrs(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec:
    """`spec` with the fields that the constructor of the attrs class `symbol` takes."""
    fields: dict[str, Field] = {}
    for body in reversed(class_bodies(symbol, reader.names)):
        for name, binding, *_ in attrs_fields(body, reader.names, reader.constants.field_calls.is_attrs):
            fields.pop(name, None)  # a field that is declared again moves to the end
            fields[name] = _field(name, binding, body, reader)
    return replace(spec, fields=tuple(field for field in fields.values() if field.init))


def _field(name: str, binding: Assignment, body: ClassBody, reader: AnnotationReader) -> Field:
    call = reader.fields.call(binding.value, body.site)
    annotation, alias = binding.annotation, name.lstrip("_")
    is_taken = True
    if call is not None and call.function in ATTRS_FIELDS:
        type_ = call.arguments.get("type")
        annotation = annotation or (None if type_ is None else part_of(type_.node, type_.within))
        alias = reader.fields.alias(call.arguments.get("alias")) or alias
        is_taken = not call.is_given("init", False)
    field = reader.field(name, annotation, binding.value, body.site)
    return replace(field, alias=alias, required=field.required and not _has_default(name, body), init=is_taken)


def _has_default(name: str, body: ClassBody) -> bool:
    """Whether a method makes the default: it is decorated with `@name.default`."""
    methods = (binding for binding in body.bindings.values() if isinstance(binding, Function))
    return any(f"{name}.default" in method.decorator_texts for method in methods)
