"""What pydantic refuses of a discriminated union: members that the discriminator does not tell apart.

Source: `pydantic._internal._discriminated_union`, and `Discriminator._convert_schema` of `pydantic.types`.
"""

from __future__ import annotations

from typing import NamedTuple

from toolgen.diagnostics.findings import Diagnostics
from toolgen.model.classes import ClassTable, Field
from toolgen.model.json_values import Json
from toolgen.model.span import Span
from toolgen.model.type_parts import metadata_of, union_members
from toolgen.model.types import TypeExpr
from toolgen.types.known.markers import BY_CODE
from toolgen.types.schema.variants import ELSEWHERE, RefusedError, UnreadError, tag_fields, tag_values, variants


class _Given(NamedTuple):
    union: TypeExpr
    discriminator: str
    span: Span


class Discriminators:
    """The discriminated unions that have been read: TG320 for those that pydantic refuses.

    A union is judged as soon as its classes, which may be recursive, are in `classes`.
    """

    def __init__(self, classes: ClassTable, diagnostics: Diagnostics) -> None:
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
            except UnreadError:
                self._given.append(one)
            except RefusedError as fault:
                self._diagnostics.report("TG320", one.span, reason=str(fault))

    def _check(self, given: _Given) -> None:
        """Raises RefusedError and UnreadError."""
        if given.discriminator == BY_CODE:
            for member in union_members(given.union):  # a function chooses it by its tag
                if "tag" not in metadata_of(member):
                    raise RefusedError(f"`{member}` has no `Tag`")
            return
        owners: dict[Json, TypeExpr] = {}
        fields: list[Field] = []
        for member in variants(given.union, given.discriminator):
            for owner, field in tag_fields(member, given.discriminator, self._classes):
                if owner.kind in ELSEWHERE:
                    continue
                fields.append(field)
                for value in tag_values(field.type, f"`{field.name}` of `{owner.qualname}`", self._classes):
                    if owners.setdefault(value, member) != member:
                        raise RefusedError(f"`{owners[value]}` and `{member}` both have {value!r} as `{field.name}`")
        aliases = dict.fromkeys(f"`{field.alias}`" for field in fields)
        if len(aliases) > 1:
            raise RefusedError(f"`{given.discriminator}` has different aliases, {' and '.join(aliases)}")
