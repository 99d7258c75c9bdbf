"""The fields of attrs classes: what their constructors take, as pydantic would describe a dataclass of these fields.

pydantic itself refuses attrs classes. Source: <https://www.attrs.org/en/stable/api.html>.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from toolgen.evaluation.field_calls import ATTRS_FIELDS, FieldCall
from toolgen.evaluation.kinds.decorations import Decoration, decoration
from toolgen.evaluation.kinds.linearization import ClassBody, class_bodies
from toolgen.evaluation.kinds.qualifiers import qualifiers
from toolgen.evaluation.names.lookup import Defined
from toolgen.model.types import ClassSpec, Field
from toolgen.syntax.expressions import part_of
from toolgen.syntax.facts import Assignment, Function

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_EXPLICIT = frozenset({"attr.attributes", "attr.attrs", "attr.s"})
"""Decorators that take annotations for fields only where `auto_attribs` says so."""


def read_attrs(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec:
    """`spec` with the fields that the constructor of the attrs class `symbol` takes."""
    fields: dict[str, Field] = {}
    for body in reversed(class_bodies(symbol, reader.names)):
        decorator = decoration(body.node, body.outside, reader.names)
        for name, binding in _declared(body, decorator, reader) if decorator else ():
            fields.pop(name, None)  # a field that is declared again moves to the end
            fields[name] = _field(name, binding, body, reader)
    return replace(spec, fields=tuple(field for field in fields.values() if field.init))


def _declared(body: ClassBody, decorator: Decoration, reader: AnnotationReader) -> Iterator[tuple[str, Assignment]]:
    """The assignments that are fields: calls of `field`, and, unless one of them stands bare, annotations."""
    found = {name: one for name, one in body.bindings.items() if isinstance(one, Assignment)}
    calls = {name for name, one in found.items() if _call(one, body, reader)}
    is_bare = any(found[name].annotation is None for name in calls)
    by_annotation = decorator.is_true("auto_attribs") or not (is_bare or decorator.name in _EXPLICIT)
    for name, one in found.items():
        is_variable = one.annotation and "typing.ClassVar" in qualifiers(one.annotation, reader.names, body.site)
        if name in calls or (by_annotation and one.annotation and not is_variable):
            yield name, one


def _call(binding: Assignment, body: ClassBody, reader: AnnotationReader) -> FieldCall | None:
    call = reader.fields.call(binding.value, body.site)
    return call if call is not None and call.function in ATTRS_FIELDS else None


def _field(name: str, binding: Assignment, body: ClassBody, reader: AnnotationReader) -> Field:
    call = _call(binding, body, reader)
    annotation, alias = binding.annotation, name.lstrip("_")
    is_taken = True
    if call is not None:
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
