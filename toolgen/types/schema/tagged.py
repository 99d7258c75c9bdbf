"""Discriminated unions: `oneOf`, with the `discriminator` that OpenAPI defines.

Source: <https://docs.pydantic.dev/latest/concepts/unions/#discriminated-unions>, and the code of pydantic in
`_internal/_discriminated_union.py` and `GenerateJsonSchema.tagged_union_schema`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from toolgen.model.classes import ClassSpec, ClassTable, Field
from toolgen.model.json_values import Json, Schema
from toolgen.model.type_parts import metadata_of, union_members
from toolgen.model.types import NONE, TypeExpr
from toolgen.types.known.markers import BY_CODE
from toolgen.types.schema.variants import RefusedError, UnreadError, tag_fields, tag_values, variants

_NULL: Schema = {"type": "null"}


class TaggedUnions:
    """Builds the schemas of discriminated unions over one table of classes; `of` builds those of their members."""

    def __init__(self, classes: ClassTable, of: Callable[[TypeExpr], Schema], *, is_serializing: bool = False) -> None:
        self._classes = classes
        self._is_serializing = is_serializing
        self._of = of

    def schema(self, base: TypeExpr, discriminator: str) -> Schema:
        """The schema of `base` whose members the property `discriminator`, or a function for `BY_CODE`, tells apart."""
        members = union_members(base)
        if discriminator == BY_CODE:
            others = ((index, one) for index, one in enumerate(members) if one != NONE)
            chosen = {metadata_of(one).get("tag", index): one for index, one in others}
            schema: Schema = {"oneOf": _distinct(map(self._of, chosen.values()))}
        else:
            schema = self._by_property([*variants(base, discriminator)], discriminator)
        return {"anyOf": [schema, _NULL]} if NONE in members else schema

    def _by_property(self, members: list[TypeExpr], name: str) -> Schema:
        fields = [(member, spec, field) for member in members for spec, field in self._fields(member, name)]
        named = {_key(value): member for member, _, field in fields for value in self._values(field)}
        chosen = {value: self._of(member) for value, member in named.items()}
        mapping = {value: schema.get("$ref", schema) for value, schema in chosen.items()}
        alias = fields[0][2].alias if fields and not self._is_serializing else name
        # It is called so in JSON, if all members have it under one name.
        is_common = alias == name or all(any(one.alias == alias for one in spec.fields) for _, spec, _ in fields)
        discriminator = {"discriminator": {"mapping": mapping, "propertyName": alias}} if is_common else {}
        return {"oneOf": _distinct(chosen.values())} | discriminator

    def _fields(self, member: TypeExpr, name: str) -> Iterator[tuple[ClassSpec, Field]]:
        with suppress(RefusedError, UnreadError):  # which is told where the union stands
            yield from tag_fields(member, name, self._classes)

    def _values(self, field: Field) -> Iterator[Json]:
        with suppress(RefusedError):
            yield from tag_values(field.type, field.name, self._classes)


def _key(value: Json) -> str:
    """A value as a key in JSON."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else "null" if value is None else str(value)


def _distinct(schemas: Iterable[Schema]) -> list[Schema]:
    found: list[Schema] = []
    for schema in schemas:
        if schema not in found:
            found.append(schema)
    return found
