"""What is inside of type expressions, and the classes that are reached through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from toolgen.iteration import reached
from toolgen.model.classes import ClassSpec, ClassTable, class_key
from toolgen.model.json_values import Json
from toolgen.model.types import Constrained, EnumMember, Generic, LiteralOf, Metadata, Named, TypeExpr, Union, union


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
    """`type_` with `change` of every type in it, innermost first, but in the arguments of `classes`."""
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

    def named(name: str) -> Iterator[str]:
        return (found for type_ in (classes[name].types if name in classes else ()) for found in class_names(type_))

    return {name: classes[name] for name in reached(names, named) if name in classes}


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


def only_said(type_: TypeExpr, keeps: Callable[[str], bool]) -> TypeExpr:
    """`type_` with no other metadata around it than the items whose names somebody `keeps`."""
    if not isinstance(type_, Constrained):
        return type_
    base, items = only_said(type_.base, keeps), tuple(item for item in type_.metadata.items if keeps(item[0]))
    return Constrained(base, Metadata(items)) if items else base


def strip(type_: TypeExpr) -> TypeExpr:
    """`type_` without the metadata around it."""
    while isinstance(type_, Constrained):
        type_ = type_.base
    return type_
