"""What `shorten` does to a tool: its schemas accept the same values, and each difference is told."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolgen.model.contract import Contract
from toolgen.model.json_values import Json, Schema
from toolgen.providers import projected
from toolgen.providers.options import SHORTER, Options
from toolgen.providers.projection.measures import MEASURES, deduplicated, first_sentence, shortened

PLACE = {"type": "object", "properties": {"city": {"type": "string"}, "country": {"type": "string"}}}
LEAF = {"type": "object", "properties": {"leaf": {"type": "integer"}}}
NODE = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "name": {"type": "string"}}}


def of(definitions: Any = None, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties}
    return schema | ({"$defs": definitions} if definitions else {})


def ref(name: str, **more: Any) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"} | more


def tool(schema: Schema, description: str = "", **more: Any) -> Contract:
    return Contract(name="f", description=description, input_schema=schema, **more)


def test_every_measure_has_a_name_in_the_configuration() -> None:
    assert {*MEASURES} == {*SHORTER}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param(of(a=PLACE), of(a=PLACE), id="nothing to do"),
        pytest.param(of({"P": PLACE}, a=ref("P"), b=ref("P")), None, id="a definition that is used twice"),
        pytest.param(of({"P": PLACE}, a=ref("P")), of(a=PLACE), id="a definition that is used once"),
        pytest.param(
            of({"P": PLACE}, a=ref("P", description="Where.")), of(a=PLACE | {"description": "Where."}), id="described"
        ),
        pytest.param(
            of({"P": PLACE | {"description": "On earth."}}, a=ref("P", description="Where.")),
            of(a=PLACE | {"description": "Where. On earth."}),
            id="described in both places",
        ),
        pytest.param(ref("P", **of({"P": LEAF}, a=LEAF)), None, id="a reference at the root"),
        pytest.param(of({"P": True}, a=ref("P", description="Any.")), None, id="a definition of anything"),
        pytest.param(of({"P": PLACE}, a=ref("P", minProperties=1)), None, id="a reference that says more"),
        pytest.param(of({"P": True, "Q": False}, a=ref("P"), b=ref("Q")), None, id="a definition that is no object"),
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
        pytest.param(of(a=PLACE, b=PLACE, c={"$anchor": "here"}), None, id="a part with a name"),
        pytest.param(
            of({f"D{at}": of(a=ref(f"D{at + 1}")) for at in range(500)} | {"D500": LEAF}, a=ref("D0")),
            None,
            id="a chain",
        ),
        pytest.param(of(a=PLACE | {"discriminator": {"mapping": 1}}, b={"$ref": 1}), None, id="other keywords"),
    ],
)
def test_definitions_are_said_once_and_where_they_are_used(schema: Any, expected: Any) -> None:
    assert deduplicated(schema) == (schema if expected is None else expected)


@pytest.mark.parametrize(
    ("measure", "given", "expected", "losses"),
    [
        (
            "titles",
            tool(of(title={"title": "T"}), output_schema={"title": "R"}),
            tool(of(title={}), output_schema={}),
            ["/properties/title/title is left out", "/output_schema/title is left out"],
        ),
        (
            "argument_docs",
            tool(
                of(a={"description": "The city\n  to look for."}, b={"description": "Something else."}),
                "Find.\n\nArgs:\n  a (str): The city to look for.",
            ),
            tool(of(a={}, b={"description": "Something else."}), "Find.\n\nArgs:\n  a (str): The city to look for."),
            ["/properties/a/description is left out: the tool's description says it"],
        ),
        (
            "argument_docs",
            tool(of(a={"description": "Name."}, b={"description": "The b"}), "b: Name. The bx of it."),
            None,
            [],
        ),
        (
            "output_schemas",
            tool(of(), output_schema={"type": "string"}),
            tool(of()),
            ["/output_schema is left out"],
        ),
        (
            "descriptions",
            tool(of(), "Find it. Or not."),
            tool(of(), "Find it."),
            ["/description is left out: 8 characters behind the first sentence"],
        ),
        ("descriptions", tool(of(), "Find\n  it."), None, []),
        (
            "definitions",
            tool(of({"P": LEAF}, a=ref("P"))),
            tool(of(a=LEAF)),
            ["/$defs is rewritten: each is used several times"],
        ),
    ],
)
def test_a_measure_and_what_is_told_of_it(
    measure: str, given: Contract, expected: Contract | None, losses: list[str]
) -> None:
    found, told = shortened(given, [measure])
    assert (found, [*map(str, told)]) == (given if expected is None else expected, losses)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Find a place. It is near.", "Find a place."),
        ("Find a place, e.g. Oslo. It is near.", "Find a place, e.g. Oslo."),
        ("Find version 1.5 of it! Now.", "Find version 1.5 of it!"),
        ("  Find a place\n  that is near.\n\nMore.", "Find a place that is near."),
        ("Find a place\n\nMore.", "Find a place"),
        ("Find a place\n- near\n- far. Or not.", "Find a place"),
        ("\u627e\u5730\u65b9\u3002\u66f4\u591a\u3002", "\u627e\u5730\u65b9\u3002"),
        ("", ""),
    ],
)
def test_the_first_sentence(text: str, first: str) -> None:
    assert first_sentence(text) == first


# -- properties -------------------------------------------------------------------------------------------------------

NAMES = ["a", "b", "c"]
PARTS: list[Schema] = [
    {"type": "integer", "minimum": 1, "title": "I"},
    {"enum": ["a", "b"], "description": "One of the letters that there are in this enumeration."},
    {"type": "string", "maxLength": 1},
    {**PLACE, "title": "P", "required": ["city"], "additionalProperties": False},
    ref("P"),
    ref("P", description="There."),
    ref("P", minProperties=1),
    ref("Q"),
    ref("Node"),
    {"anyOf": [ref("P"), ref("R")], "discriminator": {"propertyName": "a", "mapping": {"r": "#/$defs/R"}}},
    {"oneOf": [{"type": "integer"}, {"const": "a"}]},
]
DEFINITIONS = {
    "P": {"type": "object", "properties": {"a": {"type": "string"}, "q": ref("Q")}, "required": ["a"]},
    "Q": {"type": "array", "items": {"type": "integer", "minimum": 1, "title": "I"}, "minItems": 1},
    "R": {"type": "object", "properties": {"a": {"const": "r"}}, "required": ["a"], "title": "R"},
    "Node": {"type": "object", "properties": {"b": ref("Node"), "a": {"type": "string"}}, "required": ["a"]},
}
INSIDE = st.recursive(
    st.sampled_from(PARTS),
    lambda inner: (
        st.builds(
            lambda properties, required: {"type": "object", "properties": properties, "required": required},
            st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
            st.lists(st.sampled_from(NAMES), unique=True, max_size=1),
        )
        | inner.map(lambda one: {"type": "array", "items": one})
        | st.lists(inner, min_size=2, max_size=2).map(lambda members: {"anyOf": members})
        | inner.map(lambda one: {"type": "array", "prefixItems": [one, one], "additionalProperties": one})
    ),
    max_leaves=6,
)
ROOTS = st.dictionaries(st.sampled_from(NAMES), INSIDE, min_size=1).map(
    lambda properties: {"type": "object", "properties": properties, "$defs": DEFINITIONS}
)
VALUES = st.recursive(
    st.sampled_from([None, 0, 1, "", "a", "r", "ab"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from([*NAMES, "q", "city"]), inner, max_size=3)
    ),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=3)


@given(ROOTS, st.lists(OBJECTS, min_size=1, max_size=5))
@example(of(DEFINITIONS, **{name: {"type": "array", "items": ref("P", minProperties=1)} for name in "ab"}), [{}])
def test_what_is_shortened_accepts_the_same_values_and_is_the_same_again(schema: Schema, values: list[Json]) -> None:
    given_, before = tool(schema, "Find it. Not more.", output_schema=schema), copy.deepcopy(schema)
    for measures in (*([name] for name in SHORTER), SHORTER):
        found, losses = shortened(given_, measures)
        Draft202012Validator.check_schema(found.input_schema)
        was, is_ = Draft202012Validator(schema), Draft202012Validator(found.input_schema)
        assert [was.is_valid(value) for value in values] == [is_.is_valid(value) for value in values], measures
        assert found.output_schema is None or found.output_schema == found.input_schema
        assert (found == given_) == (not losses)
        assert shortened(found, measures) == (found, ())
    assert schema == before


@given(ROOTS)
def test_a_target_is_told_of_what_is_shortened_as_of_any_tool(schema: Schema) -> None:
    given_ = tool(schema, "Find it. Not more.", output_schema=schema)
    found, losses = shortened(given_, SHORTER)
    for name in ("openai", "gemini", "mcp"):
        projection, other = projected(name, [given_], options=Options(shorten=SHORTER)), projected(name, [found])
        assert (projection.definitions, projection.losses) == (other.definitions, (*losses, *other.losses))
