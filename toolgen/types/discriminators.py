"""What pydantic refuses of a discriminated union: members that the discriminator does not tell apart.

Source: `pydantic._internal._discriminated_union`, and `Discriminator._convert_schema` of `pydantic.types`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.findings import Findings
from toolgen.model.span import Span
from toolgen.model.types import (
    NONE,
    WHOLE,
    ClassSpec,
    ClassTable,
    Field,
    Generic,
    Json,
    LiteralOf,
    Named,
    TypeExpr,
    Union,
    Unknown,
    base_and_metadata,
    class_key,
    strip,
    union_members,
)
from toolgen.types.known.forms import SUPPORTED
from toolgen.types.known.markers import BY_CODE

_WITH_FIELDS = frozenset({"dataclass", "pydantic", "pydantic_dataclass", "typed_dict"})
_ELSEWHERE = frozenset({"attrs", "struct"})
"""Kinds of classes that pydantic has no schema for."""

_HIDING = frozenset({"before", "plain", "wrap"})
"""Validators that a discriminator must not have: they may take values that are none of its own."""


class _RefusedError(Exception):
    """The union is none that pydantic takes; the text says why."""


class _UnreadError(Exception):
    """A class in the union is still being read, or is not known."""


class _Given(NamedTuple):
    union: TypeExpr
    discriminator: str
    span: Span


class Discriminators:
    """The discriminated unions that have been read: TG320 for those that pydantic refuses.

    A union is judged as soon as its classes, which may be recursive, are in `classes`.
    """

    def __init__(self, classes: ClassTable, diagnostics: Findings[Diagnostic]) -> None:
        self._classes = classes
        self._diagnostics = diagnostics
        self._given: list[_Given] = []

    def add(self, union: TypeExpr, discriminator: Json, span: Span) -> None:
        """`Annotated[union, Field(discriminator=…)]`, which stands at `span`."""
        if isinstance(discriminator, str):
            self._given.append(_Given(union, discriminator, span))
            self.judge()

    def judge(self) -> None:
        """Say what is wrong with the unions whose classes have been read."""
        given, self._given = self._given, []
        for one in given:
            try:
                self._check(one)
            except _UnreadError:
                self._given.append(one)
            except _RefusedError as fault:
                self._diagnostics.append(diagnose("TG320", one.span, reason=str(fault)))

    def _check(self, given: _Given) -> None:
        """Raises _RefusedError and _UnreadError."""
        if given.discriminator == BY_CODE:
            _check_tags(given.union)
            return
        owners: dict[Json, TypeExpr] = {}
        fields: list[Field] = []
        for member in _members(given.union, given.discriminator):
            for owner, field in self._fields(member, given.discriminator):
                fields.append(field)
                for value in self._values(field.type, f"`{field.name}` of `{owner.qualname}`"):
                    if owners.setdefault(value, member) != member:
                        raise _RefusedError(f"`{owners[value]}` and `{member}` both have {value!r} as `{field.name}`")
        aliases = dict.fromkeys(f"`{field.alias}`" for field in fields)
        if len(aliases) > 1:
            raise _RefusedError(f"`{given.discriminator}` has different aliases, {' and '.join(aliases)}")

    def _fields(self, member: TypeExpr, name: str) -> Iterator[tuple[ClassSpec, Field]]:
        """The fields `name` of the classes that `member` stands for, with their classes."""
        if isinstance(strip(member), Union):
            for inner in _members(member, name):
                yield from self._fields(inner, name)
            return
        spec = self._class(member)
        if spec.kind in WHOLE:
            yield from self._fields(spec.fields[0].type, name)
        elif spec.kind in _WITH_FIELDS:
            field = next((field for field in spec.fields if field.name == name), None)
            if field is None:
                raise _RefusedError(f"`{spec.qualname}` has no field `{name}`")
            yield spec, field
        elif spec.kind not in _ELSEWHERE:
            raise _RefusedError(f"`{spec.qualname}` is no class with fields that have names")

    def _class(self, member: TypeExpr) -> ClassSpec:
        inner = strip(member)
        spec = self._classes.get(class_key(inner))
        if spec is not None:
            return spec
        if isinstance(inner, Unknown) or (isinstance(inner, Named | Generic) and inner.name not in SUPPORTED):
            raise _UnreadError
        raise _RefusedError(f"`{inner}` is no class")

    def _values(self, type_: TypeExpr, field: str) -> Iterator[Json]:
        """The values of the type of a discriminator; `field` is how to call it."""
        for name, value in base_and_metadata(type_)[1]:
            if name == "validator" and value in _HIDING:
                raise _RefusedError(f"{field} has a `{value}` validator")
            if name == "validation_alias" and isinstance(value, list):
                raise _RefusedError(f"{field} has other aliases than one name")
        inner = strip(type_)
        spec = self._classes.get(class_key(inner))
        if isinstance(inner, LiteralOf):
            yield from inner.json
        elif isinstance(inner, Union) and NONE not in inner.members:
            for member in inner.members:
                yield from self._values(member, field)
        elif spec is not None and spec.kind in WHOLE:
            yield from self._values(spec.fields[0].type, field)
        elif inner != NONE:
            raise _RefusedError(f"{field} is no `Literal`")


def _members(union: TypeExpr, name: str) -> Iterator[TypeExpr]:
    """The members of `union` and of those in it, but for unions that another property than `name` discriminates."""
    for member in union_members(union):
        if isinstance(strip(member), Union) and _items(member).get("discriminator") in {None, name}:
            yield from _members(member, name)
        elif member != NONE:
            yield member


def _items(type_: TypeExpr) -> dict[str, Json]:
    return dict(base_and_metadata(type_)[1])


def _check_tags(union: TypeExpr) -> None:
    """Raises _RefusedError where a member has no tag by which a function could choose it."""
    for member in union_members(union):
        if "tag" not in _items(member):
            raise _RefusedError(f"`{member}` has no `Tag`")
