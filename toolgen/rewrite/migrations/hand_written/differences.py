"""What two definitions of a tool do not have in common: that of a list and that of a function."""

from __future__ import annotations

from collections.abc import Iterator

from toolgen.model.applicators import without
from toolgen.model.json_values import Json, Schema
from toolgen.rewrite.schema_meaning import meaning, without_null

_TEXTS = frozenset({"default", "description"})
"""What a function may say beside what a list does."""
_COMPARED = frozenset({"additionalProperties", "default", "properties", "required"})
"""Keywords of all arguments that are compared one by one, or that the function alone says."""


def difference(old: Schema, new: Schema) -> str:
    """What a model would be told otherwise of the arguments, in words; empty where it is the same.

    The functions may say defaults, titles, that null leaves out, and descriptions where the list has none.
    """
    return next(_differences(meaning(old), meaning(new)), "")


def says_types(new: Schema, old: Schema, name: str) -> bool:
    """Whether the argument `name` has the same type in both, whatever they say of it in words."""
    before, after = (without_description(meaning(one).get("properties", {}).get(name)) for one in (old, new))
    return _says(after, before)


def _differences(old: Schema, new: Schema) -> Iterator[str]:
    before, after = old.get("properties", {}), new.get("properties", {})
    for name in [*before, *(name for name in after if name not in before)]:
        if name not in after:
            yield f"`{name}` would be no argument"
        elif name not in before:
            yield f"`{name}` would be an argument, too"
        elif not _says(after[name], before[name]):
            yield f"`{name}` would be told otherwise"
    required = {*old.get("required", [])}
    for name in sorted(required ^ {*new.get("required", [])}):
        yield f"`{name}` would be {'optional' if name in required else 'required'}"
    for keyword in sorted({*old, *new} - _COMPARED):
        if old.get(keyword) != new.get(keyword):
            yield f"a signature cannot say `{keyword}` of all arguments"


def _says(schema: Json, wanted: Json) -> bool:
    """Whether the schema of an argument means what is `wanted`.

    It may say a default and a description beside that, and that null leaves it out where that is the default.
    """
    is_optional = isinstance(schema, dict) and "default" in schema and schema["default"] is None
    other = without_null(without(schema, "default")) if is_optional else schema
    return wanted in (_bare(schema, wanted), _bare(other, wanted))


def _bare(schema: Json, wanted: Json) -> Json:
    """`schema` without what may be said beside what is `wanted`."""
    if not isinstance(schema, dict) or not isinstance(wanted, dict):
        return schema
    beside = _TEXTS - wanted.keys()
    return {key: value for key, value in schema.items() if key not in beside}


def without_description(schema: Json) -> Json:
    """`schema` without what it says in words of the whole."""
    return without(schema, "description") if isinstance(schema, dict) else schema
