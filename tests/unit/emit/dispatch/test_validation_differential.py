"""Generated schemas and values: `dispatch` accepts what `jsonschema` accepts, and nothing else."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

from toolgen.emit.enforcement import Enforcement
from toolgen.model.json_values import Json, Schema
from toolgen.model.tool import ToolSpec

EXAMPLES = 160 if os.environ.get("TOOLGEN_THOROUGH") else 20
NEIGHBOURS = 80

NAMES = st.sampled_from(["a", "b", "if", "two words", "é", ""])
# No text of an array or object, which is decoded again where no string is valid.
# Python, which is asked here, has a `$` before a last line break as well.
TEXT = st.text(st.sampled_from("ab1é😀\n"), max_size=4)
EDGES = st.sampled_from([10**20, 1e20, -0.0, 0.1, 0.3, -1.1, 2**53 + 1, float(2**53), 10**400, 1e308, 5e-324])
NUMBERS = st.integers(-4, 8) | st.integers(-8, 16).map(lambda n: n / 4) | EDGES
STEPS = st.sampled_from([1, 2, 3, 7, 0.5, 0.25, 1.5, 2.0, 0.1, 0.01, 1e-7])
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
    multipleOf=STEPS,
)
OF_STRINGS = keywords(minLength=SIZES, maxLength=SIZES, pattern=st.sampled_from(["a", r"^b*\Z", "[^a]", r"^.{2}\Z"]))
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
        patternProperties=st.dictionaries(st.sampled_from([r"^b*\Z", "[^a]", "é"]), below, max_size=2),
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
        st.lists(of_objects, min_size=1, max_size=3).map(tagged),
        joined(TYPE, OF_NUMBERS, OF_STRINGS, OF_VALUES, of_arrays, of_objects, combined),
    )


def tagged(variants: list[Schema]) -> Schema:
    """A union whose members are told apart by the property `kind`, as pydantic writes it."""
    tags = ["cat", "dog", 3][: len(variants)]
    members = [
        variant
        | {"type": "object", "required": ["kind"]}
        | {"properties": variant.get("properties", {}) | {"kind": {"const": tag}}}
        for tag, variant in zip(tags, variants, strict=True)
    ]
    return {"oneOf": members, "discriminator": {"propertyName": "kind"}}


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
        if combined := [one for keyword in ("anyOf", "oneOf", "allOf") for one in schema.get(keyword, [])]:
            return draw(near(draw(st.sampled_from(combined)), definitions, depth - 1))
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


def neighbours(value: Json) -> Iterator[Json]:
    """`value` and what differs from it in one place: by a type, by one, by a part that is missing or too much."""
    yield value
    match value:
        case bool() | None:
            yield from (not value, int(value or 0), str(value))
        case int() | float():
            yield from (value + 1, value - 1, value + 0.5, -value, str(value)) if abs(value) < 1e300 else ()
            yield from (int(value), float(value)) if abs(value) < 1e300 and value == int(value) else ()
        case str():
            yield from (value + "a", value[:-1], value + "\n", "😀" * len(value), [value])
        case list():
            yield from ([*value, None], [*value, *value[:1]], value[::-1], {"a": value})
            for index, item in enumerate(value):
                yield value[:index] + value[index + 1 :]
                yield from ([*value[:index], other, *value[index + 1 :]] for other in islice(neighbours(item), 1, None))
        case dict():
            yield from (value | {"zz": None}, value | {"a": 1.0}, [value])
            for name, item in value.items():
                yield {key: other for key, other in value.items() if key != name}
                yield from (value | {name: other} for other in islice(neighbours(item), 1, None))
    yield None


CASES = st.lists(
    DOCUMENTS.flatmap(
        lambda document: st.tuples(
            st.just(document), st.lists(near(document["properties"]["v"], document["$defs"]), min_size=1, max_size=4)
        )
    ),
    min_size=2,
    max_size=3,
)


def multiple_of(_: Validator, step: float, value: Any, __: Schema) -> Iterator[jsonschema.ValidationError]:
    """As JSON Schema has it: `jsonschema` follows the rounding of floats, by which 0.3 is no multiple of 0.1."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and (Fraction(repr(value)) % Fraction(repr(step)) if isinstance(step, float) else value % step):
        yield jsonschema.ValidationError(f"{value} is not a multiple of {step}")


Reference = jsonschema.validators.extend(Draft202012Validator, {"multipleOf": multiple_of})  # type: ignore[no-untyped-call]


def test_the_verdict_is_that_of_jsonschema(tool: Callable[..., ToolSpec], load: Callable[..., Any]) -> None:
    pairs: set[tuple[str, str]] = set()

    @settings(max_examples=EXAMPLES, deadline=None)
    @given(CASES)
    def compare(cases: list[tuple[Schema, list[Json]]]) -> None:
        schemas = {f"subject{index}": {"type": "object"} | document for index, (document, _) in enumerate(cases)}
        assert not any(map(Enforcement().unenforced, schemas.values()))
        module = load(*(tool(schema, name, is_async=True) for name, schema in schemas.items()))
        module.bind(**dict.fromkeys(schemas, accept))
        asyncio.run(agree(module, schemas, [calls(values) for _, values in cases]))

    async def agree(module: Any, schemas: dict[str, Schema], cases: list[dict[str, Schema]]) -> None:
        for (name, schema), texts in zip(schemas.items(), cases, strict=True):
            for text, arguments in texts.items():
                pairs.add((repr(schema), text))
                expected = [str(error.message) for error in Reference(schema).iter_errors(arguments)]
                assert await faults(module, name, text) == bool(expected), (schema, arguments, expected)

    compare()
    assert len(pairs) >= 100 * EXAMPLES


PROBES: tuple[Json, ...] = (
    *(None, False, True, 0, 1, 2, -1, 1.0, 0.3, -0.0, 2**53 + 1, 10**400, 1e308, 5e-324),
    *("", "a", "aa", "b\n", "😀😀", "é" * 4, "e\u0301"),
    *([], [1], [1, 1.0], [True, 1], [0, False], [[0], [False]], [{"a": 1}, {"a": 1.0}], ["a", "b", "c"]),
    *({}, {"a": 1}, {"a": 1, "b": None}, {"": 0, "if": "", "é": []}, {"kind": "cat"}, {"kind": "dog", "a": 1}),
)
"""Values at the edges of the types and of what JSON holds equal."""


def calls(values: list[Json]) -> dict[str, Schema]:
    """Arguments around `values` of the argument `v`, by their JSON texts."""
    near = (other for value in values for other in islice(neighbours(value), NEIGHBOURS))
    probes = (around for probe in PROBES for around in (probe, [probe], {"a": probe}))
    found = [{}, {"v": values[0], "w": values[-1]}, *({"v": value} for value in (*near, *probes))]
    return {json.dumps(arguments): arguments for arguments in found}


async def accept(**_: object) -> None:
    """A tool that takes everything."""


async def faults(module: Any, name: str, text: str) -> bool:
    """Whether there is a fault; each of them has to be a sentence that can be sent to a model."""
    try:
        await module.dispatch(name, text)
    except module.InvalidArguments as error:
        json.dumps(error.to_dict()).encode()
        return bool(error.faults)
    return False
