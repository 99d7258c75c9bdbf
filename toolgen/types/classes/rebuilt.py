"""The models that the SDK of MCP makes of classes which are none.

Source: `_create_model_from_class` and `_create_model_from_typeddict` in `func_metadata.py`: the type hints of a class
without their metadata, and as defaults the attributes of the class. What else a class says of itself is lost.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from toolgen.evaluation.field_calls import DATACLASS_FIELD, PYDANTIC_FIELDS
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.declared_fields import annotated_fields
from toolgen.evaluation.kinds.decorations import decoration
from toolgen.evaluation.names.lookup import Defined, Names
from toolgen.model.classes import ClassSpec, ClassTable, Field
from toolgen.model.type_parts import rewritten, strip
from toolgen.model.types import MISSING
from toolgen.syntax.expressions import keyword
from toolgen.types.external_names import called


class UnknownFieldsError(Exception):
    """Which fields the model has, only running the class tells."""


def rebuilt(symbol: Defined | None, spec: ClassSpec, classes: ClassTable, names: Names) -> tuple[Field, ...] | None:
    """The fields of the model of `spec`, the class `symbol`; None where there is none. Raises UnknownFieldsError."""
    fields = tuple(
        Field(one.name, one.name, rewritten(one.type, strip, classes), one.required, one.default)
        for one in spec.fields
        if not one.name.startswith("_")
    )
    if spec.kind == "typed_dict":
        return tuple(field if field.required else replace(field, default=None) for field in fields)
    if spec.kind != "dataclass" or symbol is None:
        raise UnknownFieldsError
    bodies = class_bodies(symbol, names)
    decorators = (decoration(body.node, body.outside, names) for body in bodies)
    if any(one is not None and one.is_true("slots") for one in decorators):
        return None  # the attributes of the class are descriptors, which are no defaults
    values = _values(bodies, names)
    if values.keys() != {field.name for field in fields}:
        raise UnknownFieldsError
    return tuple(_with_attribute(field, values[field.name]) for field in fields)


def _values(bodies: Iterable[ClassBody], names: Names) -> dict[str, tuple[str, ast.Call | None]]:
    """The type hints of a class, each with the call that it is assigned if it is."""
    return {
        name: called(binding.value, body.site, names)
        for body in reversed([*bodies])
        for name, binding, *_ in annotated_fields(body, names)
        if not name.startswith("_")
    }


def _with_attribute(field: Field, value: tuple[str, ast.Call | None]) -> Field:
    """`field` with the default that it has as an attribute of its class. Raises UnknownFieldsError."""
    function, call = value
    is_made = call is not None and function == DATACLASS_FIELD and keyword(call, "default_factory") is not None
    if is_made or field.required or (field.default is not MISSING and function not in PYDANTIC_FIELDS):
        return replace(field, required=field.default is MISSING)
    raise UnknownFieldsError
