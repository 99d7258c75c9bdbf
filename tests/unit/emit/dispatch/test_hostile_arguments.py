"""Whatever a model or a caller sends: a result or a ToolError, in a time that grows with what was sent."""

from __future__ import annotations

import asyncio
import functools
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.emit import _support
from toolgen.model.json_values import Schema
from toolgen.model.tool import ToolSpec

SCHEMA: Schema = {
    "properties": {
        "any": {},
        "text": {"type": "string", "maxLength": 3, "pattern": "^a*$"},
        "whole": {"type": "integer", "multipleOf": 3},
        "number": {"type": "number", "minimum": 0, "multipleOf": 0.1},
        "list": {"type": "array", "uniqueItems": True, "items": {"type": ["integer", "array", "object"]}},
        "map": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}}},
        "tree": {"$ref": "#/$defs/Tree"},
        "kind": {"oneOf": [{"$ref": "#/$defs/Tree"}, {"$ref": "#/$defs/Chain"}, {"type": "null"}]},
        "enum": {"enum": ["a", 1, None, [1]]},
    },
    "$defs": {
        "Tree": {
            "type": "object",
            "properties": {"a": {"anyOf": [{"$ref": "#/$defs/Tree"}, {"$ref": "#/$defs/Chain"}]}},
        },
        "Chain": {
            "type": "object",
            "properties": {"a": {"oneOf": [{"$ref": "#/$defs/Chain"}, {"$ref": "#/$defs/Tree"}]}, "b": {"const": 1}},
            "required": ["b"],
        },
    },
}

Dispatch = Callable[[Any], Any]


@pytest.fixture(scope="module")
def dispatch(tool: Callable[..., ToolSpec], load: Callable[..., Any]) -> Iterator[Dispatch]:
    """`dispatch(arguments)`: the arguments that the tool gets, or the error as a model sees it."""
    module = load(tool(SCHEMA, is_async=True))
    module.bind(subject=subject)
    with asyncio.Runner() as runner:

        def run(arguments: Any) -> Any:
            try:
                return runner.run(module.dispatch("subject", arguments))
            except module.ToolError as error:
                json.dumps(error.to_dict(), ensure_ascii=False, allow_nan=False).encode()
                return error.message

        yield run


async def subject(**given: Any) -> dict[str, Any]:
    return given


# -- by name --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ('{"any": NaN}', "NaN is not JSON"),
        ('{"any": [-Infinity]}', "-Infinity is not JSON"),
        ('{"number": 1e999}', "1e999 is too large"),
        (f'{{"whole": 1{"0" * 5000}}}', "4300"),
        (f'{{"any": {"[" * 100_000}', "$: expected less nesting"),
        (f'{{"any": {"[" * 100_000}{"]" * 100_000}}}', "$: expected less nesting"),
        (f"""{'{"a":' * 100_000}1{"}" * 100_000}""", "$: expected less nesting"),
        (f'{{"list": "{"[" * 100_000}{"]" * 100_000}"}}', "$: expected less nesting"),
        ('{"any": 1, "any": 2}', '"any" stands twice in an object'),
        ('{"any": {"a": {"b": 1, "b": 1}}}', '"b" stands twice in an object'),
        (r'{"any": "\ud83d"}', "surrogates not allowed"),
        (r'{"any": {"\uDE00": 1}}', "surrogates not allowed"),
        ('{"any": "\ud83d"}', "surrogates not allowed"),
        (b'{"any": "\xff"}', "invalid start byte"),
        (b'{"any": "\xed\xa0\x80"}', "invalid continuation byte"),
        (b"\xef\xbb\xbf{}", "Expecting value"),
        ("\ufeff{}", "Expecting value"),
        ("{} {}", "Extra data"),
        ("{'any': 1}", "property name enclosed in double quotes"),
        ('{"any": 1,}', "$: expected JSON"),
        ('{"any": 01}', "$: expected JSON"),
        ('{"any": "\x00"}', "Invalid control character"),
        ("[]", "$: expected an object"),
        ("null", "$: expected an object"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_text_that_is_refused(dispatch: Dispatch, arguments: str | bytes, message: str) -> None:
    assert message in dispatch(arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        None,
        "",
        b"",
        "{}",
        '{"any": "\\ud83d\\ude00"}',
        '{"any": "😀"}',
        b'{"any": "\xf0\x9f\x98\x80"}',
        '{"any": "\\u0000"}',
    ],
)
def test_what_is_odd_and_right(dispatch: Dispatch, arguments: str | bytes | None) -> None:
    assert dispatch(arguments) == json.loads(arguments or "{}")


