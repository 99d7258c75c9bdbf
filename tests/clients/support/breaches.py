"""What the table of facts says that a provider refuses in a request.

It reads the facts and walks over what was sent, and shares nothing with the projection, which is written from the same
facts: what both agree on is no agreement of one with itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from toolgen.providers.projection.facts import Fact, Facts, Strict, Support

Schema = dict[str, Any]
At = tuple[str, Schema]
"""A schema, and the pointer to it."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A tool as a request has it."""

    name: str
    description: str
    schema: Schema
    is_strict: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """What a request breaks: what the fact is about, whether it is verified, and where it is broken."""

    about: str
    is_verified: bool
    words: str


def broken(facts: Facts, request: Sequence[Sent]) -> list[Broken]:
    """What `request` has that a provider of which these `facts` are known refuses."""
    found = [*_most(facts, "tools", len(request), "tools")]
    for tool in request:
        found += _of_tool(facts, tool)
    held = [tool.schema for tool in request if tool.is_strict]
    return found + [replace(one, about=f"strict: {one.about}") for one in _of_strict(facts.strict, held)]


def _of_tool(facts: Facts, tool: Sent) -> Iterator[Broken]:
    yield from _pattern(facts, "name", tool.name)
    for name in tool.schema.get("properties", {}):
        yield from _pattern(facts, "property_name", name)
    yield from _most(facts, "description", len(tool.description), "characters")
    yield from _any(facts, "root", [key for key in tool.schema if facts.root and key in facts.root.value])
    if not tool.is_strict:
        yield from _of_schema(facts.support, tool.schema)


def _of_strict(strict: Strict | None, held: Sequence[Schema]) -> Iterator[Broken]:
    """What the schemas of the strict tools of a request break, each by itself and together."""
    if strict is None:
        yield from (Broken("no tool", True, "") for _ in held[:1])
        return
    for schema in held:
        yield from _of_schema(strict.support, schema)
        for at, one in _schemas(schema, ""):
            if strict.typed and one.keys().isdisjoint(("type", "anyOf", "$ref")):
                yield _broken(strict, "typed", at)
            types = one.get("type", "object" if "properties" in one else "")
            if "object" not in types:
                continue
            if strict.closed and one.get("additionalProperties") is not False:
                yield _broken(strict, "closed", at)
            if strict.requires_all and {*one.get("properties", ())} != {*one.get("required", [None])}:
                yield _broken(strict, "requires_all", at)
    reached = _reached(held)
    optional = sum(len(one.get("properties", {}).keys() - one.get("required", ())) for one in reached)
    unions = sum(map(_is_union, (one for of in reached for one in of.get("properties", {}).values())))
    for name, count in (("tools", len(held)), ("optional", optional), ("unions", unions)):
        yield from _most(strict, name, count, f"{name} of strict tools")


def _of_schema(support: Support, schema: Schema) -> Iterator[Broken]:
    every = [*_schemas(schema, "")]
    rules: Mapping[str, str] = support.keywords.value if support.keywords else {}
    refused = (f"{at}/{key}" for at, one in every for key in one if key in rules and _FORMS[rules[key]](one[key], one))
    yield from _any(support, "keywords", refused)
    if support.taken:
        places = (f"{at}/{key}" for at, one in every for key in one.keys() - support.taken.value)
        yield from _any(support, "taken", places)
    if support.formats:
        texts = ((at, one["format"]) for at, one in every if "format" in one and _may_be_text(one))
        yield from _any(support, "formats", (at for at, form in texts if form not in support.formats.value))
    if support.nullable and support.nullable.value:
        yield from _any(support, "nullable", (at for at, one in every if {"type": "null"} in one.get("anyOf", ())))
    if support.whole:
        yield from _any(support, "whole", (f"/{key}" for key in schema.keys() - support.whole.value))
    if support.parameter:
        named = schema.get("properties", {}).items()
        yield from _any(support, "parameter", (name for name, one in named if one.keys() - support.parameter.value))
    if support.recursion and not support.recursion.value:
        yield from _any(support, "recursion", _cycles(schema))
    yield from _most(support, "properties", sum(len(one.get("properties", ())) for _, one in every), "properties")
    yield from _most(support, "depth", _depth(schema), "objects in objects")
    enumerated = [value for _, one in every for value in one.get("enum", ())]
    yield from _most(support, "enum_values", len(enumerated), "values of enumerations")
    said = [*enumerated, *(one["const"] for _, one in every if "const" in one)]
    names = [name for _, one in every for named in ("properties", "$defs") for name in one.get(named, ())]
    yield from _most(support, "text", sum(len(one) for one in [*said, *names] if isinstance(one, str)), "characters")


