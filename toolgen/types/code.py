"""Code in types: the validators that pydantic runs, and that no JSON Schema shows.

Source: <https://docs.pydantic.dev/latest/concepts/validators/>.
"""

from __future__ import annotations

from toolgen.model.types import ClassTable, Generic, Named, TypeExpr, base_and_metadata, children, class_key
from toolgen.types.known.markers import is_code


def has_code(type_: TypeExpr, classes: ClassTable) -> bool:
    """Whether validators, or settings that change text, are applied to values of `type_`, at any depth."""
    pending, seen = [type_], set[str]()
    while pending:
        one = pending.pop()
        base, metadata = base_and_metadata(one)
        if any(map(is_code, metadata)):
            return True
        pending += children(one)
        spec = classes.get(key) if isinstance(base, Named | Generic) and (key := class_key(base)) not in seen else None
        if spec is not None:
            if spec.has_code:
                return True
            seen.add(key)
            pending += spec.types
    return False
