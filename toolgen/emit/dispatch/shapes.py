"""Which types are what the JSON decoder makes, and by what tables the others are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolgen.iteration import reached
from toolgen.memoize import memoized
from toolgen.model.classes import ClassSpec, ClassTable, Field, class_key
from toolgen.model.standard_types import STANDARD_TYPES
from toolgen.model.type_parts import children, strip
from toolgen.model.types import ELLIPSIS, NONE, Constrained, EnumMember, Generic, LiteralOf, Named, TypeExpr, Union
from toolgen.types.known.collection_types import ARRAY_TYPES, OBJECT_TYPES
from toolgen.types.known.pydantic_types import ABBREVIATIONS, PYDANTIC

NUMBERS: Mapping[str, str] = {"int": "_support.to_int", "float": "_support.to_float"}
"""Types that the names in a JSON object, which are always text, may have as well → what reads them."""

ARRAYS: Mapping[str, str] = {name: row.made for name, row in ARRAY_TYPES.items() if row.made}
"""Types that JSON writes as arrays → what makes them from a list."""

OBJECTS: Mapping[str, str] = {name: row.made for name, row in OBJECT_TYPES.items()}
"""Types that JSON writes as objects → what makes them from a dictionary."""

_BY_FORMAT: Mapping[tuple[TypeExpr, str], Named] = {
    (type_.base, format_): Named(name)
    for name, type_ in ABBREVIATIONS.items()
    if isinstance(type_, Constrained)
    for key, format_ in type_.metadata.items
    if key == "format" and format_ != "path"
}
"""What pydantic's names for types with a format of their own were resolved to → the names."""

VALIDATED = frozenset({*PYDANTIC, "pydantic.Secret", *(made.name for made in _BY_FORMAT.values())})
"""Types that pydantic makes, and that nothing else knows how to make."""

MADE_OF_FIELDS = frozenset({"attrs", "dataclass", "pydantic_dataclass", "struct", "typed_dict"})
"""Kinds of classes that JSON writes as objects with a property for each field, and that Python makes of those."""

_TRANSPARENT = frozenset({"alias", "typed_dict"})
"""Kinds of classes of which a value is what JSON makes of it, if what is inside is."""


class Shapes:
    """Answers questions on types over one table of classes; whether a type is plain is found out once."""

    def __init__(self, classes: ClassTable) -> None:
        self.classes = classes

    @memoized
    def is_plain(self, type_: TypeExpr) -> bool:
        """Whether a value of `type_` is what the JSON decoder makes of it."""
        return not any(map(self._is_made, reached([unwrapped(type_)], self._inside)))

    def _inside(self, type_: TypeExpr) -> Iterator[TypeExpr]:
        """The types right inside `type_`, those of typed dictionaries and of aliases included."""
        spec = self.class_of(type_)
        fields = spec.fields if spec and spec.kind in _TRANSPARENT else ()
        return map(unwrapped, (*children(type_), *(field.type for field in fields)))

    def _is_made(self, type_: TypeExpr) -> bool:
        """Whether `type_` itself, whatever is inside it, takes more than JSON."""
        spec = self.class_of(type_)
        if spec:
            return spec.kind not in _TRANSPARENT or bool(renamed_fields(spec))
        if isinstance(type_, LiteralOf):
            return any(map(self.enum_of, type_.values))
        name = name_of(type_)
        is_collection = ARRAYS.get(name, "list") != "list" or OBJECTS.get(name, "dict") != "dict"
        return name in STANDARD_TYPES or name in VALIDATED or is_collection or self.key_of(type_) is not None

    def unaliased(self, type_: TypeExpr) -> TypeExpr:
        """`type_` without the metadata and the names of aliases around it."""
        type_ = unwrapped(type_)
        spec = self.class_of(type_)
        return self.unaliased(spec.fields[0].type) if spec and spec.kind == "alias" else type_

    def has_fields(self, type_: TypeExpr) -> bool:
        """Whether `type_` is a class that is made of its fields."""
        spec = self.class_of(type_)
        return spec is not None and spec.kind in MADE_OF_FIELDS

    def is_atom(self, type_: TypeExpr) -> bool:
        """Whether a value of `type_`, which is not plain, has no parts."""
        spec = self.class_of(type_)
        is_enum = spec is not None and spec.kind == "enum"
        return is_enum or isinstance(type_, LiteralOf) or (spec is None and name_of(type_) in STANDARD_TYPES)

    def is_plain_dict(self, type_: Generic) -> bool:
        """Whether `type_` is a dictionary with text for keys."""
        is_dict = self.class_of(type_) is None and OBJECTS.get(type_.name) == "dict"
        return is_dict and self.key_of(type_) is None

    def class_of(self, type_: TypeExpr) -> ClassSpec | None:
        """The class of the user's that `type_` is, if it can be imported; an alias need not be."""
        spec = self.classes.get(class_key(type_))
        return None if spec is None or ("<locals>" in spec.qualname and spec.kind != "alias") else spec

    def enum_of(self, value: object) -> ClassSpec | None:
        """The enumeration that a value of `Literal` is a member of, if it can be imported."""
        return self.class_of(Named(value.class_name)) if isinstance(value, EnumMember) else None

    def key_of(self, type_: TypeExpr) -> TypeExpr | None:
        """The type of the keys of `type_`, if it is a dictionary and they are not text."""
        if name_of(type_) not in OBJECTS or not isinstance(type_, Generic):
            return None
        key = strip(type_.arguments[0])
        spec = self.class_of(key)
        return key if name_of(key) in {*STANDARD_TYPES, *NUMBERS} or (spec and spec.kind == "enum") else None


def unwrapped(type_: TypeExpr) -> TypeExpr:
    """`type_` without the metadata around it, which may tell that pydantic makes its values."""
    while isinstance(type_, Constrained):
        about = dict(type_.metadata.items)
        if made := _BY_FORMAT.get((type_.base, about.get("format", ""))):
            return made
        type_ = type_.base
    return type_


def renamed_fields(spec: ClassSpec) -> list[Field]:
    """The fields that JSON calls otherwise than whatever makes an instance: attrs and pydantic take aliases."""
    if spec.kind in {"attrs", "pydantic_dataclass"}:
        return []
    return [field for field in spec.fields if field.init and field.alias != field.name]


def is_optional(type_: TypeExpr | None) -> bool:
    """Whether `type_` is a union with None."""
    return isinstance(type_, Union) and NONE in type_.members


def name_of(type_: TypeExpr) -> str:
    """The dotted name of a class, without its arguments; empty for other types."""
    return type_.name if isinstance(type_, Named | Generic) else ""


def is_fixed_tuple(type_: TypeExpr) -> bool:
    """Whether `type_` is a tuple with a type for each of its items."""
    return isinstance(type_, Generic) and type_.name == "tuple" and ELLIPSIS not in type_.arguments
