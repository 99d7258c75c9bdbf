"""Which properties may name a header, by the rules of the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from toolgen.model.json_values import Json, Schema
from toolgen.providers import TARGETS, projected
from toolgen.providers.mcp import Headers
from toolgen.runtime.entry import ToolEntry

PROPERTY = "is not on a property that `properties` alone lead to"
TOKEN = "is not the name of a header"
TYPE = "is not on a string, an integer or a boolean alone"


def named(header: Json = "Region", **schema: Json) -> Schema:
    return {"type": "string", "x-mcp-header": header, **schema}


def of(**properties: Json) -> Schema:
    return {"type": "object", "properties": properties}


@pytest.mark.parametrize(
    ("schema", "faults"),
    [
        (of(a={"type": "string"}), []),
        (of(a=named()), []),
        (of(a=named(type="integer"), b=named("b", type="boolean")), []),
        (of(a=of(b=named())), []),
        (of(a={"type": "string", "default": {"x-mcp-header": "no schema"}}), []),
        (of(properties=of(properties=named())), []),
        (of(a=named("!#$%&'*+-.^_`|~09AZaz")), []),
        (of(a=named("")), [f"/properties/a {TOKEN}"]),
        (of(a=named("a b")), [f"/properties/a {TOKEN}"]),
        (of(a=named("a:")), [f"/properties/a {TOKEN}"]),
        (of(a=named("é")), [f"/properties/a {TOKEN}"]),
        (of(a=named("a\n")), [f"/properties/a {TOKEN}"]),
        (of(a=named(3)), [f"/properties/a {TOKEN}"]),
        (of(a=named(type="number")), [f"/properties/a {TYPE}"]),
        (of(a=named(type=["string", "null"])), [f"/properties/a {TYPE}"]),
        (of(a={"x-mcp-header": "A", "anyOf": [{"type": "string"}, {"type": "null"}]}), [f"/properties/a {TYPE}"]),
        (of(a={"x-mcp-header": "A", "$ref": "#/$defs/A"}), [f"/properties/a {TYPE}"]),
        (of(a=named(), b=named("REGION")), ["/properties/b names the header of /properties/a"]),
        ({"x-mcp-header": "A", **of()}, [f"/ {PROPERTY}"]),
        (of(a={"type": "array", "items": named()}), [f"/properties/a/items {PROPERTY}"]),
        (of(a={"anyOf": [named()]}), [f"/properties/a/anyOf/0 {PROPERTY}"]),
        ({**of(), "$defs": {"A": of(b=named())}}, [f"/$defs/A/properties/b {PROPERTY}"]),
    ],
)
def test_rules(schema: Schema, faults: list[str]) -> None:
    assert [*Headers().faults(schema)] == [f"`x-mcp-header` at {fault}" for fault in faults]


@pytest.mark.parametrize("target", TARGETS)
def test_no_other_target_is_told(target: str) -> None:
    tool = ToolEntry(
        name="find", description="Find.", input_schema=of(region=named(), city=of(a=named("A"))), digest=""
    )
    projection = projected(target, [tool])
    assert ("x-mcp-header" in keys(projection.document)) is (target == "mcp")
    assert {(one.pointer, one.became) for one in projection.losses if one.keyword == "x-mcp-header"} == (
        set() if target == "mcp" else {(f"/properties/{name}", "dropped") for name in ("region", "city/properties/a")}
    )


def keys(value: Json) -> Iterator[str]:
    """All keys of objects in a document."""
    if isinstance(value, dict):
        yield from value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from keys(inner)
