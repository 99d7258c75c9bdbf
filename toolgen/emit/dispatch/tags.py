"""What tells the members of a union of objects apart, before there is a value and in what a model is told."""

from __future__ import annotations

from toolgen.emit.dispatch.document import Document, value_lists
from toolgen.model.json_values import Json, Schema


def tags_of(document: Document, keyword: str, schemas: list[Json], tag: str) -> tuple[str, dict[str, int]] | None:
    """The property that has other strings in each of `schemas`, with the number of the schema for each string.

    It is `tag`, where that is known. Where it may be left out, only `oneOf` says that nothing but the property decides.
    """
    objects = [document.kept(document.resolved(schema)) for schema in schemas]
    if any(one.get("type") != "object" for one in objects):
        return None
    for name in [tag] if tag else objects[0].get("properties", ()):
        values = [_strings(document, one, name, is_required=keyword == "anyOf") for one in objects]
        numbers = {value: number for number, found in enumerate(values) for value in found}
        if all(values) and len(numbers) == sum(map(len, values)):
            return name, numbers
    return None


def _strings(document: Document, kept: Schema, name: str, *, is_required: bool) -> list[str]:
    """The strings that the property `name` may be; none where it may be something else."""
    if name not in kept.get("properties", {}) or (is_required and name not in kept.get("required", ())):
        return []
    lists = value_lists(document.kept(document.resolved(kept["properties"][name])))
    found = lists[0] if lists else []
    return [value for value in found if isinstance(value, str)] if all(isinstance(v, str) for v in found) else []


def name_of(document: Document, schema: Json) -> str:
    """The name of the definition that `schema` refers to; empty for other schemas."""
    kept = document.kept(schema)
    return document.target(kept["$ref"])[0] if kept.keys() == {"$ref"} else ""
