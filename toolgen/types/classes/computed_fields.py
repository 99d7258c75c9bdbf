"""Computed fields of pydantic models, which are written and never read.

Source: `computed_field` of `pydantic.fields`, and `computed_field_schema` of `GenerateJsonSchema`.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING

from toolgen.evaluation.kinds.class_bodies import ClassBody
from toolgen.model.classes import Field
from toolgen.model.type_parts import class_names, reached_classes
from toolgen.model.types import Constrained, Metadata
from toolgen.syntax.facts import Binding, Function
from toolgen.types.classes.validators import is_made_by
from toolgen.types.external_names import decorator_name

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

COMPUTED = frozenset({"pydantic.computed_field"})
_PROPERTIES = frozenset({"functools.cached_property", "property"})
_READ_ONLY = Metadata((("json_schema_extra", {"readOnly": True}),))


def computed_fields(bodies: Sequence[ClassBody], reader: AnnotationReader) -> tuple[Field, ...] | None:
    """Those of the model whose `bodies` these are, itself first; None where it is not known what one of them says."""
    found: dict[str, Field | None] = {}
    for body in reversed(bodies):
        for name, binding in body.bindings.items():
            if is_made_by(COMPUTED, binding, body.site, reader.names):
                found[name] = _field(name, binding, body, reader)
            elif name in found:
                found[name] = None
    known = tuple(field for field in found.values() if field is not None)
    return known if len(known) == len(found) else None


def _field(name: str, binding: Binding, body: ClassBody, reader: AnnotationReader) -> Field | None:
    """The field that a property is with a type that mentions no class, and of which the decorator says no more."""
    if not isinstance(binding, Function) or binding.returns is None or not _is_plain(binding, body, reader):
        return None
    with reader.diagnostics.captured() as faults:
        type_ = reader.read(binding.returns, body.site)
    if faults or reached_classes(class_names(type_), reader.classes):
        return None
    description = None if binding.docstring is None else cleandoc(binding.docstring)
    return Field(name, name, Constrained(type_, _READ_ONLY), required=True, description=description)


def _is_plain(function: Function, body: ClassBody, reader: AnnotationReader) -> bool:
    """Whether nothing but `computed_field`, without arguments, and `property` or the like stands above."""
    first, *others = (decorator_name(one, body.site, reader.names) for one in function.decorators)
    has_arguments = "(" in function.decorator_texts[0].removesuffix("()")
    return first in COMPUTED and not has_arguments and _PROPERTIES.issuperset(others)
