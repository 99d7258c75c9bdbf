"""The tables of metadata: what the objects in `Annotated` say, by the classes that make them.

Source: <https://docs.pydantic.dev/latest/concepts/fields/#the-annotated-pattern>, and the classes of `annotated_types`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from toolgen.model.json_values import Json
from toolgen.model.keywords import is_list, is_number, is_size, is_text, is_valid
from toolgen.model.patterns import is_balanced
from toolgen.types.known.core_schema import Item

Given = Mapping[str, Json]
"""The arguments of a call, by name."""

BY_CODE = ""
"""The `discriminator` of a union whose members a function tells apart: no property does."""


CUSTOM_SERIALIZED = "custom_serialized"
"""The item that says that a value is serialized to another form than the one it has. Schemas of arguments ignore it."""


CODE = "code"
"""The item that says that pydantic calls a function with the value. JSON Schema does not show what that does."""

REMARK = "remark"
"""The item of a plain string and of `Doc`, which describes what nothing else does: pydantic ignores it."""

REWRITING = frozenset({"strip_whitespace", "to_lower", "to_upper"})
"""Items that, where they are true, change text before it is checked."""


def is_code(item: Item) -> bool:
    """Whether an item says that only pydantic knows which values a type takes, and what becomes of them."""
    name, value = item
    return name == CODE or (name in REWRITING and bool(value)) or item == ("discriminator", BY_CODE)


@dataclass(frozen=True, slots=True)
class Marker:
    """A class of metadata objects.

    `arguments` are those that matter, in their order; `says` is what an object says that is made without them;
    `make` turns the arguments into items. `is_opaque` is True where only running code tells what an object does.
    """

    arguments: tuple[str, ...] = ()
    says: tuple[Item, ...] = ()
    make: Callable[[Given], Given] = dict
    is_opaque: bool = False


def _length(given: Given) -> Given:
    """`Len(0, …)` says nothing of a minimum."""
    return {name: value for name, value in given.items() if name != "min_length" or value}


def _in_validation(given: Given) -> Given:
    """What is said of serialization alone is not said of arguments."""
    serialized = {CUSTOM_SERIALIZED: True} if "mode" in given else {}
    rest = {name: value for name, value in given.items() if name != "mode"}
    return serialized if given.get("mode") == "serialization" else rest | serialized


def _remark(given: Given) -> Given:
    return {REMARK: given["description"]} if given else {}


_PATHS = {"file": "file-path", "dir": "directory-path", "new": "path", "socket": "path"}

SILENT = Marker()
_AFTER, _BEFORE, _PLAIN, _WRAP = (
    Marker(says=(("validator", kind), (CODE, True))) for kind in ("after", "before", "plain", "wrap")
)
_OPAQUE = Marker(is_opaque=True)
_TEXT = ("strip_whitespace", "to_upper", "to_lower", "strict", "min_length", "max_length", "pattern", "ascii_only")
_BOUNDS = ("gt", "ge", "lt", "le")
_LENGTHS = ("min_length", "max_length")

TIMES = {
    "date": ("pydantic.PastDate", "pydantic.FutureDate"),
    "datetime": tuple(f"pydantic.{name}Datetime" for name in ("Aware", "Future", "Naive", "Past")),
}
"""What pydantic has for some dates and times → the kind of core schema that they are of."""

MARKERS: Mapping[str, Marker] = {
    "annotated_doc.Doc": Marker(("description",), make=_remark),
    "annotated_types.Ge": Marker(("ge",)),
    "annotated_types.Gt": Marker(("gt",)),
    "annotated_types.Interval": Marker(_BOUNDS),
    "annotated_types.Le": Marker(("le",)),
    "annotated_types.Len": Marker(_LENGTHS, make=_length),
    "annotated_types.Lt": Marker(("lt",)),
    "annotated_types.MaxLen": Marker(("max_length",)),
    "annotated_types.MinLen": Marker(("min_length",)),
    "annotated_types.MultipleOf": Marker(("multiple_of",)),
    "annotated_types.Not": _AFTER,
    "annotated_types.Predicate": _AFTER,
    "msgspec.Meta": Marker((*_BOUNDS, "multiple_of", "pattern", *_LENGTHS, "title", "description", "examples")),
    "pydantic.AfterValidator": _AFTER,
    "pydantic.AllowInfNan": Marker(("allow_inf_nan",), (("allow_inf_nan", True),)),
    "pydantic.BeforeValidator": _BEFORE,
    "pydantic.Discriminator": Marker(("discriminator",)),
    "pydantic.Examples": Marker(("add_examples", "mode"), make=_in_validation),
    "pydantic.FailFast": Marker(("fail_fast",), (("fail_fast", True),)),
    "pydantic.PathType": Marker(
        ("path_type",),
        (("validator", "after"), (CODE, True)),
        lambda given: {"format": _PATHS.get(given.get("path_type", ""), "path")},
    ),
    "pydantic.PlainValidator": _PLAIN,
    "pydantic.SkipJsonSchema": Marker(says=(("json_schema", None),)),
    "pydantic.SkipValidation": Marker(says=(("validator", "any"),)),
    "pydantic.Strict": Marker(("strict",), (("strict", True),)),
    "pydantic.StringConstraints": Marker(_TEXT),
    "pydantic.Tag": Marker(("tag",)),
    "pydantic.UrlConstraints": Marker(("max_length",), make=lambda given: {**given, CODE: True}),
    "pydantic.UuidVersion": Marker(
        ("uuid_version",), (("annotates", "uuid"),), lambda given: {"format": f"uuid{given.get('uuid_version', '')}"}
    ),
    "pydantic.ValidateAs": _AFTER,
    "pydantic.WithJsonSchema": Marker(("json_schema", "mode"), make=_in_validation),
    "pydantic.WrapValidator": _WRAP,
    "typing.Doc": Marker(("description",), make=_remark),
    **dict.fromkeys(("typing.deprecated", "warnings.deprecated"), Marker(says=(("deprecated_field", True),))),
    "annotated_types.Timezone": Marker(says=((CODE, True),)),
    "annotated_types.Unit": SILENT,
    **{name: Marker(says=(("annotates", kind), (CODE, True))) for kind, names in TIMES.items() for name in names},
    **dict.fromkeys(("pydantic.InstanceOf", "pydantic.Json", "pydantic.SerializeAsAny"), SILENT),
    **dict.fromkeys(("pydantic.PlainSerializer", "pydantic.WrapSerializer"), Marker(says=((CUSTOM_SERIALIZED, True),))),
    **dict.fromkeys(("pydantic.EncodedBytes", "pydantic.EncodedStr", "pydantic.GetPydanticSchema"), _OPAQUE),
}
"""Metadata classes by their canonical names → what their objects say."""

PREDICATES = frozenset(
    f"annotated_types.{name}"
    for name in (
        *("IsAscii", "IsDigit", "IsDigits", "IsFinite", "IsInfinite", "IsNan", "IsNotFinite", "IsNotInfinite"),
        *("IsNotNan", "LowerCase", "UpperCase"),
    )
)
"""`LowerCase[T]` is `T` with a predicate on its values."""

CONSTRAINED: Mapping[str, tuple[str, Marker]] = {
    "pydantic.conbytes": ("bytes", Marker(_LENGTHS, make=_length)),
    "pydantic.condate": ("datetime.date", Marker(_BOUNDS)),
    "pydantic.condecimal": (
        "decimal.Decimal",
        Marker(("strict", *_BOUNDS, "multiple_of", "max_digits", "decimal_places", "allow_inf_nan")),
    ),
    "pydantic.confloat": ("float", Marker(("strict", *_BOUNDS, "multiple_of", "allow_inf_nan"))),
    "pydantic.confrozenset": ("frozenset", Marker(_LENGTHS, make=_length)),
    "pydantic.conint": ("int", Marker(("strict", *_BOUNDS, "multiple_of"))),
    "pydantic.conlist": ("list", Marker(_LENGTHS, make=_length)),
    "pydantic.conset": ("set", Marker(_LENGTHS, make=_length)),
    "pydantic.constr": ("str", Marker(_TEXT)),
}
"""Functions that make a type in an annotation → the type that they narrow, and what their keywords say."""

FIELD_REMOVED = {"const": "`Literal`", "regex": "`pattern`", "unique_items": "`set`"}
"""Arguments of pydantic 1 that pydantic 2 refuses, and what it has in their place."""

VALUES: Mapping[str, tuple[str, Callable[[Json], bool]]] = {
    **dict.fromkeys(("alias", "description", "discriminator", "path_type", "tag", "title"), ("a string", is_text)),
    "pattern": ("a regular expression", lambda value: is_text(value) and is_balanced(value)),
    **dict.fromkeys(("alias_priority", "uuid_version"), ("a number", is_number)),
    **dict.fromkeys(("min_length", "max_length"), ("a length", is_size)),
    **dict.fromkeys(("str_min_length", "str_max_length"), ("a length", is_size)),
    **dict.fromkeys(("json_schema_extra", "json_schema"), ("valid JSON Schema", is_valid)),
    "add_examples": ("a list or a dictionary", lambda value: isinstance(value, list | dict)),
    "examples": ("a list", is_list),
    "extra": ("'allow', 'forbid' or 'ignore'", lambda value: value in ("allow", "forbid", "ignore")),
    "ser_json_bytes": ("a string", is_text),
    "serialization_alias": ("a string", is_text),
    "validation_alias": ("a string, a path or choices", lambda value: isinstance(value, str | list)),
    **{name: (f"left out, since pydantic 2 has {new} instead", lambda _: False) for name, new in FIELD_REMOVED.items()},
}
"""What the arguments of metadata and settings must be, in words and as a test; all may be None."""

FIELD_ITEMS = (
    *("strict", "gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "allow_inf_nan", "fail_fast"),
    *("pattern", "coerce_numbers_to_str", "max_digits", "decimal_places", "union_mode", "alias_priority", "default"),
    *("deprecated", "description", "discriminator", "examples", "json_schema_extra", "title", "validation_alias"),
    "serialization_alias",
)
"""The arguments of `pydantic.Field` that its JSON Schema shows, in the order in which pydantic applies them."""

FIELD_SILENT = frozenset(
    {
        *("allow_mutation", "field_title_generator", "frozen", "include", "init", "init_var", "kw_only", "repr"),
        "validate_default",
    }
)
"""The others. What is neither of these nor `default_factory` is a keyword for the JSON Schema itself (deprecated)."""

FIELD_SERIALIZATION = frozenset({"exclude", "exclude_if"})
"""Arguments that leave a field out where it is serialized."""

FIELD_RENAMED = {"min_items": "min_length", "max_items": "max_length"}
"""Arguments of pydantic 1 that pydantic 2 still takes."""