# -- facts ------------------------------------------------------------------------------------------------------------


def _broken(of: Facts | Support | Strict, name: str, words: str) -> Broken:
    fact: Fact[Any] = getattr(of, name)
    titles = {field.name: field.metadata.get("title", "") for field in fields(of)}
    return Broken(titles[name], fact.is_verified, words)


def _any(of: Facts | Support | Strict, name: str, places: Iterator[str] | list[str]) -> Iterator[Broken]:
    yield from (_broken(of, name, place) for place in places)


def _pattern(facts: Facts, name: str, text: str) -> Iterator[Broken]:
    fact: Fact[str] | None = getattr(facts, name)
    if fact and not re.compile(fact.value).fullmatch(text):
        yield _broken(facts, name, text)


def _most(of: Facts | Support | Strict, name: str, count: int, what: str) -> Iterator[Broken]:
    fact: Fact[int] | None = getattr(of, name)
    if fact and count > fact.value:
        yield _broken(of, name, f"{count} {what}")


_LOOK_AROUND = ("(?=", "(?!", "(?<=", "(?<!")
_FORMS: Mapping[str, Callable[[Any, Schema], bool]] = {
    "always": lambda *_: True,
    "a list": lambda value, _: isinstance(value, list),
    "not only texts": lambda value, _: any(not isinstance(one, str) for one in value),
    "null": lambda value, _: value is None,
    "above 1": lambda value, _: value > 1,
    "beside constraints": lambda _, schema: bool({*schema} - {"$ref", "$defs", "description", "default"}),
    "beside anything": lambda _, schema: bool({*schema} - {"$ref", "$defs"}),
    "with look-around": lambda value, _: any(mark in value for mark in _LOOK_AROUND),
}
"""In which form a keyword is refused, each as the facts name it."""


# -- schemas ----------------------------------------------------------------------------------------------------------

_OF_ONE = (
    *("items", "contains", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties"),
    *("not", "if", "then", "else", "contentSchema"),
)
_OF_SEVERAL = ("anyOf", "oneOf", "allOf", "prefixItems")
_BY_NAME = ("properties", "patternProperties", "dependentSchemas", "$defs")


def _inside(schema: Schema) -> Iterator[tuple[str, Any]]:
    """The schemas right inside `schema`, and the steps to them."""
    yield from ((f"/{key}", schema[key]) for key in _OF_ONE if key in schema)
    yield from ((f"/{key}/{n}", one) for key in _OF_SEVERAL for n, one in enumerate(schema.get(key, ())))
    yield from ((f"/{key}/{name}", one) for key in _BY_NAME for name, one in schema.get(key, {}).items())


def _schemas(schema: object, at: str) -> Iterator[At]:
    """`schema` and all that stand in it, those of definitions once."""
    if isinstance(schema, dict):
        yield at, schema
        for step, inner in _inside(schema):
            yield from _schemas(inner, at + step)


def _reached(schemas: Sequence[Schema]) -> list[Schema]:
    """What stands in `schemas`, without definitions."""
    return [one for schema in schemas for at, one in _schemas({**schema, "$defs": {}}, "")]


def _is_union(schema: object) -> bool:
    return isinstance(schema, dict) and ("anyOf" in schema or isinstance(schema.get("type"), list))


def _may_be_text(schema: Schema) -> bool:
    types = schema.get("type", "string")
    return "string" in ([types] if isinstance(types, str) else types)


def _depth(schema: object) -> int:
    """How many objects with properties stand in each other, as the text is read."""
    if not isinstance(schema, dict):
        return 0
    placed = max((_depth(one) for step, one in _inside(schema) if not step.startswith("/$defs/")), default=0)
    defined = max(map(_depth, schema.get("$defs", {}).values()), default=0)
    return max(placed + ("properties" in schema), defined)


def _cycles(schema: Schema) -> Iterator[str]:
    """The definitions from which references lead back to themselves."""
    definitions = schema.get("$defs", {})
    leads = {
        name: {one["$ref"].rpartition("/")[2] for _, one in _schemas(of, "") if "$ref" in one}
        for name, of in definitions.items()
    }
    for name in definitions:
        reached = leads[name]
        for _ in leads:
            reached = reached.union(*(leads.get(one, ()) for one in reached))
        if name in reached:
            yield name