class Raising:
    """An object that answers nothing."""

    def fail(self, *_: object) -> Any:
        raise RuntimeError("no answer")

    __eq__ = __hash__ = __str__ = __repr__ = __bool__ = __len__ = __iter__ = __getattr__ = fail
    __class__ = property(fail)


class RaisingMapping(Mapping[str, object]):
    __getitem__ = __iter__ = __len__ = Raising.fail


class RaisingList(list[object]):
    __iter__ = __len__ = Raising.fail


class RaisingText(str):
    __eq__ = __hash__ = __str__ = isidentifier = encode = isascii = Raising.fail  # type: ignore[assignment]


def cyclic() -> list[object]:
    inside: list[object] = []
    inside.append(inside)
    return inside


def deep() -> list[object]:
    inside: list[object] = []
    for _ in range(100_000):
        inside = [inside]
    return inside


HOSTILE: Mapping[str, Callable[[], object]] = {
    "nan": lambda: float("nan"),
    "infinity": lambda: float("-inf"),
    "digits": lambda: 10**5000,
    "cyclic": cyclic,
    "deep": deep,
    "raising": Raising,
    "raising mapping": RaisingMapping,
    "raising list": lambda: RaisingList([1]),
    "raising text": lambda: RaisingText("a"),
    "half a character": lambda: "\ud83d",
    "half a character in a name": lambda: {"\ud83d": 1},
    "bytes": lambda: b"\xff",
    "set": lambda: {1},
    "object": object,
    "class": lambda: int,
    "generator": lambda: (item for item in "ab"),
    "name of another type": lambda: {1: 2},
    "raising name": lambda: {RaisingType: 1},
}


class RaisingType(type):
    __str__ = __repr__ = Raising.fail


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("around", [lambda x: {"any": x}, lambda x: {"list": [x]}, lambda x: {"tree": {"a": x}}])
def test_python_values_that_are_no_json(
    dispatch: Dispatch, name: str, around: Callable[[object], Mapping[str, object]]
) -> None:
    assert isinstance(dispatch(around(HOSTILE[name]())), str)


@pytest.mark.parametrize("name", HOSTILE)
def test_arguments_that_are_no_object(dispatch: Dispatch, name: str) -> None:
    assert isinstance(dispatch(HOSTILE[name]()), str)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (5, "$: expected an object, got 5"),
        (False, "$: expected an object, got false"),
        ([], "$: expected an object, got an array of length 0"),
        (bytearray(b"{}"), "$: expected a JSON value, got a Python bytearray that is not JSON"),
    ],
)
def test_one_fault_says_that_they_are_none(dispatch: Dispatch, arguments: object, fault: str) -> None:
    assert dispatch(arguments) == f'invalid arguments for "subject":\n{fault}'


# -- by chance ------------------------------------------------------------------------------------------------

