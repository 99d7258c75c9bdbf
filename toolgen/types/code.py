"""Code in types: the validators that pydantic runs, and that no JSON Schema shows.

Source: <https://docs.pydantic.dev/latest/concepts/validators/>.
"""

from __future__ import annotations

from toolgen.model.types import ClassTable, Constrained, TypeExpr, children, class_key
from toolgen.types.known.markers import is_code


def has_code(type_: TypeExpr, classes: ClassTable) -> bool:
    """Whether validators, or settings that change text, are applied to values of `type_`, at any depth."""
    pending, seen = [type_], set[str]()
    while pending:
        one = pending.pop()
        if isinstance(one, Constrained) and any(map(is_code, one.metadata.items)):
            return True
        pending += children(one)
        spec = classes.get(class_key(one))
        if spec is not None and spec.name not in seen:
            if spec.has_code:
                return True
            seen.add(spec.name)
            pending += spec.types
    return False
