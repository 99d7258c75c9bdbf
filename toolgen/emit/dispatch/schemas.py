"""What of a JSON Schema the generated validators enforce, and what can be said of it before there is a value.

Source: JSON Schema 2020-12, core and validation. `format` and unknown keywords are annotations there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from toolgen.model.types import Json, Schema

ALL = frozenset({"null", "boolean", "number", "string", "array", "object"})
_NAMES = ALL | {"integer"}
_TYPE_OF = {type(None): "null", bool: "boolean", int: "number", float: "number", str: "string", list: "array"}
_DEFINITIONS = "#/$defs/"


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_size(value: Json) -> bool:
    return _is_number(value) and value >= 0 and value == int(value)


def _is_schema(value: Json) -> bool:
    return isinstance(value, dict | bool)


def _is_schemas(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_schema, value))


def _is_schema_map(value: Json) -> bool:
    return isinstance(value, dict) and all(map(_is_schema, value.values()))


def _is_type(value: Json) -> bool:
    names = value if isinstance(value, list) else [value]
    return bool(names) and all(isinstance(name, str) and name in _NAMES for name in names)


def _is_pattern(value: Json) -> bool:
    try:
        re.compile(value)
    except (TypeError, re.error, RecursionError, OverflowError):
        return False
    return isinstance(value, str)


_ENFORCED: Mapping[str, Callable[[Any], bool]] = {
    "$ref": lambda value: isinstance(value, str) and value.startswith(_DEFINITIONS),
    "type": _is_type,
    "enum": lambda value: isinstance(value, list),
    "const": lambda _: True,
    "minimum": _is_number,
    "maximum": _is_number,
    "exclusiveMinimum": _is_number,
    "exclusiveMaximum": _is_number,
    "multipleOf": lambda value: _is_number(value) and value > 0,
    "minLength": _is_size,
    "maxLength": _is_size,
    "pattern": _is_pattern,
    "prefixItems": _is_schemas,
    "items": _is_schema,
    "minItems": _is_size,
    "maxItems": _is_size,
    "uniqueItems": lambda value: isinstance(value, bool),
    "properties": _is_schema_map,
    "required": lambda value: isinstance(value, list) and all(isinstance(name, str) for name in value),
    "additionalProperties": _is_schema,
    "propertyNames": _is_schema,
    "minProperties": _is_size,
    "maxProperties": _is_size,
    "allOf": _is_schemas,
    "anyOf": _is_schemas,
    "oneOf": _is_schemas,
    "not": _is_schema,
}
"""The keywords that are enforced, and what their values must be for that."""

_IGNORED = frozenset(
    {
        "$dynamicRef",
        "additionalItems",
        "contains",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "else",
        "if",
        "maxContains",
        "minContains",
        "patternProperties",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
"""Keywords that reject values, and that are not enforced."""

_IN_ONE = ("items", "additionalProperties", "propertyNames", "not")
_IN_LIST = ("prefixItems", "allOf", "anyOf", "oneOf")
_IN_MAP = ("properties", "$defs")


def enforced(schema: Schema) -> Schema:
    """The part of `schema` that is enforced, one level deep."""
    kept = {key: value for key, value in schema.items() if key in _ENFORCED and _ENFORCED[key](value)}
    if "patternProperties" in schema:
        # What it matches is not additional.
        kept.pop("additionalProperties", None)
    return kept


def unenforced(schema: Schema) -> list[str]:
    """JSON pointers of the keywords in `schema` that can reject a value and are not enforced, in their order."""
    return list(_unenforced(schema, "", schema.get("$defs", {})))


def _unenforced(schema: Json, at: str, definitions: Schema) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    kept = enforced(schema)
    for keyword, value in schema.items():
        pointer = f"{at}/{_token(keyword)}"
        dangling = keyword == "$ref" and keyword in kept and definition_name(value) not in definitions
        if keyword in _IGNORED or dangling or (keyword in _ENFORCED and keyword not in kept):
            yield pointer
        elif keyword in _IN_ONE:
            yield from _unenforced(value, pointer, definitions)
        elif keyword in _IN_LIST:
            for index, item in enumerate(value):
                yield from _unenforced(item, f"{pointer}/{index}", definitions)
        elif keyword in _IN_MAP and isinstance(value, dict):
            for name, item in value.items():
                yield from _unenforced(item, f"{pointer}/{_token(name)}", definitions)


def _token(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def definition_name(reference: str) -> str:
    """The name in `#/$defs/name`."""
    return unquote(reference.removeprefix(_DEFINITIONS)).replace("~1", "/").replace("~0", "~")


def types_of(schema: Json, definitions: Mapping[str, Json], within: frozenset[str] = frozenset()) -> frozenset[str]:
    """The JSON types that a value may have for `schema` to accept it; integers are numbers. It may be too many.

    `within` are the definitions that are being looked at.
    """
    if not isinstance(schema, dict):
        return ALL if schema else frozenset()
    kept = enforced(schema)
    types = ALL
    if "type" in kept:
        types &= {"number" if name == "integer" else name for name in type_names(kept)}
    for values in (
        kept[keyword] if keyword == "enum" else [kept[keyword]] for keyword in ("enum", "const") if keyword in kept
    ):
        types &= {type_of(value) for value in values}
    if "$ref" in kept and (name := definition_name(kept["$ref"])) in definitions and name not in within:
        types &= types_of(definitions[name], definitions, within | {name})
    for keyword in ("anyOf", "oneOf"):
        if keyword in kept:
            types &= frozenset[str]().union(*(types_of(one, definitions, within) for one in kept[keyword]))
    for one in kept.get("allOf", ()):
        types &= types_of(one, definitions, within)
    return types


def accepts_null(schema: Json, definitions: Mapping[str, Json], within: frozenset[str] = frozenset()) -> bool:
    """Whether null is valid."""
    if not isinstance(schema, dict):
        return bool(schema)
    kept = enforced(schema)

    def accepts(one: Json) -> bool:
        return accepts_null(one, definitions, within)

    name = definition_name(kept.get("$ref", ""))
    target = definitions.get(name, True) if "$ref" in kept else True
    return (
        ("type" not in kept or "null" in type_names(kept))
        and None in kept.get("enum", [None])
        and kept.get("const") is None
        and all(map(accepts, kept.get("allOf", ())))
        and any(map(accepts, kept.get("anyOf", [True])))
        and sum(map(accepts, kept.get("oneOf", [True]))) == 1
        and not ("not" in kept and accepts(kept["not"]))
        and name not in within
        and accepts_null(target, definitions, within | {name})
    )


def references(schema: Json, definitions: Mapping[str, Json]) -> list[str]:
    """The definitions that `schema` reaches, sorted."""
    reached: set[str] = set()
    pending = [schema]
    while pending:
        part = pending.pop()
        if isinstance(part, list):
            pending += part
        elif isinstance(part, dict):
            pending += part.values()
            name = definition_name(part["$ref"]) if isinstance(part.get("$ref"), str) else ""
            if name in definitions and name not in reached:
                reached.add(name)
                pending.append(definitions[name])
    return sorted(reached)


def type_names(schema: Schema) -> list[str]:
    """The value of `type` as a list."""
    names = schema["type"]
    return names if isinstance(names, list) else [names]


def type_of(value: Json) -> str:
    """The JSON type of a value."""
    return _TYPE_OF.get(type(value), "object")