NAMES = st.sampled_from([*SCHEMA["properties"], "a", "b", "\ud800", "é" * 100])
ODD = st.sampled_from([10**30, -0.0, 1e308, 5e-324, "\ud800", "\x00", "[1]", '{"a": 1}', "[" * 2000, "x" * 1000])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | ODD,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(NAMES, VALUES, max_size=4), st.data())
def test_any_json_and_any_damage_to_it(dispatch: Dispatch, arguments: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(arguments, ensure_ascii=data.draw(st.booleans()))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 5)))
    damaged = (
        text[:start] + data.draw(st.text(max_size=3) | st.sampled_from(['"', "{", "]", ",", "\\u", "1e"])) + text[end:]
    )
    for sent in (text, damaged, arguments, text.encode(errors="replace"), damaged.encode(errors="surrogatepass")):
        assert isinstance(dispatch(sent), dict | str)


@given(st.text() | st.binary())
def test_any_text(dispatch: Dispatch, text: str | bytes) -> None:
    assert isinstance(dispatch(text), dict | str)


# -- growth ---------------------------------------------------------------------------------------------------


def nested(size: int) -> str:
    value: Any = 1
    for index in range(size):
        value = {"a": value, "b": index % 3}
    return json.dumps({"kind": value, "tree": value})


GROWING: Mapping[str, Callable[[int], str]] = {
    "faults": lambda n: json.dumps({"map": {"a": ["x"] * n}}),
    "faults below a long name": lambda n: json.dumps({"map": {"k" * n: ["x"] * n}}),
    "text": lambda n: json.dumps({"text": "x" * n, "any": "é" * n}),
    "digits": lambda n: f'{{"whole": 1{"0" * n}}}',
    "items that must be unique": lambda n: json.dumps({"list": [[i] for i in range(n)]}),
    "items that are equal": lambda n: json.dumps({"list": [{"a": i % 2} for i in range(n)]}),
    "names": lambda n: json.dumps({"any": {str(i): i for i in range(n)}}),
    "names that stand twice": lambda n: json.dumps({"any": 0})[:-1] + ', "any": 0' * n + "}",
    "unknown arguments": lambda n: json.dumps({f"unknown{i}": i for i in range(n)}),
    "brackets": lambda n: f'{{"any": {"[" * n}',
}


@pytest.mark.parametrize("name", GROWING)
def test_the_time_grows_with_what_was_sent(dispatch: Dispatch, name: str) -> None:
    once, twice = (calls(dispatch, GROWING[name](size)) for size in (1000, 2000))
    assert twice <= 2.5 * once + 100


@pytest.mark.parametrize("name", GROWING)
def test_what_is_said_grows_with_what_was_sent(dispatch: Dispatch, name: str) -> None:
    sent = GROWING[name](2000)
    assert len(str(dispatch(sent))) <= 2 * len(sent) + 20_000


def test_unions_inside_unions_are_not_tried_in_all_combinations(dispatch: Dispatch) -> None:
    """The time is that of as many paths as there are parts; the depth of what is sent is limited."""
    once, twice = (calls(dispatch, nested(depth)) for depth in (40, 80))
    assert twice <= 4 * once


