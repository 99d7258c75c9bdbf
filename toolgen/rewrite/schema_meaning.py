"""What JSON Schemas that say the same in other words have in common: one that is written and one of annotations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolgen.call_syntax.values import types_of
from toolgen.model.applicators import changed, references, without
from toolgen.model.canonical import compact
from toolgen.model.json_pointer import definition_name
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import NULL, OF_TYPES, TYPES, has_type, type_names
from toolgen.rewrite.change import UnchangeableError

_EMPTY: Mapping[str, tuple[Json, ...]] = {
    "$defs": ({},),
    "additionalProperties": ({}, True),
    "items": ({}, True),
    "properties": ({},),
    "required": ([],),
    "uniqueItems": (False,),
}
"""Values of keywords that say nothing."""


_OF_TYPES = {**OF_TYPES, "format": frozenset({"string"})}


def meaning(schema: Schema) -> Schema:
    """`schema` in one form, but the order of its properties; as it is where it refers to itself."""
    try:
        found = _meant(inlined(schema, {}))
    except UnchangeableError:
        return schema
    return found if isinstance(found, dict) else schema


def opened(schema: Schema) -> Schema:
    """`schema` of arguments without whether those are refused that it does not know."""
    return {key: value for key, value in schema.items() if (key, value) != ("additionalProperties", False)}


def of_type(type_: str, keywords: Schema) -> Schema:
    """The schema of the values of one type, of those that something with `keywords` may have."""
    said = {key: value for key, value in keywords.items() if type_ in _OF_TYPES.get(key, TYPES)}
    return {"type": type_} | said


def nullable(schema: Schema) -> Schema:
    """`schema` of a value that may be null as well."""
    match schema:
        case _ if "null" in types_of(schema, {}):
            return schema
        case {"enum": [*values], **others}:
            return {**without(others, "type"), "enum": [*values, None]}
        case {"type": str(type_)}:
            return {**schema, "type": [type_, "null"]}
    about = {key: value for key, value in schema.items() if key == "description"}
    return {"anyOf": [{key: value for key, value in schema.items() if key not in about}, NULL], **about}


def without_null(schema: Schema) -> Schema:
    """`schema` of a value that cannot be null, where it is one of a union with that."""
    match schema:
        case {"anyOf": [*members], **others} if NULL in members:
            rest = [one for one in members if one != NULL]
            return {**(rest[0] if len(rest) == 1 else {"anyOf": rest}), **others}
        case _:
            return schema


def inlined(schema: Json, definitions: Mapping[str, Json]) -> Json:
    """`schema` with definitions in place of references. Raises UnchangeableError for recursive or missing ones."""
    own = schema.get("$defs", {}) if isinstance(schema, dict) else {}
    known = {**definitions, **(own if isinstance(own, dict) else {})}
    return _inlined(schema, known, ()) if known or any(references(schema)) else schema


def _inlined(schema: Json, known: Mapping[str, Json], inside: tuple[str, ...]) -> Json:
    if not isinstance(schema, dict):
        return schema
    reference = schema.get("$ref")
    if isinstance(reference, str):
        name = definition_name(reference)
        if name in inside or name not in known:
            raise UnchangeableError(f"its schema refers to `{reference}`, which stands in no one place")
        beside = without(schema, "$ref")
        target = _inlined(known[name], known, (*inside, name))
        return {**target, **_inlined(beside, known, inside)} if isinstance(target, dict) else target
    held = without(schema, "$defs")
    return {key: changed(key, value, lambda one, *_: _inlined(one, known, inside)) for key, value in held.items()}


def _meant(schema: Json) -> Json:
    if not isinstance(schema, dict):
        return schema
    said = {key: _part(key, value) for key, value in schema.items() if key != "title" or not isinstance(value, str)}
    said = {key: value for key, value in said.items() if value not in _EMPTY.get(key, ())}
    if "const" in said:
        said.setdefault("enum", [said.pop("const")])
    return dict(sorted(_united(said).items()))


def _part(keyword: str, value: Json) -> Json:
    if keyword == "required" and isinstance(value, list):
        return sorted(map(str, value))
    return changed(keyword, value, lambda one, *_: _meant(one))


def _united(schema: Schema) -> Schema:
    """Several types as the members of a union, and enumerations without the type of their values."""
    match schema:
        case {"enum": [*values], **others}:
            types = type_names(others)
            if not types or all(has_type(one, types) for one in values):
                others.pop("type", None)
            rest = [one for one in values if one is not None]
            if len(rest) < len(values) and rest and not others.keys() - {"default", "description"}:
                return {**others, "anyOf": _ordered([{"enum": rest}, NULL])}
            return schema if others.get("type") else {"enum": values, **others}
        case {"type": [*types], **others}:
            outer: Schema = {key: others.pop(key) for key in ("default", "description") if key in others}
            return {**outer, "anyOf": _ordered([of_type(one, others) for one in types])}
        case {"anyOf": [*members], **others}:
            return {**others, "anyOf": _ordered(members)}
    return schema


def _ordered(members: Iterable[Json]) -> list[Json]:
    """The members of a union, each of them once."""
    found = {compact(_meant(one)): _meant(one) for one in members}
    return [found[key] for key in sorted(found)]
