"""What tells the members of a discriminated union apart: the values of one field of their classes.

Source: `pydantic._internal._discriminated_union`, and `Discriminator._convert_schema` of `pydantic.types`.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolgen.model.classes import WHOLE, ClassSpec, ClassTable, Field, class_key
from toolgen.model.json_values import Json
from toolgen.model.type_parts import base_and_metadata, metadata_of, strip, union_members
from toolgen.model.types import NONE, Generic, LiteralOf, Named, TypeExpr, Union, Unknown
from toolgen.types.known.forms import SUPPORTED

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
