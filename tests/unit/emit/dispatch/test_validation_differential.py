"""Generated schemas and values: `dispatch` accepts what `jsonschema` accepts, and nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolgen.emit.enforcement import unenforced
from toolgen.model.tool import ToolSpec
from toolgen.model.types import Schema

NAMES = st.sampled_from(["a", "b", "if", "two words", "é", ""])
# No text of an array or object, which is decoded again where no string is valid.
TEXT = st.text(st.sampled_from("ab1é😀\n"), max_size=4)
# Steps and numbers that are exact in binary: on others `jsonschema` follows the rounding of floats.
NUMBERS = st.integers(-4, 8) | st.integers(-8, 16).map(lambda n: n / 4) | st.sampled_from([10**20, 1e20, -0.0])
SCALARS = st.none() | st.booleans() | NUMBERS | TEXT
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=8,
)
SIZES = st.integers(0, 3) | st.just(2.0)
REFERENCES = st.sampled_from(["#/$defs/one", "#/$defs/two%20words", "#/$defs/a~1b", "#/$defs/missing"])


def keywords(**strategies: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    """Some of these keywords."""
    return st.fixed_dictionaries({}, optional=strategies)


def joined(*parts: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    return st.tuples(*parts).map(lambda found: {key: value for part in found for key, value in part.items()})


TYPES = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
TYPE = keywords(type=TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True))
OF_VALUES = keywords(enum=st.lists(VALUES, max_size=4)) | keywords(const=VALUES)
OF_NUMBERS = keywords(
    minimum=NUMBERS,
    maximum=NUMBERS,
    exclusiveMinimum=NUMBERS,
    exclusiveMaximum=NUMBERS,
    multipleOf=st.sampled_from([1, 2, 3, 0.5, 0.25, 1.5, 2.0]),
)
OF_STRINGS = keywords(minLength=SIZES, maxLength=SIZES, pattern=st.sampled_from(["a", "^b*$", "[^a]", "^.{2}$"]))
SIMPLE = st.one_of(
    st.booleans(),
    joined(TYPE, OF_VALUES),
    joined(TYPE, OF_NUMBERS),
    joined(TYPE, OF_STRINGS),
    joined(TYPE, OF_NUMBERS, OF_STRINGS),
)


def composed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Schemas made of others. References stand only below arrays and objects, so that each of them uses up a part."""
    below = inner | st.fixed_dictionaries({"$ref": REFERENCES}) | joined(TYPE, keywords(**{"$ref": REFERENCES}))
    several = st.lists(inner, min_size=1, max_size=3)
    of_arrays = keywords(
        items=below,
        prefixItems=st.lists(below, min_size=1, max_size=2),
        minItems=SIZES,
        maxItems=SIZES,
        uniqueItems=st.booleans(),
    )
    of_objects = keywords(
        properties=st.dictionaries(NAMES, below, max_size=3),
        required=st.lists(NAMES, max_size=2, unique=True),
        additionalProperties=below,
        propertyNames=inner,
        minProperties=SIZES,
        maxProperties=SIZES,
    )
    combined = keywords(anyOf=several, oneOf=several, allOf=several, **{"not": inner})
    return st.one_of(
        joined(TYPE, of_arrays),
        joined(TYPE, of_objects),
        combined,
        joined(TYPE, OF_NUMBERS, OF_STRINGS, OF_VALUES, of_arrays, of_objects, combined),
    )


SCHEMAS = st.recursive(SIMPLE, composed, max_leaves=6)
DEFINITIONS = st.fixed_dictionaries({"one": SCHEMAS, "two words": SCHEMAS, "a/b": SCHEMAS, "missing": st.just(True)})
DOCUMENTS = st.builds(
    lambda values, root, definitions: root | {"properties": {"v": values}, "$defs": definitions},
    SCHEMAS,
    keywords(required=st.just(["v"]), additionalProperties=SCHEMAS, maxProperties=SIZES),
    DEFINITIONS,
)


@st.composite
def near(draw: st.DrawFn, schema: Any, definitions: Schema, depth: int = 4) -> Any:
    """A value that satisfies a part of `schema`: values that have nothing to do with it are all alike."""
    if isinstance(schema, dict) and depth and draw(st.integers(0, 9)):
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2].replace("%20", " ").replace("~1", "/")
            return draw(near(definitions[name], definitions, depth - 1))
        for keyword in draw(st.permutations(["anyOf", "oneOf", "allOf"])):
            if keyword in schema:
                return draw(near(draw(st.sampled_from(schema[keyword])), definitions, depth - 1))
        if schema.get("enum"):
            return draw(st.sampled_from(schema["enum"]))
        if "const" in schema:
            return schema["const"]
        if "items" in schema or "prefixItems" in schema:
            prefix = [draw(near(item, definitions, depth - 1)) for item in schema.get("prefixItems", [])]
            item = near(schema.get("items", True), definitions, depth - 1)
            return prefix + draw(st.lists(item, max_size=3))
        if "properties" in schema or "additionalProperties" in schema:
            found = {
                name: draw(near(inner, definitions, depth - 1)) for name, inner in schema.get("properties", {}).items()
            }
            item = near(schema.get("additionalProperties", True), definitions, depth - 1)
            return found | draw(st.dictionaries(NAMES, item, max_size=2))
    return draw(VALUES)


CASES = DOCUMENTS.flatmap(
    lambda document: st.tuples(
        st.just(document), st.lists(near(document["properties"]["v"], document["$defs"]), min_size=1, max_size=8)
    )
)


@settings(max_examples=250, deadline=None)
@given(CASES)
def test_the_verdict_is_that_of_jsonschema(
    tool: Callable[..., ToolSpec], load: Callable[..., Any], case: tuple[Schema, list[Any]]
) -> None:
    document, values = case
    schema = {"type": "object"} | document
    assert unenforced(schema) == []
    module = load(tool(schema))
    module.bind(subject=lambda **_: None)
    reference = Draft202012Validator(schema)
    for arguments in ({}, *({"v": value} for value in values), {"v": values[0], "w": values[-1]}):
        expected = [str(error.message) for error in reference.iter_errors(arguments)]
        assert faults(module, json.dumps(arguments)) == bool(expected), (schema, arguments, expected)


def faults(module: Any, text: str) -> bool:
    """Whether there is a fault; each of them has to be a sentence that can be sent to a model."""
    try:
        asyncio.run(module.dispatch("subject", text))
    except module.InvalidArguments as error:
        json.dumps(error.to_dict()).encode()
        return bool(error.faults)
    return False
