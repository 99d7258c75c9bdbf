"""Type expressions and the classes they name: what an annotation means, once its names are resolved.

Everything is frozen and hashable, knows nothing of source text but where a default stands, and is printed as the Python
annotation that it stands for (`list[app.models.Task] | None`), with every class by its full dotted name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from toolgen.model.json_values import Json
from toolgen.model.span import Span


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

ClassKind = Literal[
    "enum",
    "dataclass",
    "pydantic_dataclass",
    "typed_dict",
    "pydantic",
    "root_model",
    "named_tuple",
    "attrs",
    "struct",
    "alias",
]
"""`struct` is a `msgspec.Struct`."""

WHOLE: frozenset[ClassKind] = frozenset({"alias", "root_model"})
"""Kinds of which the one field is the whole value."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a class: `name` in Python, `alias` in JSON.

    `init` is False where the constructor does not take it, although the schema shows it. `docstring` is the string
    below it, which describes it only where the settings of its class say so. `documented` is what the docstring of its
    function says, which counts where its type says nothing. `default_at` is the place that its default stands at.
    """

    name: str
    alias: str
    type: TypeExpr
    required: bool
    default: Json = MISSING
    description: str | None = None
    init: bool = True
    docstring: str | None = None
    documented: str | None = None
    default_at: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ClassSpec:
    """A class of the user's that stands in an annotation, or an alias with a name of its own (PEP 695).

    `name` is the full dotted name, as `Named.name` and `EnumMember.class_name` use it; that of a generic class with
    `arguments` for its type `parameters` has them behind it, in brackets. `qualname` is the part of it inside
    `module`, without arguments. `base` is the builtin that an enum mixes in (`str`, `int`) or empty. `closed` is True
    where unknown keys are refused, False where they are kept (as `rest`, if that is known), None where they are
    ignored. A root model and an alias have one field, which is the whole value. `keywords` are what the class itself
    adds to its schema. `is_settled` tells that it has settings of its own, so that those of a model around it do not
    reach inside. `has_code` tells that it has validators, or settings that change text before it is checked.
    """

    name: str
    module: str
    qualname: str
    kind: ClassKind
    description: str | None = None
    fields: tuple[Field, ...] = ()
    members: tuple[EnumMember, ...] = ()
    base: str = ""
    closed: bool | None = None
    rest: TypeExpr | None = None
    keywords: Metadata = Metadata(())
    is_settled: bool = False
    has_code: bool = False
    parameters: int = 0
    arguments: tuple[TypeExpr, ...] = ()

    @property
    def types(self) -> tuple[TypeExpr, ...]:
        """The types of its fields, and of the values of unknown keys."""
        return (*(field.type for field in self.fields), *(() if self.rest is None else (self.rest,)))


ClassTable: TypeAlias = Mapping[str, ClassSpec]
"""Every class that the tools of a manifest name, by `ClassSpec.name`."""


def class_key(type_: TypeExpr) -> str:
    """The name in a `ClassTable` of the class that `type_` is, if it is one; empty for what is none.

    It tells arguments apart by their metadata, too: `app.Box[typing.Annotated[int, ge=0]]` is no `app.Box[int]`.
    """
    match type_:
        case Named(name=name):
            return name
        case Generic(name=name, arguments=arguments):
            return f"{name}[{', '.join(map(_exactly, arguments)) or '()'}]"
        case _:
            return ""


def _exactly(type_: TypeExpr) -> str:
    match type_:
        case Generic():
            return class_key(type_)
        case Union(members=members):
            return " | ".join(map(_exactly, members))
        case Constrained(base=base, metadata=metadata):
            said = (f"{name}={value!r}" for name, value in metadata.items)
            return f"typing.Annotated[{', '.join((_exactly(base), *said))}]"
        case _:
            return str(type_)


def children(type_: TypeExpr) -> tuple[TypeExpr, ...]:
    """The type expressions directly inside `type_`."""
    match type_:
        case Generic(arguments=arguments):
            return arguments
        case Union(members=members):
            return members
        case Constrained(base=base):
            return (base,)
        case _:
            return ()


def rewritten(type_: TypeExpr, change: Callable[[TypeExpr], TypeExpr], classes: ClassTable) -> TypeExpr:
    """`type_` with `change` applied to every type expression in it, the innermost first.

    The arguments of one of `classes` stay as they are: its fields are what they made of it.
    """
    match type_:
        case Generic(arguments=arguments) if class_key(type_) not in classes:
            type_ = replace(type_, arguments=tuple(rewritten(argument, change, classes) for argument in arguments))
        case Union(members=members):
            type_ = union(*(rewritten(member, change, classes) for member in members))
        case Constrained(base=base):
            type_ = replace(type_, base=rewritten(base, change, classes))
    return change(type_)


def items_of(type_: TypeExpr) -> Iterator[tuple[str, Json]]:
    """What metadata in `type_` says, at any depth."""
    yield from base_and_metadata(type_)[1]
    for child in children(type_):
        yield from items_of(child)


def class_names(type_: TypeExpr) -> Iterator[str]:
    """The names of classes that `type_` mentions, in the order they are written, with repetitions."""
    match type_:
        case Named() | Generic():
            yield class_key(type_)
        case LiteralOf(values=values):
            yield from (value.class_name for value in values if isinstance(value, EnumMember))
    for child in children(type_):
        yield from class_names(child)


def reached_classes(names: Iterable[str], classes: ClassTable) -> dict[str, ClassSpec]:
    """The part of `classes` that `names` reach, directly or through fields."""
    reached: dict[str, ClassSpec] = {}
    pending = list(names)
    while pending:
        name = pending.pop()
        if name in classes and name not in reached:
            reached[name] = classes[name]
            pending.extend(found for type_ in classes[name].types for found in class_names(type_))
    return reached


def union(*members: TypeExpr) -> TypeExpr:
    """The union of `members`: flattened and without repetition; a single member is itself.

    To `typing.Union`, literals of the same values are the same in whatever order: the first stays.
    """
    flat: dict[object, TypeExpr] = {}
    for member in members:
        for part in member.members if isinstance(member, Union) else (member,):
            flat.setdefault(frozenset(_typed(part.values)) if isinstance(part, LiteralOf) else part, part)
    return Union(tuple(flat.values())) if len(flat) > 1 else next(iter(flat.values()))


def union_members(type_: TypeExpr) -> tuple[TypeExpr, ...]:
    """The members of the union that `type_` is, without the metadata around it; of another type that type."""
    inner = strip(type_)
    return inner.members if isinstance(inner, Union) else (inner,)


def base_and_metadata(type_: TypeExpr) -> tuple[TypeExpr, tuple[tuple[str, Json], ...]]:
    """A type, and what the metadata around it says."""
    return (type_.base, type_.metadata.items) if isinstance(type_, Constrained) else (type_, ())


def metadata_of(type_: TypeExpr) -> dict[str, Json]:
    """What the metadata around `type_` says, of each name the last."""
    return dict(base_and_metadata(type_)[1])


def strip(type_: TypeExpr) -> TypeExpr:
    """`type_` without the metadata around it."""
    while isinstance(type_, Constrained):
        type_ = type_.base
    return type_
