"""The classes that type expressions name, and their fields; of source text they know where a default stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from toolgen.model.json_values import Json
from toolgen.model.span import Span
from toolgen.model.types import MISSING, Constrained, EnumMember, Generic, Metadata, Named, TypeExpr, Union

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

_NO_KEYWORDS = Metadata(())


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
    reach inside. `has_code` tells that it has validators, or settings that change text before it is checked. `computed`
    are the fields of a model that are only written; None where they are not known.
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
    keywords: Metadata = _NO_KEYWORDS
    is_settled: bool = False
    has_code: bool = False
    parameters: int = 0
    arguments: tuple[TypeExpr, ...] = ()
    computed: tuple[Field, ...] | None = ()

    @property
    def types(self) -> tuple[TypeExpr, ...]:
        """The types of its fields, and of the values of unknown keys."""
        return (*(field.type for field in self.fields), *(() if self.rest is None else (self.rest,)))


ClassTable: TypeAlias = Mapping[str, ClassSpec]
"""Every class that the tools of a manifest name, by `ClassSpec.name`."""


def class_key(type_: TypeExpr) -> str:
    """The name of the class `type_` in a `ClassTable`, or empty; arguments differ by their metadata, too."""
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
