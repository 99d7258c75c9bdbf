"""The keywords of JSON Schema 2020-12, and what their values may be.

Source: the meta-schemas of core, applicators, validation, content and meta-data. Unknown keywords may be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from toolgen.model.applicators import APPLICATORS, BY_NAME, IN_LIST, ONE, subschemas
from toolgen.model.json_values import Json, Schema

TYPES = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})

NULL: Schema = {"type": "null"}
ANNOTATIONS = frozenset({"title", "description", "default", "examples", "deprecated"})
"""Those that no value is refused for."""

_OF_VALUES = {type(None): "null", bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}

MOST_NESTED = 64
"""How deep a schema may be nested: what is deeper than this, people write with the help of a class."""


def type_of(value: Json) -> str:
    """The JSON type of `value`: of a whole number that is written without a point, `integer`."""
    return _OF_VALUES.get(type(value), "object")


def has_type(value: Json, types: Collection[str]) -> bool:
    """Whether `value` has one of `types`; an integer is a number."""
    found = type_of(value)
    return found in types or (found == "integer" and "number" in types)


def type_names(schema: Schema) -> list[str]:
    """The value of `type` as a list; an empty one where nothing is said of it."""
    names: list[str] | str = schema.get("type", [])
    return [names] if isinstance(names, str) else names


def list_of(accepts: Callable[[Json], bool], *, least: int = 0) -> Callable[[Json], bool]:
    """Whether a value is a list of at least so many, each of which is accepted."""
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(accepts, value))


def table_of(accepts: Callable[[Json], bool]) -> Callable[[Json], bool]:
    """Whether a value is an object, each of whose values is accepted."""
    return lambda value: isinstance(value, dict) and all(map(accepts, value.values()))


def one_of(*texts: str) -> Callable[[Json], bool]:
    """Whether a value is one of `texts`."""
    return lambda value: isinstance(value, str) and value in texts


def is_text(value: Json) -> bool:
    return isinstance(value, str)


def is_bool(value: Json) -> bool:
    return isinstance(value, bool)


def is_list(value: Json) -> bool:
    return isinstance(value, list)


def is_dict(value: Json) -> bool:
    return isinstance(value, dict)


def is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_positive(value: Json) -> bool:
    return is_number(value) and value > 0


def is_size(value: Json) -> bool:
    return is_number(value) and value >= 0 and value == int(value)


def is_schema(value: Json) -> bool:
    return isinstance(value, dict | bool)


is_texts = list_of(is_text)
is_schema_map = table_of(is_schema)


def is_type(value: Json) -> bool:
    if isinstance(value, list):
        return bool(value) and is_texts(value) and TYPES.issuperset(value)
    return isinstance(value, str) and value in TYPES


KEYWORDS: Mapping[str, Callable[[Json], bool]] = {
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), is_number),
    **dict.fromkeys((f"{end}{what}" for end in ("min", "max") for what in ("Length", "Items", "Properties")), is_size),
    **dict.fromkeys(("minContains", "maxContains"), is_size),
    **dict.fromkeys(("$id", "$schema", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$comment"), is_text),
    **dict.fromkeys(("title", "description", "format", "pattern", "contentEncoding", "contentMediaType"), is_text),
    **dict.fromkeys(("deprecated", "readOnly", "writeOnly", "uniqueItems"), is_bool),
    **dict.fromkeys(("enum", "examples"), is_list),
    **dict.fromkeys({*ONE, "contentSchema"}, is_schema),
    **dict.fromkeys(IN_LIST, list_of(is_schema, least=1)),
    **dict.fromkeys(BY_NAME, is_schema_map),
    "multipleOf": is_positive,
    "required": is_texts,
    "dependentRequired": table_of(is_texts),
    "type": is_type,
}


OF_TYPES: Mapping[str, frozenset[str]] = {
    keyword: frozenset(types)
    for types, keywords in (
        (("integer", "number"), "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
        (("string",), "minLength maxLength pattern contentEncoding contentMediaType contentSchema"),
        (("array",), "items prefixItems contains minContains maxContains minItems maxItems uniqueItems"),
        (("array",), "unevaluatedItems"),
        (("object",), "properties required additionalProperties patternProperties propertyNames minProperties"),
        (("object",), "maxProperties dependentRequired dependentSchemas unevaluatedProperties"),
    )
    for keyword in keywords.split()
}
"""The types of the values that a keyword says something of; one that is not here is of all."""


def is_valid(value: Json) -> bool:
    """Whether `value` is JSON Schema, as an object."""
    return isinstance(value, dict) and keyword_fault(value) is None


def keyword_fault(schema: Json, valid: Collection[int] = ()) -> str | None:
    """Why `schema` is no JSON Schema: its first wrong keyword, or its depth; parts with `valid` ids are known to be."""
    pending: list[tuple[tuple[str, ...], Json]] = [((), schema)]
    for place, part in pending:  # which grows
        if len(place) == 1 and id(part) in valid:
            continue
        if len(place) > MOST_NESTED:
            return f"it is nested more than {MOST_NESTED} schemas deep"
        for keyword, value in part.items() if isinstance(part, dict) else ():
            if keyword not in KEYWORDS:
                continue
            if not KEYWORDS[keyword](value):
                return f"`{'/'.join([*place, keyword])}` cannot be {_shown(value)}"
            if keyword in APPLICATORS:
                pending += [((*place, "/".join(keys)), one) for keys, one in subschemas(keyword, value)]
    return None


def _shown(value: Json) -> str:
    return f"`{str(value)[:40]}`" if isinstance(value, str | int | float) else f"a {type(value).__name__}"
