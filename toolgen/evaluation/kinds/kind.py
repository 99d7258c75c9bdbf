"""What kind of class a class is to JSON: by what it inherits from, and by its decorators."""

from __future__ import annotations

from collections.abc import Mapping

from toolgen.evaluation.kinds.decorations import decoration
from toolgen.evaluation.kinds.enums import ENUM_BASES
from toolgen.evaluation.names.lookup import Defined, Names
from toolgen.model.classes import ClassKind
from toolgen.syntax.facts import Class

_BASES: Mapping[str, ClassKind] = {
    **dict.fromkeys(ENUM_BASES, "enum"),
    **dict.fromkeys(("collections.namedtuple", "typing.NamedTuple", "typing_extensions.NamedTuple"), "named_tuple"),
    "msgspec.Struct": "struct",
    **dict.fromkeys(("pydantic.BaseModel", "pydantic.main.BaseModel"), "pydantic"),
    **dict.fromkeys(("pydantic.RootModel", "pydantic.root_model.RootModel"), "root_model"),
    **dict.fromkeys(("pydantic.ConfigDict", "pydantic.config.ConfigDict"), "typed_dict"),
    **dict.fromkeys(("typing.TypedDict", "typing_extensions.TypedDict"), "typed_dict"),
}
_ORDER: Mapping[ClassKind, int] = {
    "root_model": 0,
    "pydantic": 0,
    "typed_dict": 1,
    "enum": 2,
    "named_tuple": 3,
    "dataclass": 4,
    "pydantic_dataclass": 4,
    "attrs": 5,
    "struct": 6,
}
"""Which kind a class is that is of several, as pydantic chooses (`GenerateSchema.match_type`)."""


def kind_of(symbol: Defined, names: Names) -> ClassKind | None:
    """What kind of record or enumeration the class `symbol` is; None for any other class."""
    kinds: list[ClassKind] = []
    for ancestor in names.ancestors(symbol):
        if isinstance(ancestor, Defined) and isinstance(ancestor.node, Class):
            kinds += [found.kind] if (found := decoration(ancestor.node, ancestor.site, names)) else []
        elif ancestor.name in _BASES:
            kinds.append(_BASES[ancestor.name])
    return min(kinds, key=lambda kind: _ORDER[kind], default=None)


def is_model(class_: Defined, names: Names) -> bool:
    """Whether a class is a model of pydantic that is no root model."""
    return kind_of(class_, names) == "pydantic"
