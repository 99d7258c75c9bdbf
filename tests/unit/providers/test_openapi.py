"""OpenAPI 3.1: what stands in the document, and that a validator takes it, whatever the tools are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from toolgen.model.span import Span
from toolgen.model.tool import Origin, ToolSpec
from toolgen.providers import document, projected
from toolgen.runtime import Toolbox

CASES = sorted((Path(__file__).parents[2] / "cases").glob("*/expected/manifest.json"))
STRING = {"type": "string"}


def tool(**about: Any) -> ToolSpec:
    origin, span = Origin("a.py", "a", "find", "toolgen"), Span("a.py")
    known: dict[str, Any] = {
        "name": "find",
        "description": "Find.",
        "input_schema": {"type": "object", "properties": {}},
    }
    return ToolSpec(**known | about, origin=origin, span=span)


def test_a_tool_that_says_little() -> None:
    assert document("openapi", [tool()]) == {
        "openapi": "3.1.1",
        "info": {"title": "Tools", "version": "1"},
        "paths": {
            "/find": {
                "post": {
                    "operationId": "find",
                    "description": "Find.",
                    "requestBody": {
                        "required": True,
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/find"}}},
                    },
                    "responses": {"200": {"description": "The result."}},
                }
            }
        },
        "components": {"schemas": {"find": {"type": "object", "properties": {}}}},
    }


def test_a_tool_that_says_much() -> None:
    told = document(
        "openapi",
        [
            tool(
                title="Find it",
                category="search",
                tags=("web", "search"),
                deprecated="use `look`",
                examples=({"text": "cats"}, {}),
                output_schema=STRING,
            )
        ],
    )
    operation = told["paths"]["/find"]["post"]
    assert (operation["summary"], operation["tags"], operation["deprecated"]) == ("Find it", ["search", "web"], True)
    body = operation["requestBody"]["content"]["application/json"]
    assert body["examples"] == {"1": {"value": {"text": "cats"}}, "2": {"value": {}}}
    content = operation["responses"]["200"]["content"]
    assert content == {"application/json": {"schema": {"$ref": "#/components/schemas/find--result"}}}
    assert told["components"]["schemas"]["find--result"] == STRING


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("#/$defs/Node", "#/components/schemas/find--Node"),
        ("#/$defs/Node/properties/a", "#/components/schemas/find--Node/properties/a"),
        ("#/$defs/a~1b%20c", "#/components/schemas/find--a_2f_b_20_c"),
        ("#/$defs/a--b", "#/components/schemas/find--a_2d_-b"),
        ("#/properties/a", "#/components/schemas/find/properties/a"),
        ("#", "#/components/schemas/find"),
        ("#anchor", "#anchor"),
    ],
)
def test_references_lead_to_where_a_schema_stands(reference: str, expected: str) -> None:
    mapping = {"discriminator": {"propertyName": "kind", "mapping": {"x": reference}}, "oneOf": [{"$ref": reference}]}
    schema = {"type": "object", "properties": {"a": {"$ref": reference}, "b": mapping, "$ref": STRING}}
    found = document("openapi", [tool(input_schema=schema)])["components"]["schemas"]["find"]["properties"]
    assert found["a"] == {"$ref": expected}
    assert found["b"]["discriminator"]["mapping"] == {"x": expected}
    assert found["b"]["oneOf"] == [{"$ref": expected}]
    assert found["$ref"] == STRING


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ({"$dynamicRef": "#/$defs/A"}, {"$dynamicRef": "#/components/schemas/find--A"}),
        ({"discriminator": "kind"}, {}),
        ({"discriminator": {"propertyName": "kind", "mapping": {"a": 1}}}, {}),
        ({"discriminator": {"propertyName": "kind", "mapping": ["a"]}}, {}),
        ({"discriminator": {"mapping": {}}}, {}),
        ({"xml": True, "externalDocs": "https://example.org"}, {}),
        ({"type": "string", "default": None}, {"type": "string"}),
        ({"type": ["string", "null"], "default": None}, {"type": ["string", "null"], "default": None}),
        ({"anyOf": [STRING, {"type": "integer"}], "default": None}, {"anyOf": [STRING, {"type": "integer"}]}),
        ({"anyOf": [STRING, True], "default": None}, {"anyOf": [STRING, True], "default": None}),
        ({"type": "number", "default": 1}, {"type": "number", "default": 1}),
        ({"enum": ["a"], "default": "b"}, {"enum": ["a"]}),
        ({"$ref": "#", "default": 1}, {"$ref": "#/components/schemas/find", "default": 1}),
        ({"xml": {"name": "a"}, "externalDocs": {"url": "x"}}, {"xml": {"name": "a"}, "externalDocs": {"url": "x"}}),
    ],
)
def test_what_a_schema_says_is_openapi(written: dict[str, Any], told: dict[str, Any]) -> None:
    schema = {"$id": "https://example.org/a", "type": "object", "properties": {"a": written, "xml": STRING}}
    found = document("openapi", [tool(input_schema=schema)])["components"]["schemas"]["find"]
    assert found == {"type": "object", "properties": {"a": told, "xml": STRING}}
    dropped = projected("openapi", [tool(input_schema=schema, output_schema=written)]).losses
    assert {(loss.pointer, loss.keyword) for loss in dropped if loss.became == "dropped"} == {
        (place, key) for place in ("/properties/a", "/output_schema") for key in written.keys() - told.keys()
    }


def test_definitions_are_components_where_generators_of_clients_look_for_them() -> None:
    """They know no reference into a component, and some take a dot in its name for a module."""
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}}
    result = {"anyOf": [{"$ref": "#/$defs/result"}], "$defs": {"result": STRING}}
    named = {"Node": node, "result": STRING}
    tools = [
        tool(input_schema={**schema, "$defs": named}, output_schema=result),
        tool(name="find-", input_schema=schema),
    ]
    at = "#/components/schemas/"
    assert document("openapi", tools)["components"]["schemas"] == {
        "find": {"type": "object", "properties": {"a": {"$ref": f"{at}find--Node"}}},
        "find--Node": {"type": "object", "properties": {"next": {"$ref": f"{at}find--Node"}}},
        "find--result_": STRING,
        "find--result": {"anyOf": [{"$ref": f"{at}find--result--result_"}]},
        "find--result--result_": STRING,
        "find_2d_": {"type": "object", "properties": {"a": {"$ref": f"{at}find_2d_--Node"}}},
        "find_2d_--Node": {"type": "object", "properties": {"next": {"$ref": f"{at}find_2d_--Node"}}},
    }


NODE = {
    "$anchor": "node",
    "type": "object",
    "properties": {"value": {"type": "integer"}, "next": {"$ref": "#node"}, "all": {"items": {"$ref": "#"}}},
    "additionalProperties": False,
}
NAMED: dict[str, dict[str, Any]] = {
    "by an anchor": {"type": "object", "properties": {"a": {"$ref": "#node"}}, "$defs": {"a b/c": NODE}},
    "by an anchor in a list": {"type": "object", "properties": {"a": {"anyOf": [NODE, {"type": "null"}]}}},
    "by an anchor of another type": {
        "type": "object",
        "properties": {"a": {"$ref": "#node"}},
        "$defs": {"N": {"$anchor": "node", "type": "string"}},
    },
    "in a resource of its own": {
        "$id": "urn:tool",
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/N"}, "b": {"$ref": "#node"}},
        "$defs": {"N": {"$id": "urn:n", **NODE, "$defs": {"M": {}}}, "M": {"$anchor": "node", "const": 1}},
    },
    "dynamically": {
        "type": "object",
        "properties": {"a": {"$dynamicRef": "#node"}},
        "$defs": {"N": {"$dynamicAnchor": "node", "properties": {"value": {"type": "integer"}}, "type": "object"}},
    },
}


def test_references_by_names_lead_to_where_a_schema_stands() -> None:
    """Several tools have the same names; what is valid is what was."""
    told = document("openapi", [tool(name=str(n), input_schema=one) for n, one in enumerate(NAMED.values())])
    registry: Registry[Any] = Registry().with_resource("urn:document", DRAFT202012.create_resource(told))
    inner = [1, "x", None, {}, {"value": 1}, {"value": "x"}, {"next": {"value": 1}}, {"next": {"value": "x"}}, {"z": 1}]
    inner += [{"all": [{"a": {"value": "x"}}]}, {"all": [{"value": "x"}]}, {"all": [{"value": 1}]}]
    values = [{"a": one} for one in inner] + [{"b": one} for one in inner]
    for number, schema in enumerate(NAMED.values()):
        placed = Draft202012Validator({"$ref": f"urn:document#/components/schemas/{number}"}, registry=registry)
        assert [*map(placed.is_valid, values)] == [*map(Draft202012Validator(schema).is_valid, values)]
    assert not re.search(r"Anchor|\$id|\$anchor", json.dumps(told))


@pytest.mark.parametrize("manifest", CASES, ids=lambda path: path.parts[-3])
def test_a_validator_takes_the_tools_of_every_case(manifest: Path) -> None:
    validator = pytest.importorskip("openapi_spec_validator")
    told = Toolbox.load(manifest).definitions("openapi")
    validator.OpenAPIV31SpecValidator(told).validate()
    resource = DRAFT202012.create_resource(told)
    registry: Registry[Any] = Registry().with_resource("urn:document", resource)
    for entry in json.loads(manifest.read_text(encoding="utf-8"))["tools"]:
        for example in entry.get("examples", ()):
            place = told["paths"][f"/{entry['name']}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
            reference = {"$ref": f"urn:document{place['$ref']}"}
            Draft202012Validator(reference, registry=registry).validate(example)