def calls(dispatch: Dispatch, arguments: str) -> int:
    """How many functions are called: a time that does not depend on the machine."""
    count = 0

    def note(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        dispatch(arguments)
    finally:
        sys.setprofile(before)
    return count


def layers(each: Callable[[Schema], Schema]) -> Schema:
    """Definitions of 40 layers, each made of a reference to the next, and a list of three integers below them."""
    below = {f"D{n}": each({"$ref": f"#/$defs/D{n + 1}"}) for n in range(40)}
    last: Schema = {"type": "array", "minItems": 3, "items": {"type": "integer"}}
    return {"properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": {**below, "D40": last}}


def circle(each: Callable[[Schema], Schema]) -> Schema:
    """A definition that is made of a reference to itself."""
    return {"properties": {"a": {"$ref": "#/$defs/D"}}, "$defs": {"D": each({"$ref": "#/$defs/D"})}}


CHAIN = json.dumps({"a": functools.reduce(lambda inner, _: {"n": inner}, range(40), cast(Any, 5))})

SEVERAL: dict[str, tuple[Schema, str]] = {
    "all of two": (layers(lambda below: {"allOf": [below, below]}), '{"a": [1]}'),
    "all of two, of lists": (
        layers(lambda below: {"allOf": [below, {**below, "minItems": 2}]}),
        '{"a": [1, "b", "c"]}',
    ),
    "any of two": (layers(lambda below: {"anyOf": [below, below]}), '{"a": [1]}'),
    "one of two": (layers(lambda below: {"oneOf": [below, below]}), '{"a": [1]}'),
    "not both": (layers(lambda below: {"anyOf": [below, {"not": below, "type": "object"}]}), '{"a": [1]}'),
    "all of two, inside of themselves": (
        circle(lambda whole: {"allOf": [{"type": "object", "properties": {"n": whole}}] * 2}),
        CHAIN,
    ),
    "a name and a pattern": (
        circle(lambda whole: {"type": "object", "properties": {"n": whole}, "patternProperties": {"^n": whole}}),
        CHAIN,
    ),
    "properties, and one of two": (
        circle(lambda whole: {"properties": {"n": whole}, "type": "object", "anyOf": [{"properties": {"n": whole}}]}),
        CHAIN,
    ),
}


@pytest.mark.parametrize(("schema", "arguments"), SEVERAL.values(), ids=SEVERAL)
def test_a_value_is_checked_once_where_a_schema_asks_for_it_several_times(
    tool: Callable[..., ToolSpec], load: Callable[..., Any], schema: Schema, arguments: str
) -> None:
    module = load(tool(schema))

    def refuse(sent: str) -> None:
        with pytest.raises(module.InvalidArguments, match="expected"):
            module.decode("subject", sent)

    assert calls(refuse, arguments) < 20_000


def test_a_name_is_not_taken_for_the_value_that_it_has(tool: Callable[..., ToolSpec], load: Callable[..., Any]) -> None:
    """Both stand at one path, and what was found out of one is no answer for the other."""
    one_of: Schema = {"oneOf": [{"type": "string", "maxLength": 1}, {"type": "string", "minLength": 3}]}
    definitions = {"D": {"oneOf": [one_of, {"type": "null"}]}}
    named = {"type": "object", "propertyNames": {"$ref": "#/$defs/D"}, "additionalProperties": {"$ref": "#/$defs/D"}}
    listed = {"type": "object", "required": ["b"], "properties": {"b": {"type": "array"}}}
    module = load(tool({"properties": {"x": {"anyOf": [named, listed]}}, "$defs": definitions}))
    assert module.decode("subject", '{"x": {"a": "b"}}') == {"x": {"a": "b"}}
    with pytest.raises(module.InvalidArguments):
        module.decode("subject", '{"x": {"a": "bb"}}')


LINKS = """
    import datetime
    from dataclasses import dataclass
    from toolgen import tool

    @dataclass
    class Start:
        on: datetime.date
        next: "Start | Stop | None" = None

    @dataclass
    class Stop:
        on: datetime.date
        next: "Start | Stop | None" = None

    @tool
    def link(v: Start | Stop) -> str:
        "Link."
        return type(v).__name__
"""


def test_unions_of_classes_are_not_made_in_all_combinations(project: Callable[..., Any]) -> None:
    module = project({"app.py": LINKS})
    value: dict[str, Any] = {"on": "no date"}
    for _ in range(40):
        value = {"on": "2026-01-31", "next": value}
    with pytest.raises(module.InvalidArguments, match="expected a date like 2026-01-31"):
        module.decode("link", {"v": value})


def test_what_is_told_of_a_fault_is_short_and_can_be_sent_on() -> None:
    path: _support.Path = ()
    for _ in range(500):
        path = path, "x" * 80
    faults = _support.Faults()
    faults.add(path, f"a valid Secret ({'y' * 10_000_000}\ud800)", 10**4000)
    (fault,) = faults
    assert [len(part) <= most for part, most in zip(fault, (310, 1010, 510), strict=True)] == [True] * 3
    many = _support.InvalidArguments("add", [*faults] * 1000)
    assert len(json.dumps(many.to_dict()).encode()) < 100_000
    assert many.message.endswith("and 980 more")
    assert len(many.faults) == 1000  # for programs


# -- what a value would make ----------------------------------------------------------------------------------

PRIME = sys.hash_info.modulus
"""Numbers that differ by it have the same hash."""

CROWD = [n * PRIME for n in range(20_000)]


@pytest.mark.parametrize("text", ["1e1000000000", "-1E-1000000000", "1" * 5000, "1/" + "3" * 5000])
def test_fractions_of_too_many_digits(text: str) -> None:
    assert refusal(_support.to_fraction, text) == "a fraction like 1/3"


@pytest.mark.parametrize(
    "pattern",
    [
        *("(a*)*", "(a|a)+", "(?:a?){20}", "((ab)*c)*", "(?P<x>a+)*", "([a-z]+)*b", "(a{1,9}){1,9}", "(?:(?:a|b)c)*"),
        *(
            "(?x)(a+) +$",
            "(?ix)(a+)#\n+$",
            "(?x:(a+) +)$",
            "a" * 1_001,
            "[a-z]" * 60,
            "(" * 900 + ")" * 900,
            "(",
            "a{99999999999}",
            "(){2000000000}",
            "(?#[)(a+)+b(?#])",
            "a?" * 30 + "a" * 30,
            "(?:a|a)" * 30,
            "[[a]",  # which Python warns of
        ),
    ],
)
def test_patterns_that_take_long(pattern: str) -> None:
    assert refusal(_support.to_pattern, pattern).startswith("a regular expression")


@pytest.mark.parametrize(
    "pattern",
    [
        *("", "a", "a+b*", "(ab)*c", "(a|b)c", r"\(a*\)*", "[(a*)]*", "(?i)a|b", "^a.*b$", "(a+)", "(a+)?b"),
        *(r"\d{4}-\d{2}-\d{2}", "[]a*]+", "(?:GET|POST) /\\S+", r"(?P<year>\d+)-(?P<month>\d+)", "a" * 1_000),
        *("(?:ab)*c", "(?P<x>ab)+", r"\b(?:" + "|".join(map(str, range(100))) + r")\b", r"(TODO|FIXME)\s*:?\s*(.*?)$"),
    ],
)
def test_patterns_that_people_ask_for(pattern: str) -> None:
    faults = _support.Faults()
    assert _support.to_pattern(pattern, (), faults).pattern == pattern
    assert not faults


@pytest.mark.parametrize("make", [set, frozenset])
def test_sets_of_numbers_with_one_hash(make: Callable[[Any], Any]) -> None:
    def read(value: Any, at: Any, faults: Any) -> Any:
        return _support.items(make, value, at, faults)

    assert refusal(read, CROWD) == "an array of scalars"
    assert not _support.unique(CROWD)


def test_keys_with_one_hash() -> None:
    def read(value: Any, at: Any, faults: Any) -> Any:
        return _support.entries(dict, value, at, faults, None, _support.to_int)

    assert refusal(read, {str(n): n for n in CROWD}) == "an object with other names"


@pytest.mark.parametrize("items", [[*range(50_000)], [-1, -2] * 5_000, [str(n) for n in range(50_000)], CROWD[:900]])
def test_large_sets_are_read(items: list[Any]) -> None:
    faults = _support.Faults()
    assert _support.items(set, [*items], (), faults) == {*items}
    assert not faults


def test_of_many_faults_the_number_is_told(dispatch: Dispatch) -> None:
    said = dispatch({"map": {"a": ["x"] * 100_000}})
    assert said.count("$.map.a") == 20
    assert said.endswith("and 99980 more")


def refusal(read: Callable[..., Any], value: Any) -> str:
    """What `read` expects in the place of `value`."""
    faults = _support.Faults()
    read(value, (), faults)
    (fault,) = faults
    return fault.expected
