"""Type expressions: what an annotation means, once its names are resolved.

Everything is frozen and hashable, knows nothing of source text, and is printed as the Python annotation that it stands
for (`list[app.models.Task] | None`), with every class by its full dotted name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from toolgen.model.json_values import Json


@dataclass(frozen=True, slots=True)
class Named:
    """A class or special form by its dotted name; builtins have no prefix: `str`, `None`, `datetime.date`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Generic:
    """A subscripted class: `list[int]`, `app.Page[app.Task]`, `tuple[int, ...]` (the last argument is `ELLIPSIS`)."""

    name: str
    arguments: tuple[TypeExpr, ...]

    def __str__(self) -> str:
        return f"{self.name}[{', '.join(map(str, self.arguments)) or '()'}]"


@dataclass(frozen=True, slots=True)
class Union:
    """`A | B`: at least two members, flattened, without repetition, in the order they were written."""

    members: tuple[TypeExpr, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.members))


@dataclass(frozen=True, slots=True)
class EnumMember:
    """A member of an enumeration, with the JSON value that stands for it and what the string below it says."""

    class_name: str
    member: str
    value: Json = field(hash=False)  # it may be a list
    description: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.class_name}.{self.member}"


@dataclass(frozen=True, slots=True)
class LiteralOf:
    """`Literal[…]`: strings, integers, booleans, None and enum members."""

    values: tuple[str | int | bool | EnumMember | None, ...]

    @property
    def json(self) -> list[Json]:
        """The values in JSON."""
        return [value.value if isinstance(value, EnumMember) else value for value in self.values]

    def __str__(self) -> str:
        values = (str(value) if isinstance(value, EnumMember) else repr(value) for value in self.values)
        return f"typing.Literal[{', '.join(values)}]"

    # Literal[1] and Literal[True] are two types although 1 == True.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, LiteralOf) and _typed(self.values) == _typed(other.values)

    def __hash__(self) -> int:
        return hash(_typed(self.values))


def _typed(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple((type(value), value) for value in values)


@dataclass(frozen=True, slots=True)
class Constrained:
    """`Annotated[base, …]`: `base` and what its metadata says, by the argument names of pydantic's `Field`.

    `("ge", 0)`, `("max_length", 80)`, `("description", "…")`, `("default", 5)`, … in the order they were written.
    """

    base: TypeExpr
    metadata: Metadata

    def __str__(self) -> str:
        return str(self.base)


@dataclass(frozen=True, slots=True)
class Metadata:
    """Names and JSON values, hashable by their text."""

    items: tuple[tuple[str, Json], ...]

    def __hash__(self) -> int:
        return hash(repr(self.items))


@dataclass(frozen=True, slots=True)
class Unknown:
    """What could not be resolved: a diagnostic says why, and the schema accepts anything."""

    text: str

    def __str__(self) -> str:
        return "typing.Any"


TypeExpr: TypeAlias = Named | Generic | Union | LiteralOf | Constrained | Unknown

NONE = Named("None")
ANY = Named("typing.Any")
ELLIPSIS = Named("...")


class _Missing:
    """The absence of a default, where None is one."""

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> Literal[False]:
        return False

    def __reduce__(self) -> str:
        return "MISSING"  # the one object, in another process too


MISSING = _Missing()


def union(*members: TypeExpr) -> TypeExpr:
    """The union of `members`, flattened, each once, the first of equal literals; a single member is itself."""
    flat: dict[object, TypeExpr] = {}
    for member in members:
        for part in member.members if isinstance(member, Union) else (member,):
            flat.setdefault(frozenset(_typed(part.values)) if isinstance(part, LiteralOf) else part, part)
    return Union(tuple(flat.values())) if len(flat) > 1 else next(iter(flat.values()))
