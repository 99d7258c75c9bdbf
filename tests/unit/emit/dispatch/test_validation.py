"""What a model may send, and what it is told otherwise."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from toolgen.model.json_values import Schema
from toolgen.model.tool import ToolSpec

Received = Callable[..., Any]

ADDRESS: Schema = {
    "type": "object",
    "properties": {"street": {"type": "string"}, "zip": {"type": "string", "pattern": "^[0-9]{4}$"}},
    "required": ["street"],
    "additionalProperties": False,
}
NODE: Schema = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
    "required": ["name"],
}
DEFINITIONS = {"Address": ADDRESS, "Node": NODE, "Level": {"type": "integer", "enum": [1, 2]}}


def faults_of(received: Received, schema: Schema, arguments: Any) -> list[str]:
    try:
        received(schema, arguments)
    except Exception as error:
        if getattr(error, "code", None) != "invalid_arguments":
            raise
        return [str(fault) for fault in error.faults]  # type: ignore[attr-defined]
    return []


VALID: list[tuple[Any, Any]] = [
    (True, 1),
    ({}, {"a": [None]}),
    ({"type": "string"}, ""),
    ({"type": "integer"}, 10**30),
    ({"type": "number"}, 1),
    ({"type": ["string", "null"]}, None),
    ({"enum": ["a", None, 3]}, 3.0),
    ({"enum": [[1, {"a": True}]]}, [1.0, {"a": True}]),
    ({"const": 1}, 1.0),
    ({"type": "string", "minLength": 2, "maxLength": 2}, "😀é"),
    ({"pattern": r"^[$]\$a$"}, "$$a"),
    ({"pattern": "(?m)^a$"}, "a\nb"),
    ({"type": "number", "multipleOf": 0.1}, 0.3),
    ({"type": "number", "multipleOf": 0.01}, 19.99),
    ({"minimum": 3}, "text"),
    ({"type": "array", "prefixItems": [{"type": "string"}], "items": False}, ["a"]),
    ({"type": "array", "uniqueItems": True}, [1, True, "1", [1], [True], {"a": 1}, {"a": True}]),
    ({"type": "object", "propertyNames": {"maxLength": 1}}, {"a": 1, "b": 2}),
    ({"type": "object", "additionalProperties": {"type": "integer"}}, {"a": 1}),
    ({"anyOf": [{"$ref": "#/$defs/Address"}, {"type": "null"}]}, None),
    ({"anyOf": [{"$ref": "#/$defs/Address"}, {"$ref": "#/$defs/Node"}]}, {"name": "n", "more": 1}),
    ({"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 5}]}, 5.5),
    ({"allOf": [{"minimum": 1}, {"maximum": 2}]}, 2),
    ({"not": {"type": "string"}}, 1),
    ({"$ref": "#/$defs/Node"}, {"name": "a", "children": [{"name": "b", "children": []}]}),
    ({"$ref": "#/$defs/Missing"}, "anything"),
    ({"$ref": "https://example.org/schema"}, "anything"),
    ({"patternProperties": {"^x": {}}, "additionalProperties": False}, {"x": 1}),
    ({"type": "strange", "minimum": "3", "items": [{}]}, "anything"),
]


@pytest.mark.parametrize(("schema", "value"), VALID)
def test_valid(received: Received, schema: Any, value: Any) -> None:
    document = {"properties": {"v": schema}, "required": ["v"], "$defs": DEFINITIONS}
    assert received(document, {"v": value}) == {"v": value}


LONG = f'got "{"a" * 60}"... (5001 characters)'
INVALID: list[tuple[Any, Any, list[str]]] = [
    (False, 1, ["$.v: expected nothing, got 1"]),
    ({"type": "string"}, None, ["$.v: expected a string, got null"]),
    ({"type": "integer"}, True, ["$.v: expected an integer, got true"]),
    ({"type": "integer"}, 1.5, ["$.v: expected an integer, got 1.5"]),
    ({"type": "number"}, "1", ['$.v: expected a number, got "1"']),
    ({"type": "boolean"}, 0, ["$.v: expected true or false, got 0"]),
    ({"type": ["string", "null"]}, {}, ["$.v: expected a string or null, got an object of size 0"]),
    ({"enum": ["a", "b", "c"]}, ["a"], ['$.v: expected "a", "b" or "c", got an array of length 1']),
    ({"enum": [0, 1]}, False, ["$.v: expected 0 or 1, got false"]),
    ({"const": True}, 1, ["$.v: expected true, got 1"]),
    (
        {"enum": list("abcdefghijklm")},
        "n",
        ['$.v: expected one of 13 values: "a", "b", "c", "d", "e", "f", ..., got "n"'],
    ),
    ({"type": "number", "minimum": 0}, -1, ["$.v: expected a number ≥ 0, got -1"]),
    ({"type": "integer", "minimum": 1, "maximum": 5}, 9, ["$.v: expected an integer ≥ 1 and ≤ 5, got 9"]),
    (
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        1,
        ["$.v: expected a number > 0 and < 1, got 1"],
    ),
    ({"type": "integer", "multipleOf": 5}, 7, ["$.v: expected an integer that is a multiple of 5, got 7"]),
    ({"type": "number", "multipleOf": 0.1}, 0.35, ["$.v: expected a number that is a multiple of 0.1, got 0.35"]),
    ({"type": "string", "minLength": 1}, "", ['$.v: expected a string of at least 1 character, got ""']),
    ({"type": "string", "minLength": 2, "maxLength": 3}, "a", ['$.v: expected a string of 2 to 3 characters, got "a"']),
    ({"type": "string", "pattern": "^a+$"}, "b", ['$.v: expected a string that matches ^a+$, got "b"']),
    # As JSON Schema and pydantic have it, and unlike Python, `$` stands at the end alone.
    ({"type": "string", "pattern": "^a+$"}, "a\n", [r'$.v: expected a string that matches ^a+$, got "a\n"']),
    (
        {"type": "string", "pattern": "^a*a*$"},
        f"{'a' * 5000}b",
        [f"$.v: expected a string of at most 704 characters that matches ^a*a*$, {LONG}"],
    ),
    ({"type": "array", "maxItems": 1}, [1, 2], ["$.v: expected an array of at most 1 item, got an array of length 2"]),
    (
        {"type": "array", "uniqueItems": True},
        [1, 1.0],
        ["$.v: expected an array without repetitions, got an array of length 2"],
    ),
    (
        {"type": "array", "items": {"type": "string"}, "maxItems": 2},
        ["a", 1, None],
        [
            "$.v: expected an array of at most 2 items, got an array of length 3",
            "$.v[1]: expected a string, got 1",
            "$.v[2]: expected a string, got null",
        ],
    ),
    (
        {"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": {"type": "null"}},
        [1, 2, 3],
        ["$.v[0]: expected a string, got 1", "$.v[2]: expected null, got 3"],
    ),
    ({"minProperties": 2}, {"a": 1}, ["$.v: expected an object of at least 2 properties, got an object of size 1"]),
    (
        {"propertyNames": {"enum": ["a", "b"]}},
        {"c": 1},
        ['$.v.c: expected a name that is "a" or "b", got "c"'],
    ),
    (
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"a": 1, "two words": "x", '"': 1.5},
        ['$.v["two words"]: expected an integer, got "x"', '$.v["\\""]: expected an integer, got 1.5'],
    ),
    (
        {"type": "object", "patternProperties": {"^x": {"type": "integer"}, "y$": {"minimum": 5}}},
        {"x": 1, "z": "", "xy": 3, "xz": "3"},
        ['$.v.xz: expected an integer, got "3"', "$.v.xy: expected a number ≥ 5, got 3"],
    ),
    (
        {"properties": {"a": True}, "patternProperties": {"^x": True, "y$": True}, "additionalProperties": False},
        {"a": 1, "x": 1, "zy": 1, "yz": 1},
        ['$.v.yz: expected a name that is "a" or matches ^x or matches y$, got "yz"'],
    ),
    (
        {"$ref": "#/$defs/Address"},
        {"zip": "12", "city": "Faro"},
        [
            "$.v.street: expected a string, got nothing",
            '$.v.zip: expected a string that matches ^[0-9]{4}$, got "12"',
            '$.v.city: expected no such name (only "street" or "zip"), got "Faro"',
        ],
    ),
    (
        {"$ref": "#/$defs/Node"},
        {"name": "a", "children": [{"name": "b", "children": [{"name": 3}]}, []]},
        [
            "$.v.children[0].children[0].name: expected a string, got 3",
            "$.v.children[1]: expected an object, got an array of length 0",
        ],
    ),
    ({"$ref": "#/$defs/Level"}, 3, ["$.v: expected 1 or 2, got 3"]),
    (
        {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "integer"}]},
        "x",
        ['$.v: expected an array or an integer, got "x"'],
    ),
    (
        {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "integer"}]},
        [1, "x"],
        ['$.v[1]: expected an integer, got "x"'],
    ),
    (
        {"anyOf": [{"$ref": "#/$defs/Address"}, {"$ref": "#/$defs/Node"}]},
        {"name": 1},
        ["$.v.name: expected a string (for Node, which comes nearest), got 1"],
    ),
    (
        {"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 5}]},
        6,
        ["$.v: expected a value of one kind, not of several, got 6"],
    ),
    ({"allOf": [{"type": "integer"}, {"minimum": 1}]}, 0, ["$.v: expected an integer and a number ≥ 1, got 0"]),
    (
        {"not": {"type": "string", "maxLength": 3}},
        "abc",
        ['$.v: expected anything but a string of at most 3 characters, got "abc"'],
    ),
]


@pytest.mark.parametrize(("schema", "value", "faults"), INVALID)
def test_invalid(received: Received, schema: Any, value: Any, faults: list[str]) -> None:
    document = {"properties": {"v": schema}, "required": ["v"], "$defs": DEFINITIONS}
    assert faults_of(received, document, {"v": value}) == faults


@pytest.mark.parametrize("schema", [{"type": "string"}, {"$ref": "#/$defs/Node"}, {"enum": ["a"]}, {"minimum": 3}, {}])
def test_what_is_required_must_be_there(received: Received, schema: Schema) -> None:
    document = {"properties": {"v": schema}, "required": ["v"], "$defs": DEFINITIONS}
    (fault,) = faults_of(received, document, {})
    assert fault.startswith("$.v: expected ")
    assert fault.endswith(", got nothing")


@pytest.mark.parametrize("schema", [{"type": "string"}, {"$ref": "#/$defs/Node"}, {"enum": ["a"]}, {"minimum": 3}, {}])
def test_what_is_optional_is_left_out(received: Received, schema: Schema) -> None:
    assert received({"properties": {"v": schema}, "$defs": DEFINITIONS}, {}) == {}


@pytest.mark.parametrize(
    "schema", [{"type": "string"}, {"$ref": "#/$defs/Node"}, {"anyOf": [{"type": "string"}, NODE]}]
)
def test_what_is_optional_is_not_nullable(received: Received, schema: Schema) -> None:
    assert faults_of(received, {"properties": {"v": schema}, "$defs": DEFINITIONS}, {"v": None})


def test_all_faults_are_told_at_once(received: Received) -> None:
    document: Schema = {
        "properties": {
            "items": {
                "type": "array",
                "items": {"type": "object", "properties": {"price": {"type": "number", "minimum": 0}}},
            },
            "name": {"type": "string"},
        },
        "required": ["name"],
    }
    arguments = {"items": [{}, {"price": "free"}, {"price": -1}]}
    assert faults_of(received, document, arguments) == [
        '$.items[1].price: expected a number ≥ 0, got "free"',
        "$.items[2].price: expected a number ≥ 0, got -1",
        "$.name: expected a string, got nothing",
    ]


# -- unknown arguments ----------------------------------------------------------------------------------------


def test_unknown_arguments_are_dropped_where_the_schema_is_open(received: Received) -> None:
    assert received({"properties": {"a": {}}}, {"a": 1, "b": 2}) == {"a": 1}
    assert received({"properties": {}}, {"b": 2}) == {}


def test_unknown_arguments_are_faults_where_the_schema_is_closed(received: Received) -> None:
    closed: Schema = {"properties": {"a": {}}, "additionalProperties": False}
    assert faults_of(received, closed, {"a": 1, "b": 2}) == ['$.b: expected no such name (only "a"), got 2']
    closed = {"properties": {"query": {}, "limit": {}}, "additionalProperties": False}
    assert faults_of(received, closed, {"qeury": "x"}) == [
        '$.qeury: expected no such name (did you mean "query"?), got "x"'
    ]
    assert faults_of(received, {"additionalProperties": False}, {"b": 2}) == ['$.b: expected no properties, got "b"']


# -- JSON text ------------------------------------------------------------------------------------------------

ANY_DOCUMENT: Schema = {"properties": {"v": {}}}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", {}),
        (b"", {}),
        (" {} \n", {}),
        ('{"v": 1.0}', {"v": 1.0}),
        (b'{"v": "\\ud83d\\ude00"}', {"v": "😀"}),
        ('{"v": 1e308}', {"v": 1e308}),
    ],
)
def test_text_is_decoded(received: Received, text: str | bytes, value: Any) -> None:
    assert received(ANY_DOCUMENT, text) == value


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("{", "text with a mistake: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ('{"v": 1} x', "text with a mistake: Extra data: line 1 column 10 (char 9)"),
        ('{"v": NaN}', "text with a mistake: NaN is not JSON"),
        ('{"v": -Infinity}', "text with a mistake: -Infinity is not JSON"),
        ('{"v": 1e999}', "text with a mistake: 1e999 is too large"),
        ('{"v": 1, "v": 1}', 'text with a mistake: "v" stands twice in an object'),
        ('{"v": {"": 1, "": 2}}', 'text with a mistake: "" stands twice in an object'),
        (b"\xff", "text with a mistake: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
        ("[" * 100_000, "more than Python can follow"),
        ('{"v": ' * 100_000, "more than Python can follow"),
        ("[]", "an array of length 0"),
        ("null", "null"),
        ('"{}"', '"{}"'),
    ],
)
def test_text_that_is_no_object_is_refused(received: Received, text: str | bytes, got: str) -> None:
    (fault,) = faults_of(received, ANY_DOCUMENT, text)
    assert fault.startswith("$: expected ")
    assert fault.endswith(f", got {got}")


def test_a_number_with_too_many_digits_is_refused(received: Received) -> None:
    (fault,) = faults_of(received, ANY_DOCUMENT, '{"v": ' + "9" * 5000 + "}")
    assert fault.startswith("$: expected JSON, got text with a mistake: Exceeds the limit (4300 digits)")


def test_values_nested_deeper_than_python_can_follow_are_refused(received: Received) -> None:
    value: Any = {"name": "leaf"}
    for _ in range(20_000):
        value = {"name": "n", "children": [value]}
    document = {"properties": {"v": {"$ref": "#/$defs/Node"}}, "$defs": DEFINITIONS}
    assert faults_of(received, document, {"v": value}) == ["$: expected less nesting, got more than Python can follow"]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (float("nan"), "$.v: expected a JSON value, got a Python float that is not JSON"),
        ([float("inf")], "$.v[0]: expected a JSON value, got a Python float that is not JSON"),
        pytest.param(10**5000, "$.v: expected a JSON value, got a Python int that is not JSON", id="huge"),
        ({1: 2}, "$.v: expected a JSON value, got a Python dict that is not JSON"),
        ({"a": b"x"}, "$.v.a: expected a JSON value, got a Python bytes that is not JSON"),
    ],
)
def test_a_mapping_holds_json(received: Received, value: Any, fault: str) -> None:
    assert faults_of(received, ANY_DOCUMENT, {"v": value}) == [fault]


def test_a_mapping_is_not_changed(received: Received) -> None:
    arguments = {"v": {"n": 1.0}, "more": (1, 2)}
    document: Schema = {"properties": {"v": {"properties": {"n": {"type": "integer"}}}}}
    given = received(document, arguments)
    assert (given, type(given["v"]["n"])) == ({"v": {"n": 1}}, int)
    assert (arguments["more"], type(arguments["v"]["n"])) == ((1, 2), float)  # type: ignore[index]


@pytest.mark.parametrize(
    ("schema", "value", "given"),
    [
        ({"type": "integer"}, 5.0, 5),
        ({"type": "array", "items": {"type": "integer"}}, [1.0, 2], [1, 2]),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"a": 1e20}, {"a": 10**20}),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, 5.0, 5),
        ({"type": "number"}, 5.0, 5.0),
        ({}, 5.0, 5.0),
    ],
)
def test_an_integer_arrives_as_one(received: Received, schema: Schema, value: Any, given: Any) -> None:
    # Providers that keep arguments in protocol buffers send every number with a fraction.
    result = received({"properties": {"v": schema}}, json.dumps({"v": value}))
    assert repr(result["v"]) == repr(given)


# -- JSON in JSON ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "value", "given"),
    [
        ({"type": "array", "items": {"type": "integer"}}, "[1, 2.0]", [1, 2]),
        ({"type": "object"}, '{"a": 1}', {"a": 1}),
        ({"anyOf": [{"type": "array"}, {"type": "null"}]}, " [1]", [1]),
        ({"$ref": "#/$defs/Node"}, '{"name": "a", "children": "[]"}', {"name": "a", "children": []}),
        ({"type": "array", "items": {"$ref": "#/$defs/Node"}}, ['{"name": "a"}'], [{"name": "a"}]),
        ({"type": ["array", "string"]}, "[1]", "[1]"),
        ({"type": "string"}, "[1]", "[1]"),
        ({}, "[1]", "[1]"),
    ],
)
def test_text_is_decoded_again_where_it_cannot_be_meant(
    received: Received, schema: Schema, value: Any, given: Any
) -> None:
    assert received({"properties": {"v": schema}, "$defs": DEFINITIONS}, {"v": value}) == {"v": given}


@pytest.mark.parametrize("value", ["", "x", "1", "[1", '{"a": 1, "a": 2}', "[NaN]"])
def test_other_text_stays_text(received: Received, value: str) -> None:
    faults = faults_of(received, {"properties": {"v": {"type": "array"}}}, {"v": value})
    assert faults == [f"$.v: expected an array, got {json.dumps(value)}"]


# -- messages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "got"),
    [
        ("a" * 80, f'"{"a" * 80}"'),
        ("a" * 81, f'"{"a" * 60}"... (81 characters)'),
        ("é\n", '"é\\n"'),
    ],
)
def test_what_came_is_shown_short_and_in_valid_text(received: Received, value: Any, got: str) -> None:
    (fault,) = faults_of(received, {"properties": {"v": {"type": "integer"}}}, {"v": value})
    assert fault == f"$.v: expected an integer, got {got}"
    fault.encode()


def test_a_message_holds_the_first_faults(tool: Callable[..., ToolSpec], load: Callable[..., Any]) -> None:
    module = load(tool({"properties": {"v": {"items": {"type": "string"}}}}))
    with pytest.raises(module.InvalidArguments) as caught:
        asyncio.run(module.dispatch("subject", {"v": list(range(100))}))
    lines = caught.value.message.splitlines()
    assert lines[0] == 'invalid arguments for "subject":'
    assert (len(lines), lines[-1]) == (22, "and 80 more")
    described = caught.value.to_dict()
    assert (described["code"], described["message"]) == ("invalid_arguments", caught.value.message)
    assert described["faults"][19] == {"path": "$.v[19]", "expected": "a string", "got": "19"}
    assert (len(described["faults"]), len(caught.value.faults)) == (20, 100)
    json.dumps(described)
