"""What tells the members of a discriminated union apart: the values of one field of their classes.

Source: `pydantic._internal._discriminated_union`, and `Discriminator._convert_schema` of `pydantic.types`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from toolgen.model.classes import WHOLE, ClassSpec, ClassTable, Field, class_key
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import NULL
from toolgen.model.type_parts import base_and_metadata, metadata_of, strip, union_members
from toolgen.model.types import NONE, Generic, LiteralOf, Named, TypeExpr, Union, Unknown
from toolgen.types.known.forms import SUPPORTED
from toolgen.types.known.markers import BY_CODE

ELSEWHERE = frozenset({"attrs", "struct"})
"""Kinds of classes that pydantic has no schema for."""

_WITH_FIELDS = ELSEWHERE | {"dataclass", "pydantic", "pydantic_dataclass", "typed_dict"}
_HIDING = frozenset({"before", "plain", "wrap"})
"""Validators that a discriminator must not have: they may take values that are none of its own."""


class RefusedError(Exception):
    """The union is none that pydantic takes; the text says why."""


class UnreadError(Exception):
    """A class in the union is still being read, or is not known."""


def variants(union: TypeExpr, name: str) -> Iterator[TypeExpr]:
    """The members of `union` and of those in it, but for unions that another property than `name` discriminates."""
    for member in union_members(union):
        if isinstance(strip(member), Union) and metadata_of(member).get("discriminator") in {None, name}:
            yield from variants(member, name)
        elif member != NONE:
            yield member


def tag_fields(member: TypeExpr, name: str, classes: ClassTable) -> Iterator[tuple[ClassSpec, Field]]:
    """The fields `name` of the classes that `member` stands for, with their classes. Raises as both errors say."""
    if isinstance(strip(member), Union):
        for inner in variants(member, name):
            yield from tag_fields(inner, name, classes)
        return
    spec = _class(member, classes)
    if spec.kind in WHOLE:
        yield from tag_fields(spec.fields[0].type, name, classes)
    elif spec.kind not in _WITH_FIELDS:
        raise RefusedError(f"`{spec.qualname}` is no class with fields that have names")
    elif field := next((field for field in spec.fields if field.name == name), None):
        yield spec, field
    elif spec.kind not in ELSEWHERE:
        raise RefusedError(f"`{spec.qualname}` has no field `{name}`")


def tag_values(type_: TypeExpr, field: str, classes: ClassTable) -> Iterator[Json]:
    """The values of the type of a discriminator; `field` is how to call it. Raises RefusedError."""
    for name, value in base_and_metadata(type_)[1]:
        if name == "validator" and value in _HIDING:
            raise RefusedError(f"{field} has a `{value}` validator")
        if name == "validation_alias" and isinstance(value, list):
            raise RefusedError(f"{field} has other aliases than one name")
    inner = strip(type_)
    spec = classes.get(class_key(inner))
    if isinstance(inner, LiteralOf):
        yield from inner.json
    elif isinstance(inner, Union) and NONE not in inner.members:
        for member in inner.members:
            yield from tag_values(member, field, classes)
    elif spec is not None and spec.kind in WHOLE:
        yield from tag_values(spec.fields[0].type, field, classes)
    elif inner == NONE:
        yield None
    else:
        raise RefusedError(f"{field} is no `Literal`")


def _class(member: TypeExpr, classes: ClassTable) -> ClassSpec:
    inner = strip(member)
    if (spec := classes.get(class_key(inner))) is not None:
        return spec
    if isinstance(inner, Unknown) or (isinstance(inner, Named | Generic) and inner.name not in SUPPORTED):
        raise UnreadError
    raise RefusedError(f"`{inner}` is no class")


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
        return {"anyOf": [schema, NULL]} if NONE in members else schema

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
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else "null" if value is None else str(value)


def _distinct(schemas: Iterable[Schema]) -> list[Schema]:
    found: list[Schema] = []
    for schema in schemas:
        if schema not in found:
            found.append(schema)
    return found
