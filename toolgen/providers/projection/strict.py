"""The strict form of a schema: what a provider holds a model to, and why some schemas have none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from toolgen.iteration import reached
from toolgen.model.applicators import references, subschemas, without
from toolgen.model.canonical import compact
from toolgen.model.json_pointer import definition_name, pointer
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import KEYWORDS, type_names
from toolgen.providers.options import Unsupported
from toolgen.providers.projection.engine import Loss, Projection, project
from toolgen.providers.projection.facts import Strict, Support
from toolgen.providers.projection.rewriting import of_types
from toolgen.providers.projection.schema import rewrite_at
from toolgen.providers.projection.words import described

LEFT_OUT = "Null leaves it out."
"""What is said of a parameter that may be left out where a strict form requires it."""

_SIZES: Mapping[str, str] = {
    "properties": "it has {count} properties, and at most {most} are taken",
    "depth": "its objects are nested {count} deep, and at most {most} are taken",
    "enum_values": "its enumerations have {count} values, and at most {most} are taken",
    "text": "its names and values have {count} characters, and at most {most} are taken",
}
"""What is said of a schema that is larger than a fact of this name allows."""
_OUTSIDE = frozenset({"description", "title", "default", "deprecated"})
_SAYS_NOTHING = frozenset({"description", "title", "default", "examples", "deprecated", "$comment"})


@dataclass(frozen=True, slots=True)
class Size:
    """How many properties, values and characters a schema has, and the `depth` of its objects."""

    properties: int
    depth: int
    enum_values: int
    text: int


def strict_form(schema: Schema, strict: Strict, tool: str = "", unsupported: Unsupported = "describe") -> Projection:
    """The strict form of `schema`, of which there are no `obstacles`: closed objects, and every property required."""
    told = project(schema, strict.support, tool, unsupported)
    definitions = told.schema.get("$defs", {})
    requires_all = bool(strict.requires_all and strict.requires_all.value)
    losses: list[Loss] = []

    def closed(inner: Schema, path: tuple[str, ...]) -> Schema:
        if not _is_object(inner):
            return inner
        properties, required = inner.get("properties", {}), inner.get("required", [])
        made = {**inner, "additionalProperties": False}
        optional = [name for name in properties if name not in required] if requires_all else []
        if requires_all and ("required" not in inner or {*required} != {*properties}):
            made["required"] = [*properties]  # also where there are none, as the package of OpenAI does
            words = f"null for {', '.join(map(repr, optional))}" if optional else "the properties that there are"
            losses.append(Loss(tool, pointer(*path), "required", "rewritten", words))
        if optional:
            changed = {name: _or_null(properties[name], definitions) for name in optional}
            made["properties"] = {**properties, **changed}
        if "additionalProperties" not in inner:
            losses.append(Loss(tool, pointer(*path), "additionalProperties", "rewritten", "false"))
        return made if made != inner else inner

    def typed(inner: Schema, path: tuple[str, ...]) -> Schema:
        made = of_types(inner)
        if made is not inner:
            losses.append(
                Loss(tool, pointer(*path), "type", "rewritten", f"that of its values, {compact(made['type'])}")
            )
        return made

    is_typed = bool(strict.typed and strict.typed.value)
    formed: Schema = rewrite_at(rewrite_at(told.schema, typed) if is_typed else told.schema, closed)
    return Projection(formed, (*told.losses, *dict.fromkeys(losses)), told.said)


def _is_object(schema: Schema) -> bool:
    """Whether a schema says what objects have."""
    return "object" in (type_names(schema) if "type" in schema else ["object"] * ("properties" in schema))


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
    """Whether null may be valid, at a glance; `known` are the answers for definitions, each asked once."""
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
    accepts = partial(accepts_null, definitions=definitions, known=known)
    return (
        schema.get("const") is None
        and None in schema.get("enum", [None])
        and ("type" not in schema or "null" in type_names(schema))
        and all(any(map(accepts, schema.get(keyword, [True]))) for keyword in ("anyOf", "oneOf"))
        and all(map(accepts, schema.get("allOf", ())))
    )


def obstacles(schema: Schema, strict: Strict) -> list[str]:
    """Why `schema` has no strict form: what a closed form without free places cannot say."""
    support = strict.support
    is_typed = bool(strict.typed and strict.typed.value)
    found = [*_open_places(schema, (), is_typed)]
    if support.recursion and not support.recursion.value:
        found += [f"`{name}` is recursive" for name in recursive(schema.get("$defs", {}))]
    found += exceeded(schema, support)
    return found


def exceeded(schema: Schema, support: Support) -> list[str]:
    """The limits on the size of a schema that `schema` does not keep."""
    limits = {name: limit.value for name in _SIZES if (limit := getattr(support, name))}
    counts = size(schema) if limits else None
    return [
        _SIZES[name].format(count=count, most=most)
        for name, most in limits.items()
        if (count := getattr(counts, name)) > most
    ]


def _open_places(schema: Json, path: tuple[str, ...], is_typed: bool) -> Iterator[str]:
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
    elif is_typed and not _has_type(schema):
        yield f"no type is said at {place}"
    for keyword, value in schema.items():
        if keyword not in ("additionalProperties", "not", "if", "then", "else"):
            for keys, inner in subschemas(keyword, value):
                yield from _open_places(inner, (*path, *keys), is_typed)


def _has_type(schema: Schema) -> bool:
    """Whether a schema has a type in its strict form, or leads to schemas that do."""
    is_of_one = len(schema.get("allOf", ())) == 1  # which stands in its place there
    return "type" in of_types(schema) or is_of_one or not schema.keys().isdisjoint(("anyOf", "oneOf", "$ref"))


def _is_open(schema: Schema) -> bool:
    """Whether an object may have names that the schema does not say."""
    if not _is_object(schema):
        return False
    others = schema.get("additionalProperties", "properties" not in schema)
    return "patternProperties" in schema or others is not False


def recursive(definitions: Mapping[str, Json]) -> list[str]:
    """The definitions that lead back to themselves."""
    leads = {name: {definition_name(one) for one in references(schema)} for name, schema in definitions.items()}
    return [name for name in leads if name in reached(leads[name], lambda one: leads.get(one, ()))]


def size(schema: Schema) -> Size:
    """How large `schema` is, where references count once."""
    properties = deepest = values = text = 0
    pending: list[tuple[Json, int]] = [(schema, 0)]
    while pending:
        one, depth = pending.pop()
        if not isinstance(one, dict):
            continue
        if "properties" in one:
            properties, depth = properties + len(one["properties"]), depth + 1
        deepest = max(deepest, depth)
        given = [*one.get("enum", ()), *([one["const"]] if "const" in one else [])]
        values += len(one.get("enum", ()))
        named = (*one.get("properties", ()), *one.get("$defs", ()), *given)
        text += sum(len(name) for name in named if isinstance(name, str))
        for keyword, value in one.items():
            inside = 0 if keyword == "$defs" else depth
            pending += [(inner, inside) for _, inner in subschemas(keyword, value)]
    return Size(properties, deepest, values, text)


def is_union(schema: Json) -> bool:
    """Whether a schema has alternatives, by a keyword or by a list of types."""
    return isinstance(schema, dict) and ("anyOf" in schema or "oneOf" in schema or isinstance(schema.get("type"), list))
