"""The providers on loopback refuse what breaks a fact, whichever, and take what breaks none."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from breaches import Sent, broken
from provider import INTERFACES, Providers, providers

from toolgen.model.contract import Contract
from toolgen.providers import target
from toolgen.providers.options import Options
from toolgen.providers.projection.facts import Fact, Facts, Strict, Support
from toolgen.providers.projection.target import ProjectedTool

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
INSIDE: Mapping[str, Any] = {
    **{keyword: [TEXT] for keyword in ("oneOf", "anyOf", "allOf", "prefixItems")},
    **{keyword: {"^a": TEXT} for keyword in ("patternProperties", "dependentSchemas")},
    **dict.fromkeys(("not", "if", "then", "else", "contains", "propertyNames"), TEXT),
}
"""What stands at a keyword that has schemas."""

FORMS: Mapping[str, Schema] = {
    "a list": {"type": ["string", "integer"]},
    "not only texts": {"enum": ["a", 1]},
    "null": {"type": "string", "default": None},
    "above 1": {"type": "array", "items": TEXT, "minItems": 2},
    "beside constraints": {"$ref": "#/$defs/D", "minLength": 1},
    "beside anything": {"$ref": "#/$defs/D", "description": "D."},
    "with look-around": {"type": "string", "pattern": "^(?!a)"},
}


def of(*, strict: bool = False, required: bool = True, more: Schema | None = None, **properties: Schema) -> Sent:
    """A tool with `properties`."""
    schema = {"type": "object", "properties": properties, "required": [*properties] if required else []}
    closed = {"additionalProperties": False} if strict else {}
    return Sent("find", "Find.", {**schema, **closed, **(more or {})}, strict)


def many(count: int, schema: Schema) -> dict[str, Any]:
    return {f"a{number}": schema for number in range(count)}


def nested(depth: int, **told: Any) -> Sent:
    inner: Schema = TEXT
    for _ in range(depth - 1):
        inner = of(a=inner, **told).schema
    return of(a=inner, **told)


def breaking(facts: Facts) -> Iterator[tuple[str, list[Sent]]]:
    """For each fact that is known, requests that break it."""
    if facts.name:
        yield from (("name", [replace(of(a=TEXT), name=name)]) for name in ("ä", "a" * 129, ""))
    if facts.property_name:
        yield "property_name", [of(**dict[str, Any]({"ä" * 65: TEXT}))]
    if facts.tools:
        yield "tools", [of(a=TEXT)] * (facts.tools.value + 1)
    if facts.description:
        yield "description", [replace(of(a=TEXT), description="a" * (facts.description.value + 1))]
    for keyword in facts.root.value if facts.root else ():
        yield "root", [of(a=TEXT, more={keyword: INSIDE.get(keyword, ["a"])})]
    yield from _support(facts.support, strict=False)
    if facts.strict:
        yield from ((f"strict: {name}", request) for name, request in _strict(facts.strict))


def _support(support: Support, *, strict: bool) -> Iterator[tuple[str, list[Sent]]]:
    if support.taken:
        yield "taken", [of(a={**TEXT, "x-unknown": 1}, strict=strict)]
        yield "taken", [of(a={"type": "array", "items": {**TEXT, "writeOnly": True}}, strict=strict)]
    for keyword, when in support.keywords.value.items() if support.keywords else ():
        schema = FORMS.get(when, {keyword: INSIDE.get(keyword, 1)})
        yield "keywords", [of(a=schema, strict=strict)]
        yield "keywords", [of(a={"type": "array", "items": schema}, strict=strict)]
    if support.formats:
        yield "formats", [of(a={**TEXT, "format": "unknown"}, strict=strict)]
    if support.nullable:
        yield "nullable", [of(a={"anyOf": [TEXT, {"type": "null"}]}, strict=strict)]
    if support.whole:
        yield "whole", [of(a=TEXT, more={"minProperties": 1})]
    if support.parameter:
        yield "parameter", [of(a={**TEXT, "minLength": 1})]
    if support.recursion and not support.recursion.value:
        ring = {"D": of(a={"$ref": "#/$defs/E"}, strict=True).schema, "E": of(a={"$ref": "#/$defs/D"}).schema}
        yield "recursion", [of(a={"$ref": "#/$defs/D"}, strict=strict, more={"$defs": ring})]
    if support.properties:
        yield "properties", [of(strict=strict, **many(support.properties.value + 1, TEXT))]
    if support.depth:
        yield "depth", [nested(support.depth.value + 1, strict=strict)]
    if support.enum_values:
        values = [*map(str, range(support.enum_values.value + 1))]
        yield "enum_values", [of(a={**TEXT, "enum": values}, strict=strict)]
    if support.text:
        long = "x" * (support.text.value // 100)
        yield "text", [of(a={**TEXT, "enum": [f"{long}{number}" for number in range(100)]}, strict=strict)]


def _strict(strict: Strict) -> Iterator[tuple[str, list[Sent]]]:
    yield from _support(strict.support, strict=True)
    if strict.closed:
        yield "closed", [replace(of(a=TEXT), is_strict=True)]
    if strict.typed:
        yield "typed", [of(a={"enum": ["a", None]}, strict=True)]
    if strict.requires_all:
        yield "requires_all", [of(a=TEXT, strict=True, required=False)]
        nothing = {"type": "object", "properties": {}, "additionalProperties": False}
        yield "requires_all", [replace(of(), schema=nothing, is_strict=True)]
    if strict.tools:
        yield "tools", [of(a=TEXT, strict=True)] * (strict.tools.value + 1)
    if strict.optional:
        yield "optional", [of(strict=True, required=False, **many(strict.optional.value + 1, TEXT))]
    if strict.unions:
        union = {"anyOf": [TEXT, {"type": "integer"}]}
        yield "unions", [of(strict=True, **many(strict.unions.value + 1, union))]


def titles(of_: Facts | Support | Strict) -> Mapping[str, str]:
    """What each known fact is about, by its name."""
    known = {field.name: field.metadata.get("title", "") for field in fields(of_)}
    return {name: title for name, title in known.items() if isinstance(getattr(of_, name), Fact)}


def about(facts: Facts) -> Mapping[str, str]:
    """The same of all that is known of a target; references that lead back are refused only where they are."""
    found = {**titles(facts), **titles(facts.support)}
    if facts.strict:
        held = {**titles(facts.strict.support), **titles(facts.strict)}
        found |= {f"strict: {name}": f"strict: {title}" for name, title in held.items()}
        if facts.strict.support.recursion and facts.strict.support.recursion.value:
            del found["strict: recursion"]
    return found


@pytest.mark.parametrize("name", INTERFACES)
def test_each_fact_can_be_broken(name: str) -> None:
    facts, said = target(name).facts, about(target(name).facts)
    assert {fact for fact, _ in breaking(facts)} == {*said}
    for fact, request in breaking(facts):
        assert said[fact] in {one.about for one in broken(facts, request)}, request


@pytest.mark.parametrize("name", INTERFACES)
def test_what_breaks_a_fact_is_refused_and_what_breaks_none_is_taken(name: str) -> None:
    facts = target(name).facts
    with providers() as server:
        assert answered(server, name, [of(a=TEXT)]) == (200, INTERFACES[name].answer)
        if facts.strict:
            assert answered(server, name, [of(a=TEXT, strict=True)]) == (200, INTERFACES[name].answer)
        for fact, request in breaking(facts):
            status, answer = answered(server, name, request)
            assert status == 400, fact
            words = next(text for text in texts(answer) if about(facts)[fact] in text)
            assert answer == INTERFACES[name].refusal(words)


def answered(server: Providers, name: str, request: list[Sent]) -> tuple[int, Any]:
    """What the provider says to `request`, without a client."""
    body = json.dumps(INTERFACES[name].body([entry(name, tool) for tool in request])).encode()
    try:
        with urlopen(Request(server.address(name) + INTERFACES[name].path, body)) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)


def entry(name: str, tool: Sent) -> Any:
    """`tool` as the target writes it, without any projection."""
    contract = Contract(name=tool.name, description=tool.description, input_schema=tool.schema)
    options = Options(strict="all" if tool.is_strict else "off")
    told = ProjectedTool(contract, tool.name, tool.description, tool.schema, tool.is_strict, options)
    return target(name).definition(told)


def texts(answer: Any) -> Iterator[str]:
    """All texts in `answer`."""
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, dict):
        for value in answer.values():
            yield from texts(value)
