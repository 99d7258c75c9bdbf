"""Each target's definition of a tool, as its provider documents it."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pkgutil import iter_modules

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolgen.providers
from toolgen.model.canonical import dumps
from toolgen.model.contract import HINTS
from toolgen.model.json_values import Json, Schema
from toolgen.model.span import Span
from toolgen.model.tool import Origin, ToolSpec
from toolgen.providers import DEFAULT_TARGETS, TARGETS, document, projected
from toolgen.providers.anthropic import FACTS
from toolgen.providers.options import Options
from toolgen.providers.projection.parameters import named
from toolgen.providers.projection.target import Target

SCHEMA: Schema = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "Where."}, "days": {"type": "integer", "default": 1}},
    "required": ["city"],
}
WEATHER = ToolSpec(
    name="get_weather",
    description="Tell the weather.",
    input_schema=SCHEMA,
    origin=Origin("app/weather.py", "app.weather", "get_weather", "toolgen"),
    span=Span("app/weather.py", 3, 1),
)


def test_every_provider_is_registered_for_programs_and_for_type_checkers() -> None:
    files = {module.name for module in iter_modules(toolgen.providers.__path__)}
    assert {name.replace("-", "_") for name in TARGETS} == files - {"options", "projection"}
    assert {*DEFAULT_TARGETS} < {*TARGETS}
    named = re.search(r"Literal\[([^]]*)\]", inspect.getsource(toolgen.providers))
    assert named
    assert re.findall(r'"([^"]*)"', named[1]) == [*TARGETS]


def test_names_of_providers_load_none() -> None:
    program = "import toolgen.providers, sys; print(*(name for name in sys.modules if name.startswith('toolgen')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == ["toolgen", "toolgen.providers"]


@pytest.mark.parametrize(
    ("target", "definition"),
    [
        (
            "openai",
            {
                "type": "function",
                "function": {
                    "name": "get_weather",
                    "description": "Tell the weather.",
                    "parameters": SCHEMA,
                    "strict": False,
                },
            },
        ),
        (
            "openai-responses",
            {
                "type": "function",
                "name": "get_weather",
                "description": "Tell the weather.",
                "parameters": SCHEMA,
                "strict": False,
            },
        ),
        (
            "anthropic",
            {"name": "get_weather", "description": "Tell the weather.", "input_schema": SCHEMA, "strict": False},
        ),
        ("gemini", {"name": "get_weather", "description": "Tell the weather.", "parameters": SCHEMA}),
        ("gemini-json", {"name": "get_weather", "description": "Tell the weather.", "parametersJsonSchema": SCHEMA}),
        (
            "gemini-interactions",
            {
                "type": "function",
                "name": "get_weather",
                "description": "Tell the weather.",
                "parameters": SCHEMA,
            },
        ),
        (
            "bedrock",
            {
                "toolSpec": {
                    "name": "get_weather",
                    "description": "Tell the weather.",
                    "inputSchema": {"json": SCHEMA},
                }
            },
        ),
        (
            "mistral",
            {
                "type": "function",
                "function": {
                    "name": "get_weather",
                    "description": "Tell the weather.",
                    "parameters": SCHEMA,
                    "strict": False,
                },
            },
        ),
        (
            "cohere",
            {
                "type": "function",
                "function": {"name": "get_weather", "description": "Tell the weather.", "parameters": SCHEMA},
            },
        ),
        (
            "json-schema",
            {
                "get_weather": {
                    "$schema": "https://json-schema.org/draft/2020-12/schema",
                    "title": "get_weather",
                    "description": "Tell the weather.",
                    **SCHEMA,
                }
            },
        ),
        ("mcp", {"name": "get_weather", "description": "Tell the weather.", "inputSchema": SCHEMA}),
    ],
)
def test_definition(target: str, definition: Json) -> None:
    told = document(target, [WEATHER])
    assert (told[0] if isinstance(told, list) else told) == definition


@pytest.mark.parametrize("target", TARGETS)
def test_a_tool_without_arguments_says_so(target: str) -> None:
    told = document(target, [dataclasses.replace(WEATHER, input_schema={"$schema": "x", "required": []})])
    empty = {"type": "object", "properties": {}}.items()
    assert any(empty <= one.items() for one in values(told) if isinstance(one, dict))


def values(told: Json) -> Iterator[Json]:
    """All objects and values in what a provider is told."""
    yield told
    inside = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    yield from (value for one in inside for value in values(one))


@pytest.mark.parametrize("target", TARGETS)
def test_examples_are_told_where_a_provider_has_a_place_for_them_and_unless_they_are_not_wanted(target: str) -> None:
    tool, example = dataclasses.replace(WEATHER, examples=({"city": "Oslo"},)), {"city": "Oslo"}
    assert (example in [*values(document(target, [tool]))]) is (target in {"anthropic", "openapi"})
    assert document(target, [tool], has_examples=False) == document(target, [WEATHER])


# -- MCP ------------------------------------------------------------------------------------------------------


def mcp(**changes: Json) -> Json:
    return document("mcp", [dataclasses.replace(WEATHER, **changes)])[0]


def test_two_titles_are_two() -> None:
    assert mcp(title="Weather", hinted_title="Ask")["title"] == "Weather"
    assert mcp(title="Weather", hinted_title="Ask")["annotations"] == {"title": "Ask"}
    tool = dataclasses.replace(WEATHER, title="Weather", hinted_title="Ask")
    said = {
        name: {"Weather", "Ask"} & {one for one in values(document(name, [tool])) if isinstance(one, str)}
        for name in TARGETS
    }
    assert said == {name: {"mcp": {"Weather", "Ask"}, "openapi": {"Weather"}}.get(name, set()) for name in TARGETS}


def test_title_stands_where_old_and_new_clients_look() -> None:
    definition = mcp(title="Weather")
    assert definition["title"] == "Weather"
    assert definition["annotations"] == {"title": "Weather"}


def test_hints_have_the_names_of_the_specification() -> None:
    assert mcp(annotations=tuple((hint, hint == "read_only") for hint in HINTS))["annotations"] == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": False,
        "openWorldHint": False,
    }


NODE = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param(
            {"type": "object", "properties": {"a": {}}}, {"type": "object", "properties": {"a": {}}}, id="an object"
        ),
        pytest.param(
            {"type": "object", "additionalProperties": {"type": "integer"}},
            {"type": "object", "additionalProperties": {"type": "integer"}},
            id="a mapping",
        ),
        pytest.param(
            {"type": "string"},
            {"type": "object", "properties": {"result": {"type": "string"}}, "required": ["result"]},
            id="a scalar",
        ),
        pytest.param(
            {"type": "null"},
            {"type": "object", "properties": {"result": {"type": "null"}}, "required": ["result"]},
            id="None",
        ),
        pytest.param(
            {"type": "array", "items": {"$ref": "#/$defs/Node"}, "$defs": {"Node": NODE}},
            {
                "type": "object",
                "properties": {"result": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
                "required": ["result"],
                "$defs": {"Node": NODE},
            },
            id="an array: references still resolve",
        ),
        pytest.param(
            {"$ref": "#/$defs/Node", "$defs": {"Node": NODE}},
            {"type": "object", "$ref": "#/$defs/Node", "$defs": {"Node": NODE}},
            id="a recursive class",
        ),
        pytest.param(
            {"$ref": "#/$defs/Json", "$defs": {"Json": {"items": {"$ref": "#/$defs/Json"}}}},
            {
                "type": "object",
                "properties": {"result": {"$ref": "#/$defs/Json"}},
                "required": ["result"],
                "$defs": {"Json": {"items": {"$ref": "#/$defs/Json"}}},
            },
            id="a recursive array",
        ),
    ],
)
def test_results_are_objects(schema: Schema, expected: Schema) -> None:
    assert mcp(output_schema=schema)["outputSchema"] == expected
    told = projected("mcp", [dataclasses.replace(WEATHER, output_schema=schema)]).losses
    assert [loss.pointer for loss in told] == ([] if expected == schema else ["/output_schema"])


# -- all ------------------------------------------------------------------------------------------------------

TEXT = st.text(st.characters(codec=None, categories=None))


@given(st.sampled_from([*TARGETS]), TEXT, TEXT, TEXT, TEXT)
def test_any_text_arrives(target: str, name: str, description: str, argument: str, default: str) -> None:
    properties = {argument: {"type": "string", "description": description, "default": default}}
    schema = {"type": "object", "properties": properties, "required": [argument]}
    tool = dataclasses.replace(WEATHER, name=name, description=description, input_schema=schema)
    told = [*values(json.loads(dumps(document(target, [tool]))))]
    assert any(one.get("properties", {}).keys() == {argument} for one in told if isinstance(one, dict))
    texts = {text for text in told if isinstance(text, str)}.union(*(one for one in told if isinstance(one, dict)))
    assert name in texts or target in {"json-schema", "openapi"}
    assert any(description in text for text in texts)


def test_a_name_that_is_told_otherwise_is_in_the_report() -> None:
    tool = dataclasses.replace(WEATHER, name="weather.get")
    (loss,) = projected("openai", [tool], options=Options(names="sanitise")).losses
    assert str(loss) == "/name is rewritten: `weather_get`"


SANITISED = Options(names="sanitise")


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("anthropic", ["filter_id_", "x-id", "a.b", "größe!", "größe?"]),
        ("gemini", ["filter_id_", "x_id", "a_b", "größe!", "größe?"]),
        ("openai", ["filter[id]", "x-id", "a.b", "größe!", "größe?"]),  # which takes all names
    ],
)
def test_parameters_have_names_that_the_target_takes(target: str, expected: list[str]) -> None:
    names = ["filter[id]", "x-id", "a.b", "größe!", "größe?"]  # the last two would be one
    schema = {"type": "object", "properties": {key: {"type": "integer"} for key in names}, "required": names[:2]}
    tool = dataclasses.replace(WEATHER, input_schema=schema, examples=({"filter[id]": 1, "x-id": 2},))
    projection = projected(target, [tool], options=SANITISED)
    (told,) = projection.tools
    assert [*told.schema["properties"]] == expected
    assert told.schema["required"] == expected[:2]
    assert told.tool.examples == (dict(zip(expected, (1, 2), strict=False)),)
    assert [loss.pointer for loss in projection.losses if loss.keyword == "name"] == [
        f"/properties/{old}" for old, new in zip(names, expected, strict=True) if old != new
    ]


def test_what_else_says_something_of_parameters_names_them_so_too() -> None:
    schema = {
        "type": "object",
        "properties": {"a b": {"properties": {"a b": {}}}, "c": {}},
        "dependentRequired": {"a b": ["c"], "c": ["a b"]},
        "dependentSchemas": {"c": {"required": ["a b"]}},
        "if": {"required": ["a b"]},
        "allOf": [{"not": {"properties": {"a b": {"const": 1}}}}, True],
    }
    assert named(dataclasses.replace(WEATHER, input_schema=schema), FACTS)[0].input_schema == {
        "type": "object",
        "properties": {"a_b": {"properties": {"a b": {}}}, "c": {}},
        "dependentRequired": {"a_b": ["c"], "c": ["a_b"]},
        "dependentSchemas": {"c": {"required": ["a_b"]}},
        "if": {"required": ["a_b"]},
        "allOf": [{"not": {"properties": {"a_b": {"const": 1}}}}, True],
    }
    elsewhere = dataclasses.replace(WEATHER, input_schema={**schema, "else": {"$ref": "#/$defs/A"}})
    assert named(elsewhere, FACTS) == (elsewhere, ())


# -- targets of other packages ----------------------------------------------------------------------------------------

ACME = Target(definition=lambda told: {"id": told.name})


def test_a_package_brings_a_target(monkeypatch: pytest.MonkeyPatch) -> None:
    def entry_points(group: str, name: str) -> list[EntryPoint]:
        assert group == "toolgen.targets"
        known = {"acme": f"{__name__}:ACME", "broken": "acme.missing:TARGET", "other": f"{__name__}:SCHEMA"}
        return [EntryPoint(name, known[name], group)] if name in known else []

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    assert document("acme", [WEATHER]) == [{"id": "get_weather"}]
    with pytest.raises(ValueError, match="the target 'broken' cannot be imported: No module named 'acme'"):
        document("broken", [WEATHER])
    with pytest.raises(ValueError, match="the target 'other' is no Target"):
        document("other", [WEATHER])
    with pytest.raises(ValueError, match="there is no target 'nobody'"):
        document("nobody", [WEATHER])
