"""Code in types: the validators that pydantic runs, and that no JSON Schema shows.

Source: <https://docs.pydantic.dev/latest/concepts/validators/>.
"""

from __future__ import annotations

from toolgen.model.types import ClassTable, TypeExpr, class_names, items_of, reached_classes
from toolgen.types.known.markers import is_code


def has_code(type_: TypeExpr, classes: ClassTable) -> bool:
    """Whether validators, or settings that change text, are applied to values of `type_`, at any depth."""
    reached = reached_classes(class_names(type_), classes).values()
    types = (type_, *(one for spec in reached for one in spec.types))
    return any(spec.has_code for spec in reached) or any(is_code(item) for one in types for item in items_of(one))
