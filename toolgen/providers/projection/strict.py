"""The strict form of a schema: what a provider holds a model to, and why some schemas have none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolgen.model.applicators import references, subschemas
from toolgen.model.json_pointer import definition_name, pointer
from toolgen.model.keywords import KEYWORDS
from toolgen.model.types import Json, Schema
from toolgen.providers.options import Unsupported
from toolgen.providers.projection.engine import Loss, Projection, project
from toolgen.providers.projection.facts import Strict, Support
from toolgen.providers.projection.rewriting import without
from toolgen.providers.projection.schema import rewrite_at
from toolgen.providers.projection.words import described

LEFT_OUT = "Null leaves it out."
"""What is said of a parameter that may be left out where a strict form requires it."""

_OUTSIDE = frozenset({"description", "title", "default", "deprecated"})
_SAYS_NOTHING = frozenset({"description", "title", "default", "examples", "deprecated", "$comment"})


def strict_form(schema: Schema, strict: Strict, tool: str = "", unsupported: Unsupported = "describe") -> Projection:
    """The strict form of `schema`, of which there are no `obstacles`: closed objects, and every property required."""
    told = project(schema, strict.support, tool, unsupported)
    definitions = told.schema.get("$defs", {})
    requires_all = bool(strict.requires_all and strict.requires_all.value)
    losses: list[Loss] = []

    def closed(inner: Schema, path: tuple[str, ...]) -> Schema:
        if inner.get("type") != "object":
            return inner
        properties, required = inner.get("properties", {}), inner.get("required", [])
        made = {**inner, "additionalProperties": False}
        optional = [name for name in properties if name not in required] if requires_all else []
        if optional:
            losses.append(
                Loss(tool, pointer(*path), "required", "rewritten", f"null for {', '.join(map(repr, optional))}")
            )
            changed = {name: _or_null(properties[name], definitions) for name in optional}
            made |= {"properties": {**properties, **changed}, "required": [*properties]}
        if "additionalProperties" not in inner:
            losses.append(Loss(tool, pointer(*path), "additionalProperties", "rewritten", "false"))
        return made if made != inner else inner

    formed: Schema = rewrite_at(told.schema, closed)
    return Projection(formed, (*told.losses, *dict.fromkeys(losses)))


def _or_null(schema: Json, definitions: Mapping[str, Json]) -> Json:
    """What accepts null, too, and says what that means."""
    if accepts_null(schema, definitions) or "const" in schema:  # which there is no other value for
        return schema
    outside = {key: schema[key] for key in schema if key in _OUTSIDE}
    outside["description"] = described(outside.get("description"), [LEFT_OUT])
    inside = without(schema, *outside)
    members = inside["anyOf"] if inside.keys() == {"anyOf"} else [inside]
    return {"anyOf": [*members, {"type": "null"}], **outside}


def accepts_null(schema: Json, definitions: Mapping[str, Json], known: dict[str, bool] | None = None) -> bool:
    """Whether null is valid, as far as the schema says at a glance: an unknown keyword forbids nothing.

    `known` are the answers for definitions: each is asked once, and accepts nothing that only itself would say.
    """
    known = {} if known is None else known
    if not isinstance(schema, dict):
        return schema is True
    if "$ref" in schema:
        name = definition_name(schema["$ref"])
        if name not in known:
            known[name] = False
            known[name] = accepts_null(definitions.get(name), definitions, known)
        if not known[name]:
            return False
    if "const" in schema and schema["const"] is not None:
        return False
    if "enum" in schema and None not in schema["enum"]:
        return False
    if "type" in schema and "null" not in ([schema["type"]] if isinstance(schema["type"], str) else schema["type"]):
        return False
    for keyword in ("anyOf", "oneOf"):
        if not any(accepts_null(one, definitions, known) for one in schema.get(keyword, [True])):
            return False
    return "allOf" not in schema or all(accepts_null(one, definitions, known) for one in schema["allOf"])


def obstacles(schema: Schema, strict: Strict) -> list[str]:
    """Why `schema` has no strict form: what a closed form without free places cannot say."""
    support = strict.support
    found = [*_open_places(schema, ())]
    if support.recursion and not support.recursion.value:
        found += [f"`{name}` is recursive" for name in recursive(schema.get("$defs", {}))]
    found += exceeded(schema, support)
    return found


def exceeded(schema: Schema, support: Support) -> list[str]:
    """The limits on the size of a schema that `schema` does not keep."""
    count, depth = size(schema)
    found = []
    if support.properties and count > support.properties.value:
        found.append(f"it has {count} properties, and at most {support.properties.value} are taken")
    if support.depth and depth > support.depth.value:
        found.append(f"its objects are nested {depth} deep, and at most {support.depth.value} are taken")
    return found


def _open_places(schema: Json, path: tuple[str, ...]) -> Iterator[str]:
    place = pointer(*path) or "the root"
    if not isinstance(schema, dict):
        if path[-1:] not in (("additionalProperties",), ("unevaluatedProperties",)):
            yield f"anything goes at {place}"
        return
    constraints = schema.keys() - _SAYS_NOTHING
    if not constraints & KEYWORDS.keys() and not constraints & {"const", "$ref"}:
        yield f"anything goes at {place}"
    elif _is_open(schema):
        yield f"names are free at {place}"
    elif schema.get("type") == "array" and not {"items", "prefixItems"} & schema.keys():
        yield f"items may be anything at {place}"
    for keyword, value in schema.items():
        if keyword not in ("additionalProperties", "not", "if", "then", "else"):
            for keys, inner in subschemas(keyword, value):
                yield from _open_places(inner, (*path, *keys))


def _is_open(schema: Schema) -> bool:
    """Whether an object may have names that the schema does not say."""
    if schema.get("type") != "object" and "properties" not in schema:
        return False
    others = schema.get("additionalProperties", "properties" not in schema)
    return "patternProperties" in schema or others is not False


def recursive(definitions: Mapping[str, Json]) -> list[str]:
    """The definitions that lead back to themselves."""
    leads = {name: {definition_name(one) for one in references(schema)} for name, schema in definitions.items()}
    return [name for name in leads if name in _reached(name, leads)]


def _reached(name: str, leads: Mapping[str, set[str]]) -> set[str]:
    pending, seen = [*leads[name]], set[str]()
    while pending:
        one = pending.pop()
        if one not in seen and one in leads:
            seen.add(one)
            pending += leads[one]
    return seen


def size(schema: Schema) -> tuple[int, int]:
    """How many properties a schema has, and how deep its objects are nested, where references count once."""
    count = deepest = 0
    pending: list[tuple[Json, int]] = [(schema, 0)]
    while pending:
        one, depth = pending.pop()
        if not isinstance(one, dict):
            continue
        if "properties" in one:
            count, depth = count + len(one["properties"]), depth + 1
        deepest = max(deepest, depth)
        for keyword, value in one.items():
            inside = 0 if keyword == "$defs" else depth
            pending += [(inner, inside) for _, inner in subschemas(keyword, value)]
    return count, deepest


def is_union(schema: Json) -> bool:
    """Whether a schema has alternatives, by a keyword or by a list of types."""
    return isinstance(schema, dict) and ("anyOf" in schema or "oneOf" in schema or isinstance(schema.get("type"), list))
