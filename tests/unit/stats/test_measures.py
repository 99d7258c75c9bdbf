"""What can be done to a definition, and that it says the same of the values that are accepted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from toolgen.model.types import Json
from toolgen.providers import TARGETS
from toolgen.runtime import Toolbox
from toolgen.stats.fields import FIELDS, Size, compact, sizes
from toolgen.stats.measures import MEASURES, deduplicated, deferred, said_once, without_titles
from toolgen.stats.report import definitions
from toolgen.verify.differences import differences

CASES = sorted((Path(__file__).parents[2] / "cases").glob("*/expected/manifest.json"))

PLACE = {"type": "object", "properties": {"city": {"type": "string"}, "country": {"type": "string"}}}
LEAF = {"type": "object", "properties": {"leaf": {"type": "integer"}}}
NODE = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "name": {"type": "string"}}}


def of(definitions: Any = None, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties}
    return schema | ({"$defs": definitions} if definitions else {})


def ref(name: str, **more: Any) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"} | more


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param(of(a=PLACE), of(a=PLACE), id="nothing to do"),
        pytest.param(of({"P": PLACE}, a=ref("P"), b=ref("P")), None, id="a definition that is used twice"),
        pytest.param(of({"P": PLACE}, a=ref("P")), of(a=PLACE), id="a definition that is used once"),
        pytest.param(
            of({"P": PLACE}, a=ref("P", description="Where.")), of(a=PLACE | {"description": "Where."}), id="described"
        ),
        pytest.param(of({"P": PLACE}, a=ref("P", minProperties=1)), None, id="a reference that says more"),
        pytest.param(of({"Node": NODE}, a=ref("Node")), None, id="a definition in itself"),
        pytest.param(
            of({"A": of(b=ref("B")), "B": PLACE}, a=ref("A")), of(a=of(b=PLACE)), id="a definition in a definition"
        ),
        pytest.param(of(a=PLACE, b=PLACE), of({"D1": PLACE}, a=ref("D1"), b=ref("D1")), id="twice the same"),
        pytest.param(
            of({"D1": LEAF}, a=of(p=PLACE), b=of(p=PLACE), n=ref("D1"), m=ref("D1")),
            of({"D1": LEAF, "D2": of(p=PLACE)}, a=ref("D2"), b=ref("D2"), n=ref("D1"), m=ref("D1")),
            id="the outermost, by a name that is free",
        ),
        pytest.param(
            of({"P": PLACE}, a={"oneOf": [ref("P")], "discriminator": {"mapping": {"p": "#/$defs/P"}}}),
            None,
            id="a definition that a discriminator names",
        ),
        pytest.param(of(a=PLACE, b={"$ref": "#/properties/a"}), None, id="a reference to another place"),
    ],
)
def test_definitions_are_said_once_and_where_they_are_used(schema: Any, expected: Any) -> None:
    assert deduplicated(schema) == (schema if expected is None else expected)


def test_titles_of_values_are_left_out_and_properties_of_that_name_stay() -> None:
    assert without_titles(of(title={"type": "string", "title": "Title"})) == of(title={"type": "string"})


def test_what_the_description_says_of_an_argument_is_said_once() -> None:
    schema = of(a={"type": "string", "description": "The city\n  to look for."}, b={"description": "Something else."})
    definition = {"name": "f", "description": "Find.\n\nArgs:\n  a: The city to look for.", "input_schema": schema}
    kept = of(a={"type": "string"}, b={"description": "Something else."})
    assert said_once(definition) == definition | {"input_schema": kept}


def test_a_deferred_tool_is_its_name_and_first_line() -> None:
    function = {"name": "f", "description": "Find.\n\nMore of it.", "parameters": of(a={})}
    assert deferred({"type": "function", "function": function}) == {
        "type": "function",
        "function": {"name": "f", "description": "Find."},
    }


def sent(target: str) -> Iterator[tuple[str, Json]]:
    """What a target is sent of the tools of each case, by their names."""
    for manifest in CASES:
        yield from definitions(target, [*Toolbox.load(manifest)]).items()


@pytest.mark.parametrize("target", ["openai", "gemini-json", "mcp"])
@pytest.mark.parametrize("measure", [one for one in MEASURES if one.name.startswith(("titles", "def", "argument"))])
def test_a_measure_keeps_the_schema_equal(measure: Any, target: str) -> None:
    for name, before in sent(target):
        after = measure.apply(before)
        assert len(compact(after)) <= len(compact(before))
        for key in ("parameters", "parametersJsonSchema", "inputSchema", "outputSchema"):
            old, new = (one.get("function", one).get(key, {}) for one in (before, after))
            assert differences(without_titles(old), without_titles(new)) == [], name


@pytest.mark.parametrize("target", TARGETS)
def test_the_fields_of_a_definition_are_all_of_it(target: str) -> None:
    for name, definition in sent(target):
        found = sizes(definition, lambda text: Size(len(text.encode()), len(text)))
        assert sum(found.values(), Size()) == Size(len(compact(definition).encode()), len(compact(definition)))
        assert all(size.bytes >= 0 for size in found.values()), (name, found)
        assert found["name"].bytes or target == "json-schema"


def test_the_fields_of_the_definitions_that_bedrock_takes() -> None:
    schema = of(a={"type": "string", "description": "Where."})
    spec = {"toolSpec": {"name": "f", "description": "Find.", "inputSchema": {"json": schema}}}
    found = sizes(spec, lambda text: Size(len(text)))
    assert [found[field].bytes for field in FIELDS] == [
        len('"name":"f",'),
        len('"description":"Find.",'),
        len('"description":"Where.",'),
        len(json.dumps(spec, separators=(",", ":"))) - len('"name":"f","description":"Find.","description":"Where.",'),
        0,
        0,
    ]
