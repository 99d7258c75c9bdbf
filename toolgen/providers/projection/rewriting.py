"""A keyword that a target does not take in terms of others that it does; the meaning stays, or gets wider."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from toolgen.model.applicators import APPLICATORS, without
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import ANNOTATIONS, NULL, OF_TYPES, TYPES, type_of
from toolgen.providers.projection.words import described

Rewritten: TypeAlias = "tuple[Schema, str] | None"
"""Another schema, and what of the keyword is left to be said in words; None where there is no other form."""

_BOUNDS: Mapping[str, tuple[str, Callable[..., float], Callable[[float], int]]] = {
    "exclusiveMinimum": ("minimum", max, lambda limit: math.floor(limit) + 1),
    "exclusiveMaximum": ("maximum", min, lambda limit: math.ceil(limit) - 1),
}
_WITH_VALUES = TYPES - {"null"}
"""The types of more than one value."""
_OF_ALL_TYPES = APPLICATORS - OF_TYPES.keys()
"""The keywords whose schemas are of values of any type."""


def merged(inner: Schema, outer: Schema) -> Schema | None:
    """What both say in one schema, their descriptions one behind the other; None where they constrain the same."""
    same = inner.keys() & outer.keys()
    if any(key not in ANNOTATIONS and inner[key] != outer[key] for key in same):
        return None
    both = {**inner, **outer}
    if "description" in same and inner["description"] != outer["description"]:
        both["description"] = described(outer["description"], [inner["description"]])
    return both


def _any_of(schema: Schema, keyword: str) -> Rewritten:
    if "anyOf" in schema:
        return None
    return {("anyOf" if key == keyword else key): value for key, value in schema.items()}, ""


def _only_one(schema: Schema, keyword: str) -> Rewritten:
    parts, rest = schema[keyword], without(schema, keyword)
    found = merged(parts[0], rest) if len(parts) == 1 and isinstance(parts[0], dict) else None
    return None if found is None else (found, "")


def enum_of_one(schema: Schema) -> Schema:
    """`schema`, whose one value is told as the only one of several."""
    const, rest = schema["const"], without(schema, "const")
    return {**_type([const]), **rest, "enum": [const]}


def _null_apart(schema: Schema, keyword: str) -> Rewritten:
    """Null as a flag, where all other values are texts."""
    values = [value for value in schema[keyword] if value is not None]
    if len(values) == len(schema[keyword]) or not values or not all(isinstance(value, str) for value in values):
        return None
    return {"type": "string", **without(schema, keyword, "type"), "enum": values, "nullable": True}, ""


def _inclusive(schema: Schema, keyword: str) -> Rewritten:
    """An inclusive bound: the next integer, or for numbers the same bound and a word on it."""
    bound, tighter, next_integer = _BOUNDS[keyword]
    limit, rest = schema[keyword], without(schema, keyword)
    is_integer = schema.get("type") == "integer"
    limit = next_integer(limit) if is_integer else limit
    return {**rest, bound: tighter(limit, rest.get(bound, limit))}, "" if is_integer else keyword


def _of_any(schema: Schema, keyword: str) -> Rewritten:
    """Items each of which is one of those that a fixed order would have, where there are no others."""
    count, items = len(schema[keyword]), schema.get("items", True)
    most = min(count if items is False else math.inf, schema.get("maxItems", math.inf))
    if items not in (False, True) or "contains" in schema:
        return None
    members: list[Json] = []
    for one in schema[keyword]:
        members += [] if one in members else [one]
    told = members[0] if len(members) == 1 else {"anyOf": members}
    rest = without(schema, keyword, "items")
    return ({**rest, "items": told, "maxItems": most} if most <= count else rest), keyword


REWRITTEN: Mapping[str, Callable[[Schema, str], Rewritten]] = {
    "allOf": _only_one,
    "oneOf": _any_of,
    "const": lambda schema, _: (enum_of_one(schema), ""),
    "enum": _null_apart,
    "exclusiveMinimum": _inclusive,
    "exclusiveMaximum": _inclusive,
    "prefixItems": _of_any,
}
"""What is tried, in this order, before a keyword is described."""


def of_one_type(schema: Schema) -> Schema | None:
    """`schema` with an alternative for each type of its list; None where inner schemas would double each time."""
    types, rest = schema["type"], without(schema, "type", *ANNOTATIONS)
    if len(types) == 1:
        return {**schema, "type": types[0]}
    if len({*types} - {"null"}) > 1 and rest.keys() & _OF_ALL_TYPES:
        return None
    members: list[Json] = [
        {"type": name, **{key: value for key, value in rest.items() if name in OF_TYPES.get(key, _WITH_VALUES)}}
        for name in types
    ]
    return {key: value for key, value in schema.items() if key in ANNOTATIONS} | {"anyOf": members}


def nullable(schema: Schema) -> Schema:
    """`schema`, one of whose alternatives is null, in the words of OpenAPI 3.0."""
    members = [one for one in schema["anyOf"] if one != NULL]
    rest = without(schema, "anyOf")
    if not members:
        return {**NULL, **rest}
    told = merged(members[0], rest) if len(members) == 1 and isinstance(members[0], dict) else None
    return {**(told or {"anyOf": members, **rest}), "nullable": True}


def has_null(schema: Schema) -> bool:
    """Whether null is one of the alternatives of `schema`."""
    return NULL in schema.get("anyOf", ())


def listed_types(schema: Schema) -> Schema:
    """`schema`, whose alternatives are one schema with a type and null, with a list of types."""
    members = [one for one in schema.get("anyOf", ()) if one != NULL]
    if not all(isinstance(one, dict) for one in members):
        return schema
    if len(members) > 1 and all(one.keys() == {"type"} and isinstance(one["type"], str) for one in schema["anyOf"]):
        return {**without(schema, "anyOf"), "type": [*dict.fromkeys(one["type"] for one in schema["anyOf"])]}
    if len(members) != 1 or not has_null(schema) or not isinstance(members[0].get("type"), str):
        return schema
    found = merged(members[0], without(schema, "anyOf"))
    return schema if found is None else {**found, "type": [found["type"], "null"]}


def of_types(schema: Schema) -> Schema:
    """`schema` with the types of the values that it enumerates."""
    type_ = {} if "type" in schema else _type(_values(schema))
    return {**type_, **schema} if type_ else schema


def typed(schema: Schema, refused: Collection[str]) -> Schema:
    """`schema` without its `refused` keywords, and with the type that those say it has."""
    kept = without(schema, *refused)
    type_ = _type(_values({key: schema[key] for key in schema if key in refused}))
    return kept if "type" in kept or isinstance(type_.get("type"), list) else type_ | kept


def _values(schema: Schema) -> list[Json]:
    return [schema["const"]] if "const" in schema else schema.get("enum", [])


def _type(values: list[Json]) -> Schema:
    """What says of which types `values` are, where none of them has parts."""
    types = [*dict.fromkeys(map(type_of, values))]
    return {} if not types or {"array", "object"} & {*types} else {"type": types[0] if len(types) == 1 else types}
