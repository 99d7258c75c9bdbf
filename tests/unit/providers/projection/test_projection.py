"""A schema and what it becomes for a target: nothing is narrower, and all that is wider is told."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from toolgen.model.applicators import APPLICATORS, subschemas
from toolgen.model.contract import Contract
from toolgen.model.json_pointer import definition_name, pointer
from toolgen.model.json_values import Json, Schema
from toolgen.providers import TARGETS, target
from toolgen.providers.projection.engine import MOST_INLINED, Loss, Projection, project
from toolgen.providers.projection.facts import Strict, Support
from toolgen.providers.projection.strict import accepts_null, obstacles, strict_form
from toolgen.providers.projection.target import projected

SUPPORTS: dict[str, Support] = {name: target(name).facts.support for name in TARGETS}
STRICT: dict[str, Strict] = {name: of for name in TARGETS if (of := target(name).facts.strict)}

OTHERS = 'Each other property must match the JSON Schema {"minimum": 1}.'
NODE: Schema = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}


def gemini(schema: Schema, **definitions: Schema) -> tuple[Schema, list[str]]:
    """What becomes of one property, and the losses."""
    whole: Schema = {"type": "object", "properties": {"x": schema}, "$defs": definitions}
    found = project(whole, SUPPORTS["gemini"])
    return found.schema["properties"]["x"], [str(loss) for loss in found.losses]


@pytest.mark.parametrize(
    ("schema", "expected", "losses"),
    [
        pytest.param(
            {"type": ["string", "null"], "minLength": 1},
            {"type": "string", "minLength": 1, "nullable": True},
            [
                "/properties/x/type is rewritten: an alternative for each type",
                "/properties/x/anyOf is rewritten: nullable",
            ],
            id="null in a list of types",
        ),
        pytest.param(
            {"enum": ["a", None]},
            {"type": "string", "enum": ["a"], "nullable": True},
            ["/properties/x/enum is rewritten"],
            id="null among values",
        ),
        pytest.param(
            {"const": 7},
            {"type": "integer", "description": "Must be 7."},
            ["/properties/x/const is described: Must be 7."],
            id="a constant that is no text",
        ),
        pytest.param(
            {"$ref": "#/$defs/P", "description": "Where"},
            {"type": "object", "description": "Where. A place."},
            ["/properties/x/$ref is rewritten: `P` in its place"],
            id="a reference",
        ),
        pytest.param(
            {"$ref": "#/$defs/Node"},
            {"type": "object", "properties": {"next": {}}},
            [
                "/properties/x/$ref is rewritten: `Node` in its place",
                "/$defs/Node/properties/next/$ref is refused: `Node` is recursive",
            ],
            id="what leads back to itself",
        ),
        pytest.param(
            {"type": "object", "additionalProperties": {"minimum": 1}},
            {"type": "object", "description": OTHERS},
            [f"/properties/x/additionalProperties is described: {OTHERS}"],
            id="free names",
        ),
    ],
)
def test_gemini(schema: Schema, expected: Schema, losses: list[str]) -> None:
    before = copy.deepcopy(schema)
    assert gemini(schema, Node=NODE, P={"type": "object", "description": "A place."}) == (expected, losses)
    assert schema == before


@pytest.mark.parametrize(
    ("keyword", "value", "said"),
    [
        ("x-order", 1, ""),
        ("writeOnly", True, ""),
        ("default", None, "Defaults to null."),
        ("contentEncoding", "base64", "Is encoded in base64."),
    ],
)
@pytest.mark.parametrize("support", [SUPPORTS["gemini"], STRICT["anthropic"].support], ids=["gemini", "anthropic"])
def test_only_the_only_keywords_are_told(support: Support, keyword: str, value: Json, said: str) -> None:
    schema = {"type": "object", "properties": {"x": {"type": "string", keyword: value}}}
    found = project(schema, support)
    assert found.schema["properties"]["x"] == {"type": "string"} | ({"description": said} if said else {})
    assert [(loss.keyword, loss.words) for loss in found.losses] == [(keyword, said)]


@pytest.mark.parametrize(
    ("root", "said"),
    [
        ({"additionalProperties": False}, "Takes no other properties."),
        ({"description": "All of it", "minProperties": 1}, "All of it. Must have at least 1 entry."),
        ({"title": "T"}, ""),
    ],
)
def test_what_a_schema_itself_has_no_place_for_is_said_of_the_tool(root: Schema, said: str) -> None:
    schema = {"type": "object", "properties": {"x": {"type": "string"}}}
    found = project(schema | root, SUPPORTS["ollama"])
    assert (found.schema, found.said) == (schema, said)
    assert {loss.keyword for loss in found.losses} == {*root}
    tool = Contract(name="find", description="Find.", input_schema=schema | root)
    assert projected(target("ollama"), [tool]).tools[0].description == " ".join(filter(None, ("Find.", said)))


def test_definitions_that_double_at_each_step_have_an_end() -> None:
    steps = [{"type": "object", "properties": {key: {"$ref": f"#/$defs/{n + 1}"} for key in "ab"}} for n in range(40)]
    definitions = {str(n): step for n, step in enumerate([*steps, {"type": "string"}])}
    schema = {"type": "object", "properties": {"x": {"$ref": "#/$defs/0"}}, "$defs": definitions}
    found = project(schema, SUPPORTS["gemini"])
    assert any(loss.became == "refused" and "is too large" in loss.words for loss in found.losses)
    assert len(found.losses) < 2 * MOST_INLINED


def test_definitions_that_lead_far_have_an_end() -> None:
    definitions = {str(n): {"type": "array", "items": {"$ref": f"#/$defs/{n + 1}"}} for n in range(500)}
    schema = {"type": "object", "properties": {"x": {"$ref": "#/$defs/0"}}, "$defs": definitions | {"500": True}}
    (refused,) = (loss for loss in project(schema, SUPPORTS["gemini"]).losses if loss.became == "refused")
    assert "is nested too deeply" in refused.words


@pytest.mark.parametrize("support", [SUPPORTS["gemini"], STRICT["anthropic"].support], ids=["gemini", "anthropic"])
@pytest.mark.parametrize(
    "around",
    [
        lambda inner: {"type": ["array", "string", "null"], "items": inner},
        lambda inner: {"type": ["object", "null"], "properties": {"a": inner}},
        lambda inner: {"type": ["string", "object"], "anyOf": [inner, {"type": "integer"}]},
    ],
)
def test_alternatives_for_types_do_not_double_what_is_inside(support: Support, around: Any) -> None:
    schema: Schema = {"type": "string"}
    for _ in range(30):
        schema = around(schema)
    found = project({"type": "object", "properties": {"x": schema}}, support)
    assert len(json.dumps(found.schema)) < 20_000


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            {"type": ["array", "integer"], "items": {"type": "string"}, "minimum": 1, "maxItems": 2},
            {
                "anyOf": [
                    {"type": "array", "items": {"type": "string"}, "maxItems": 2},
                    {"type": "integer", "minimum": 1},
                ]
            },
        ),
        (
            {"type": ["string", "null"], "enum": ["a"], "maxLength": 1},
            {"type": "string", "enum": ["a"], "maxLength": 1, "nullable": True},
        ),
        (
            {"type": ["string", "integer"], "anyOf": [{"maxLength": 1}, {"minimum": 1}]},
            {"anyOf": [{"maxLength": 1}, {"minimum": 1}], "description": "Must be of the type string or integer."},
        ),
    ],
    ids=["each with its own keywords", "null apart", "what all have inside is not told twice"],
)
def test_an_alternative_for_each_type(schema: Schema, expected: Schema) -> None:
    assert gemini(schema)[0] == expected


@pytest.mark.parametrize("unsupported", ["describe", "drop"])
def test_what_is_dropped_says_nothing(unsupported: Any) -> None:
    schema = {"type": "object", "properties": {"x": {"type": "integer", "multipleOf": 5}}}
    found = project(schema, SUPPORTS["gemini"], unsupported=unsupported)
    told = {"type": "integer"} | ({"description": "Must be a multiple of 5."} if unsupported == "describe" else {})
    assert found.schema["properties"]["x"] == told
    assert [loss.became for loss in found.losses] == ["described" if unsupported == "describe" else "dropped"]


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"type": ["string", "null"], "format": "uri"}, "Must be in the format uri."),
        ({"type": ["integer", "null"], "format": "uri"}, None),
    ],
)
def test_a_format_is_of_texts(schema: Schema, said: str | None) -> None:
    assert gemini(schema)[0].get("description") == said


@pytest.mark.parametrize("members", [[True, False], [True, {"type": "null"}], [{"type": "string"}, True]])
@pytest.mark.parametrize("target_name", TARGETS)
def test_alternatives_may_be_anything_or_nothing(target_name: str, members: list[Json]) -> None:
    schema = {"type": "object", "properties": {"x": {"anyOf": members}}}
    for value in ("a", 1, None):
        assert accepts(project(schema, SUPPORTS[target_name]).schema, {"x": value}) or not accepts(schema, {"x": value})


@pytest.mark.parametrize("target_name", TARGETS)
def test_a_keyword_without_a_name_says_nothing(target_name: str) -> None:
    schema = {"type": "object", "properties": {"x": {"$ref": "#/$defs/P", "": 1}}, "$defs": {"P": {"type": "string"}}}
    assert accepts(project(schema, SUPPORTS[target_name]).schema, {"x": "a"})


# -- strict forms -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "reasons"),
    [
        ({"type": "string"}, []),
        ({}, ["anything goes at /properties/x"]),
        ({"type": "object"}, ["names are free at /properties/x"]),
        ({"type": "object", "properties": {}, "additionalProperties": {}}, ["names are free at /properties/x"]),
        ({"type": "array"}, ["items may be anything at /properties/x"]),
        ({"$ref": "#/$defs/Node"}, ["`Node` is recursive"]),
    ],
)
def test_what_has_no_strict_form(schema: Schema, reasons: list[str]) -> None:
    whole = {"type": "object", "properties": {"x": schema}, "$defs": {"Node": NODE} if "$ref" in schema else {}}
    assert obstacles(whole, STRICT["anthropic"]) == reasons


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ({"enum": [*map(str, range(1_001))]}, "its enumerations have 1001 values, and at most 1000 are taken"),
        ({"const": "x" * 120_000}, "its names and values have 120001 characters, and at most 120000 are taken"),
        ({"enum": [*map(str, range(1_000))]}, None),
        ({"const": "x" * 119_999}, None),
    ],
    ids=["values", "text", "values that are taken", "text that is taken"],
)
def test_what_is_too_large_has_no_strict_form(schema: Schema, reason: str | None) -> None:
    whole = {"type": "object", "properties": {"x": {"type": "string", **schema}}}
    assert obstacles(whole, STRICT["openai"]) == ([reason] if reason else [])


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        ({"enum": ["a", None]}, ["string", "null"]),
        ({"enum": [1, 2]}, "integer"),
        ({"const": True}, "boolean"),
        ({"enum": ["a", 1.5], "type": "string"}, "string"),
        ({"enum": ["a", [1]]}, ""),
        ({"minimum": 1}, ""),
        ({"not": {"const": 0}}, ""),
        ({"allOf": [{"type": "integer"}, {"minimum": 1}]}, ""),
    ],
)
def test_every_value_has_a_type_where_that_is_asked_for(schema: Schema, type_: Json) -> None:
    whole = {"type": "object", "properties": {"x": schema}, "required": ["x"]}
    assert obstacles(whole, STRICT["openai"])[:1] == ([] if type_ else ["no type is said at /properties/x"])
    assert obstacles(whole, STRICT["anthropic"]) == []
    if type_:
        assert strict_form(whole, STRICT["openai"]).schema["properties"]["x"]["type"] == type_


def test_an_optional_parameter_is_null_where_all_are_required() -> None:
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer", "default": 3}, "m": {"type": ["integer", "null"]}},
    }
    assert strict_form(schema, STRICT["openai"]).schema == {
        "type": "object",
        "properties": {
            "n": {
                "anyOf": [{"type": "integer"}, {"type": "null"}],
                "description": "Defaults to 3. Null leaves it out.",
            },
            "m": {"type": ["integer", "null"]},
        },
        "required": ["n", "m"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize("name", ["openai", "anthropic"])
@pytest.mark.parametrize("type_", [{"type": "object"}, {"type": ["object", "null"]}, {}])
def test_whatever_may_be_an_object_is_closed(name: str, type_: Schema) -> None:
    inner = {**type_, "properties": {"a": {"type": "string"}}, "required": ["a"]}
    whole = {"type": "object", "properties": {"x": inner}, "required": ["x"]}
    form = strict_form(whole, STRICT[name]).schema["properties"]["x"]
    objects = [one for one in schemas(form) if "properties" in one]
    assert [one["additionalProperties"] for one in objects] == [False]


def test_where_all_are_required_none_is_said_to_be() -> None:
    nothing = {"type": "object", "properties": {}}
    assert strict_form(nothing, STRICT["openai"]).schema == nothing | {"required": [], "additionalProperties": False}
    assert strict_form(nothing, STRICT["anthropic"]).schema == nothing | {"additionalProperties": False}


@pytest.mark.parametrize(
    ("definitions", "expected"),
    [
        ({"A": {"$ref": "#/$defs/A"}}, False),
        ({"A": {"$ref": "#/$defs/B"}, "B": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}}, True),
        ({"A": True}, True),
        ({}, False),
        ({"A": {"anyOf": [{"$ref": f"#/$defs/{n}"} for n in range(60)]}}, False),
    ],
    ids=["itself", "null on the way", "anything", "nothing", "each of many of many"],
)
def test_null_is_looked_for_in_a_definition_once(definitions: Schema, expected: bool) -> None:
    many = {str(n): {"anyOf": [{"$ref": f"#/$defs/{m}"} for m in range(60)]} for n in range(60)}
    assert accepts_null({"$ref": "#/$defs/A"}, many | definitions) is expected


# -- properties -------------------------------------------------------------------------------------------------------

NAMES = ["a", "b", "c"]
SCALARS = st.sampled_from([None, True, 0, 1, 2, 5, 1.5, "", "a", "ab", "2026-01-31"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=6,
)
INTEGERS = st.fixed_dictionaries(
    {"type": st.just("integer")},
    optional={
        "minimum": st.integers(0, 2),
        "exclusiveMaximum": st.integers(1, 6),
        "multipleOf": st.integers(1, 2),
        "default": st.integers(0, 2),
        "title": st.just("T"),
    },
)
TEXTS = st.fixed_dictionaries(
    {"type": st.just("string")},
    optional={
        "minLength": st.integers(0, 1),
        "maxLength": st.integers(1, 2),
        "pattern": st.sampled_from(["^a", "^(?!b)"]),
        "format": st.sampled_from(["date", "uri", "email"]),
        "description": st.just("A text"),
    },
)
LEAVES: st.SearchStrategy[Schema] = (
    INTEGERS
    | TEXTS
    | st.sampled_from(
        [
            {"const": "a"},
            {"const": 1},
            {"enum": ["a", "ab"]},
            {"enum": [1, "a", None]},
            {"type": ["integer", "null"]},
            {"type": ["string", "integer"], "maxLength": 1, "minimum": 1, "description": "A text or a number"},
            {"type": ["array", "null"], "items": {"type": "string", "title": "T", "maxLength": 1}},
            {"type": "boolean"},
            {"type": "number", "exclusiveMinimum": 0},
            {"$ref": "#/$defs/P"},
            {"$ref": "#/$defs/P", "description": "There"},
        ]
    )
)


def _objects(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    return st.builds(
        lambda properties, required, others: {
            "type": "object",
            "properties": properties,
            "required": [name for name in required if name in properties],
            **others,
        },
        st.dictionaries(st.sampled_from(NAMES), inner, min_size=1, max_size=3),
        st.lists(st.sampled_from(NAMES), unique=True),
        st.sampled_from([{}, {}, {"additionalProperties": False}, {"minProperties": 1}]),
    )


RESTS: list[Schema] = [{}, {"minItems": 2}, {"uniqueItems": True}]
BEHIND: list[Schema] = [{"items": False}, {"items": True}, {"maxItems": 2}, {"items": False, "maxItems": 1}, {}]
"""What is said of items behind the first ones."""
UNIONS = st.sampled_from(["anyOf", "oneOf"])
SCHEMAS: st.SearchStrategy[Schema] = st.recursive(
    LEAVES,
    lambda inner: (
        _objects(inner)
        | st.builds(lambda items, rest: {"type": "array", "items": items} | rest, inner, st.sampled_from(RESTS))
        | st.builds(
            lambda items, rest: {"type": "array", "prefixItems": items} | rest,
            st.lists(inner, min_size=1, max_size=2),
            st.sampled_from(BEHIND),
        )
        | st.builds(lambda members, keyword: {keyword: members}, st.lists(inner, min_size=2, max_size=2), UNIONS)
        | inner.map(lambda one: {"anyOf": [one, {"type": "null"}], "default": None})
    ),
    max_leaves=5,
)
PLACE: Schema = {
    "type": "object",
    "description": "A place.",
    "properties": {"a": {"type": "string", "maxLength": 1}, "b": {"type": "integer", "default": 1}},
    "required": ["a"],
}
ROOTS = _objects(SCHEMAS).map(lambda schema: {**schema, "$defs": {"P": PLACE}})
OBJECTS = st.dictionaries(st.sampled_from(NAMES), VALUES | SCALARS, max_size=3)


def plain(schema: Json) -> Json:
    """A schema in which null is a type again, which `jsonschema` knows."""
    if isinstance(schema, list):
        return [plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: plain(value) for key, value in schema.items()}
    return {"anyOf": [found, {"type": "null"}]} if found.pop("nullable", False) is True else found


def accepts(schema: Schema, value: Json) -> bool:
    return Draft202012Validator(plain(schema)).is_valid(value)


def places(schema: Schema, error: ValidationError) -> Iterator[tuple[str, str]]:
    """Where the keywords stand that refuse a value, or what is inside it."""
    path: list[str] = []
    node: Any = schema
    steps = [*error.absolute_schema_path]
    for key in steps[:-1]:
        if key == "$ref":
            path = ["$defs", definition_name(node["$ref"])]
            node = schema["$defs"][path[1]]
        else:
            path.append(str(key))
            node = node[key]
    yield pointer(*path), str(steps[-1])
    for inner in error.context or ():
        yield from places(schema, inner)


def unexplained(schema: Schema, found: Projection, value: Json) -> list[str]:
    told = {(loss.pointer, loss.keyword) for loss in found.losses}
    # What was rewritten or described around a place is told there.
    around = {f"{place}/{keyword}" for place, keyword in told}
    return [
        error.message
        for error in Draft202012Validator(schema).iter_errors(value)
        if not any(
            (place, keyword) in told or any(f"{place}/{keyword}/".startswith(f"{one}/") for one in around)
            for place, keyword in places(schema, error)
        )
    ]


def _with_first(**rest: Json) -> Schema:
    return {"type": "object", "properties": {"c": {"type": "array", "prefixItems": [{"enum": [1, "a"]}], **rest}}}


@example(_with_first(items=False), {"c": [1]})
@example(_with_first(items=False), {"c": [1, 1]})
@example(_with_first(), {"c": [1, 2]})
@given(ROOTS, OBJECTS)
def test_a_projection_is_never_narrower_and_what_is_wider_is_told(schema: Schema, value: Json) -> None:
    for name, support in SUPPORTS.items():
        found = project(schema, support)
        if accepts(schema, value):
            assert accepts(found.schema, value), name
        elif accepts(found.schema, value):
            assert unexplained(schema, found, value) == [], name


@given(ROOTS)
def test_a_projection_is_the_same_again_and_needs_no_other(schema: Schema) -> None:
    before = copy.deepcopy(schema)
    for name, support in SUPPORTS.items():
        found = project(schema, support)
        assert found == project(copy.deepcopy(schema), support)
        assert project(found.schema, support) == Projection(found.schema), name
        assert (unreferred(found.schema) == unreferred(schema)) == (not found.losses), name
        Draft202012Validator.check_schema(found.schema)
    assert schema == before


@given(ROOTS)
def test_every_difference_is_told(schema: Schema) -> None:
    for name, support in SUPPORTS.items():
        assert untold(schema, project(schema, support)) == [], name
    for name, strict in STRICT.items():
        if not obstacles(schema, strict):
            assert untold(schema, strict_form(schema, strict)) == [], f"strict {name}"


def untold(schema: Schema, found: Projection) -> list[str]:
    """Where a projection says something else of which nothing is told, there or around it."""
    before, after = said(schema if "$defs" in found.schema else unreferred(schema)), said(found.schema)
    told = {loss.pointer for loss in found.losses}
    around = [f"{loss.pointer}/{keyword}/" for loss in found.losses for keyword in (loss.keyword, *instead(loss))]
    others = before.keys() ^ after.keys() | {at for at in before.keys() & after.keys() if before[at] != after[at]}
    return [
        f"{place}/{keyword}"
        for place, keyword in others
        if place not in told and not any(f"{place}/{keyword}/".startswith(one) for one in around)
    ]


IN_PLACE = {"oneOf": ["anyOf"], "type": ["anyOf"], "prefixItems": ["items"]}
IN_PLACE |= {keyword: [*APPLICATORS] for keyword in ("$ref", "anyOf", "allOf")}  # whose parts stand where they stood
"""What stands in the place of a keyword that is told otherwise."""


def instead(loss: Loss) -> Iterator[str]:
    """The keywords in the place of another one, or the properties that null is told of."""
    yield from IN_PLACE.get(loss.keyword, ())
    if loss.keyword == "required":
        yield from (f"properties/{name}" for name in re.findall(r"'(\w+)'", loss.words))


def said(schema: Json, path: tuple[str, ...] = ()) -> dict[tuple[str, str], Json]:
    """What each keyword in a schema says that holds no schemas, by its place."""
    if not isinstance(schema, dict):
        return {(pointer(*path), ""): schema}
    found = {(pointer(*path), key): value for key, value in schema.items() if key not in APPLICATORS}
    for keyword in schema.keys() & APPLICATORS:
        for keys, inner in subschemas(keyword, schema[keyword]):
            found |= said(inner, (*path, *keys))
    return found


def unreferred(schema: Schema) -> Schema:
    """A schema without its definitions: where there are no references, those that nothing refers to are left out."""
    return {key: value for key, value in schema.items() if key != "$defs"}


@given(ROOTS)
def test_a_strict_form_is_closed_and_has_only_what_its_provider_takes(schema: Schema) -> None:
    for name, strict in STRICT.items():
        if obstacles(schema, strict):
            continue
        found = strict_form(schema, strict).schema
        assert project(found, strict.support).losses == (), name
        for one in schemas(found):
            if one.get("type") == "object":
                assert one["additionalProperties"] is False
                assert not strict.requires_all or {*one["properties"]} == {*one["required"]}
            assert not strict.typed or not one.keys().isdisjoint(("type", "anyOf", "$ref"))


def schemas(schema: Json) -> Iterator[Schema]:
    if isinstance(schema, dict):
        yield schema
        for keyword in schema.keys() & APPLICATORS:
            for _, inner in subschemas(keyword, schema[keyword]):
                yield from schemas(inner)
