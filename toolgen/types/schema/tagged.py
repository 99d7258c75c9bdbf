"""Discriminated unions: `oneOf`, with the `discriminator` that OpenAPI defines.

Source: <https://docs.pydantic.dev/latest/concepts/unions/#discriminated-unions>, and the code of pydantic in
`_internal/_discriminated_union.py` and `GenerateJsonSchema.tagged_union_schema`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from toolgen.model.types import (
    NONE,
    WHOLE,
    ClassSpec,
    ClassTable,
    Field,
    Json,
    LiteralOf,
    Schema,
    TypeExpr,
    Union,
    base_and_metadata,
    class_key,
    strip,
    union_members,
)
from toolgen.types.known.markers import BY_CODE

_NULL: Schema = {"type": "null"}


class TaggedUnions:
    """Builds the schemas of discriminated unions over one table of classes; `of` builds those of their members."""

    def __init__(self, classes: ClassTable, of: Callable[[TypeExpr], Schema]) -> None:
        self._classes = classes
        self._of = of

    def schema(self, base: TypeExpr, discriminator: str) -> Schema:
        """The schema of `base` whose members the property `discriminator`, or a function for `BY_CODE`, tells apart."""
        members = union_members(base)
        if discriminator == BY_CODE:
            chosen = {_tag(member, index): member for index, member in enumerate(members) if member != NONE}
            schema: Schema = {"oneOf": _distinct(map(self._of, chosen.values()))}
        else:
            schema = self._by_property([*self._joined(members, discriminator)], discriminator)
        return {"anyOf": [schema, _NULL]} if NONE in members else schema

    def _by_property(self, members: list[TypeExpr], name: str) -> Schema:
        named = {_key(value): member for member in members for value in self._values(member, name)}
        chosen = {value: self._of(member) for value, member in named.items()}
        alias = self._alias(members, name)
        mapping = {value: schema.get("$ref", schema) for value, schema in chosen.items()}
        discriminator = {} if alias is None else {"discriminator": {"mapping": mapping, "propertyName": alias}}
        return {"oneOf": _distinct(chosen.values())} | discriminator

    def _joined(self, members: tuple[TypeExpr, ...], name: str) -> Iterator[TypeExpr]:
        """`members` but None, and in place of unions that the same property discriminates, theirs."""
        for member in members:
            if dict(base_and_metadata(member)[1]).get("discriminator") == name:
                yield from self._joined(union_members(member), name)
            elif member != NONE:
                yield member

    def _alias(self, members: list[TypeExpr], name: str) -> str | None:
        """What the property is called in JSON, if all members have it under one name."""
        fields = [field for member in members for field in self._fields(member, name)]
        alias = fields[0].alias if fields else name
        if alias == name:
            return name
        specs = [self._class(member) for member in members]
        has_alias = (spec is not None and any(field.alias == alias for field in spec.fields) for spec in specs)
        return alias if all(has_alias) else None

    # -- what tells a member ----------------------------------------------------------------------------------

    def _values(self, member: TypeExpr, name: str) -> Iterator[Json]:
        """The values of the property `name` that `member` goes by."""
        for field in self._fields(member, name):
            yield from self._literals(field.type)

    def _fields(self, member: TypeExpr, name: str) -> Iterator[Field]:
        """The fields `name` of the classes that `member` is made of."""
        spec = self._class(member)
        if spec is not None and spec.kind not in WHOLE:
            yield from (field for field in spec.fields if field.name == name)
        else:
            for inner in union_members(spec.fields[0].type if spec is not None else member):
                if inner != member:
                    yield from self._fields(inner, name)

    def _literals(self, type_: TypeExpr) -> Iterator[Json]:
        type_ = strip(type_)
        spec = self._class(type_)
        if isinstance(type_, LiteralOf):
            yield from type_.json
        elif isinstance(type_, Union):
            for member in type_.members:
                yield from self._literals(member)
        elif type_ == NONE:
            yield None
        elif spec is not None and spec.kind in WHOLE:
            yield from self._literals(spec.fields[0].type)

    def _class(self, type_: TypeExpr) -> ClassSpec | None:
        return self._classes.get(class_key(strip(type_)))


def _tag(member: TypeExpr, index: int) -> Json:
    return dict(base_and_metadata(member)[1]).get("tag", index)


def _key(value: Json) -> str:
    """A value as a key in JSON."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else "null" if value is None else str(value)


def _distinct(schemas: Iterable[Schema]) -> list[Schema]:
    found: list[Schema] = []
    for schema in schemas:
        if schema not in found:
            found.append(schema)
    return found
