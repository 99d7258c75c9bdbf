"""JSON → the Python values of a signature: by a table of types, and as pydantic does it."""

from __future__ import annotations

import asyncio
import collections
import datetime
import decimal
import fractions
import importlib
import ipaddress
import pathlib
import re
import uuid
import zoneinfo
from collections.abc import Callable
from textwrap import dedent
from types import GenericAlias
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

Project = Callable[..., Any]

MODELS = """
    from __future__ import annotations

    import datetime
    from collections.abc import Mapping
    from dataclasses import dataclass, field
    from enum import Enum, IntEnum
    import attrs
    import msgspec
    from enum import Flag
    from typing import Annotated, Literal, NamedTuple, TypedDict

    import pydantic.dataclasses
    from pydantic import BaseModel, Field


    class Color(Enum):
        RED = "red"
        BLUE = "blue"


    class Level(IntEnum):
        ONE = 1
        TWO = 2


    @dataclass(frozen=True)
    class Address:
        street: str
        since: datetime.date | None = None
        color: Color = Color.RED

        def __post_init__(self) -> None:
            if self.street == "nowhere":
                raise ValueError("there is no such street")
            assert self.street != "", "a street has a name"


    @dataclass
    class Node:
        name: str
        children: list[Node] = field(default_factory=list)
        due: datetime.date | None = None


    class Point(NamedTuple):
        x: int
        at: datetime.date
        label: str = "here"


    class Match(TypedDict):
        title: str
        saved: datetime.datetime


    class Plain(TypedDict, total=False):
        title: str


    class Line(BaseModel):
        product: str = Field(alias="sku")
        price: float = Field(ge=0)
        due: datetime.date | None = None


    class Pair(Enum):
        BOTH = (1, "a")
        NONE = ()


    Shade = Enum("Shade", {"DARK": "d"})


    class Rights(Flag):
        READ = 1
        WRITE = 2
        ALL = READ | WRITE


    Spot = NamedTuple("Spot", [("x", int), ("on", datetime.date)])
    Header = TypedDict("Header", {"content-type": str, "on": datetime.date})


    class Renamed(TypedDict):
        name: Annotated[str, Field(alias="Name")]


    @dataclass
    class Job:
        name: Annotated[str, Field(alias="Name")]
        steps: list[str] = field(default_factory=list, init=False)
        state: str = field(default="new", init=False)


    @pydantic.dataclasses.dataclass
    class Checked:
        on: datetime.date
        size: int = Field(1, alias="Size")
        state: str = field(default="new", init=False)


    @attrs.define
    class Box:
        _on: datetime.date
        size: int = attrs.field(default=1, alias="Size")
        state: str = attrs.field(default="new", init=False)


    class Event(msgspec.Struct, rename="camel", tag=True):
        happened_on: datetime.date
        user_name: str = ""


    @dataclass
    class Cat:
        kind: Literal["cat"]
        lives: int = 9


    @dataclass
    class Dog:
        kind: Literal["dog"]
        born: datetime.date
"""

TOOLS = """
    import collections
    import datetime
    import decimal
    import pathlib
    import fractions
    import ipaddress
    import os
    import re
    import uuid
    import zoneinfo
    from collections.abc import Iterable, Mapping, MutableSet, Sequence, Set
    from typing import Annotated, Any, Literal

    from pydantic import Field
    from toolgen import tool

    from app.models import Address, Box, Cat, Checked, Color, Dog, Event, Header, Job, Level, Line, Match, Node
    from app.models import Pair, Plain, Point, Renamed, Rights, Shade, Spot

    @tool
    def take(v: {annotation}) -> Any:
        "Take a value."
        return v
"""

UUID = "12345678-1234-5678-1234-567812345678"


@pytest.fixture
def decode(project: Project) -> Callable[..., Any]:
    """`decode(annotation, value)`: what a parameter with this annotation gets."""

    def run(annotation: str, value: Any) -> Any:
        module = project({"app/models.py": MODELS, "app/tools.py": TOOLS.format(annotation=annotation)})
        return asyncio.run(module.dispatch("take", {"v": value}))

    return run


DAY = datetime.date(2026, 1, 31)
DECODED: list[tuple[str, Any, Any]] = [
    ("Any", {"a": [1, None]}, {"a": [1, None]}),
    ("list[str] | None", ["a"], ["a"]),
    ("Mapping[str, Sequence[int]]", {"a": [1]}, {"a": [1]}),
    ("Plain", {"title": "t"}, {"title": "t"}),
    ("datetime.date", "2026-01-31", DAY),
    ("datetime.datetime", "2026-01-31T09:30:00Z", datetime.datetime(2026, 1, 31, 9, 30, tzinfo=datetime.UTC)),
    ("datetime.time", "09:30", datetime.time(9, 30)),
    ("datetime.timedelta", "P1W2DT3H4M5.5S", datetime.timedelta(9, 5.5, 0, 0, 4, 3)),
    ("datetime.timedelta", "-PT90M", datetime.timedelta(minutes=-90)),
    ("uuid.UUID", UUID, uuid.UUID(UUID)),
    ("decimal.Decimal", "2.50", decimal.Decimal("2.50")),
    ("decimal.Decimal", 0.1, decimal.Decimal("0.1")),
    ("pathlib.Path", "a/b", pathlib.Path("a/b")),
    ("pathlib.PurePath", "a/b", pathlib.PurePath("a/b")),
    ("pathlib.PurePosixPath", "a/b", pathlib.PurePosixPath("a/b")),
    ("os.PathLike[str]", "a/b", pathlib.PurePath("a/b")),
    ("ipaddress.IPv4Address", "10.0.0.1", ipaddress.IPv4Address("10.0.0.1")),
    ("ipaddress.IPv6Network", "fe80::/64", ipaddress.IPv6Network("fe80::/64")),
    ("dict[ipaddress.IPv4Address, int]", {"10.0.0.1": 1}, {ipaddress.IPv4Address("10.0.0.1"): 1}),
    ("fractions.Fraction", 0.1, fractions.Fraction(1, 10)),
    ("complex", "1+2j", 1 + 2j),
    ("re.Pattern[str]", "^a", re.compile("^a")),
    ("zoneinfo.ZoneInfo", "Europe/Paris", zoneinfo.ZoneInfo("Europe/Paris")),
    ("bytes", "é", "é".encode()),
    ("set[int]", [1, 2.0], {1, 2}),
    ("frozenset[datetime.date]", ["2026-01-31"], frozenset({DAY})),
    ("Set[str]", ["a"], frozenset({"a"})),
    ("MutableSet[str]", ["a"], {"a"}),
    ("tuple[int, datetime.date]", [1, "2026-01-31"], (1, DAY)),
    ("tuple[datetime.date, ...]", ["2026-01-31"] * 2, (DAY, DAY)),
    ("tuple[()]", [], ()),
    ("tuple", [1, "a"], (1, "a")),
    ("Iterable[datetime.date]", ["2026-01-31"], [DAY]),
    ("collections.deque[int]", [1, 2], collections.deque([1, 2])),
    ("collections.OrderedDict[str, int]", {"b": 1, "a": 2}, collections.OrderedDict(b=1, a=2)),
    ("collections.defaultdict[str, list[int]]", {"b": [1]}, collections.defaultdict(list, b=[1])),
    ("dict[int, datetime.date]", {"1": "2026-01-31"}, {1: DAY}),
    ("dict[datetime.date, list[uuid.UUID]]", {"2026-01-31": [UUID]}, {DAY: [uuid.UUID(UUID)]}),
    ("list[dict[str, tuple[datetime.date, int]]]", [{"a": ["2026-01-31", 1]}], [{"a": (DAY, 1)}]),
    ("Annotated[list[Annotated[datetime.date, Field(title='D')]], Field(max_length=1)]", ["2026-01-31"], [DAY]),
    ("datetime.date | None", None, None),
    ("list[datetime.date | None]", [None, "2026-01-31"], [None, DAY]),
    ("datetime.date | uuid.UUID | None", UUID, uuid.UUID(UUID)),
    ("datetime.date | str", "2026-01-31", DAY),
    ("datetime.date | str", "today", "today"),
    ("str | datetime.date", "2026-01-31", "2026-01-31"),
    ("int | list[datetime.date]", ["2026-01-31"], [DAY]),
    ("int | list[datetime.date]", 3, 3),
    ("list[datetime.date] | list", ["2026-01-31"], ["2026-01-31"]),
    ("list[datetime.date] | list", [DAY.isoformat(), 1], ["2026-01-31", 1]),
    ("list[datetime.date] | dict", ["2026-01-31"], [DAY]),
    ("Literal['a', 1, None]", 1.0, 1),
]


@pytest.mark.parametrize(("annotation", "value", "expected"), DECODED)
def test_values_have_the_type_of_the_signature(
    decode: Callable[..., Any], annotation: str, value: Any, expected: Any
) -> None:
    decoded = decode(annotation, value)
    assert (decoded, type(decoded)) == (expected, type(expected))
    if isinstance(expected, collections.defaultdict):
        assert decoded.default_factory is expected.default_factory


CLASSES: list[tuple[str, Any, str]] = [
    ("Color", "red", "<Color.RED: 'red'>"),
    ("Level", 2.0, "<Level.TWO: 2>"),
    ("Literal[Color.RED, 'x']", "red", "<Color.RED: 'red'>"),
    ("Literal[Color.RED, 'x']", "x", "'x'"),
    ("dict[Color, Level]", {"red": 1}, "{<Color.RED: 'red'>: <Level.ONE: 1>}"),
    ("Address", {"street": "s", "more": 1}, "Address(street='s', since=None, color=<Color.RED: 'red'>)"),
    (
        "Address",
        {"street": "s", "since": "2026-01-31", "color": "blue"},
        "Address(street='s', since=datetime.date(2026, 1, 31), color=<Color.BLUE: 'blue'>)",
    ),
    (
        "Node",
        {"name": "a", "children": [{"name": "b", "due": "2026-01-31"}]},
        "Node(name='a', children=[Node(name='b', children=[], due=datetime.date(2026, 1, 31))], due=None)",
    ),
    ("Point", [1, "2026-01-31"], "Point(x=1, at=datetime.date(2026, 1, 31), label='here')"),
    (
        "Match",
        {"title": "t", "saved": "2026-01-31T09:30:00", "more": 1},
        "{'title': 't', 'saved': datetime.datetime(2026, 1, 31, 9, 30), 'more': 1}",
    ),
    (
        "list[Line]",
        [{"sku": "s", "price": 1, "due": "2026-01-31"}],
        "[Line(product='s', price=1.0, due=datetime.date(2026, 1, 31))]",
    ),
    ("Cat | Dog", {"kind": "dog", "born": "2026-01-31"}, "Dog(kind='dog', born=datetime.date(2026, 1, 31))"),
    ("Cat | Dog | None", {"kind": "cat"}, "Cat(kind='cat', lives=9)"),
    ("Dog | str", "rex", "'rex'"),
    ("list[Pair]", [[1, "a"], []], "[<Pair.BOTH: (1, 'a')>, <Pair.NONE: ()>]"),
    ("Shade", "d", "<Shade.DARK: 'd'>"),
    ("list[Rights]", [1, 3], "[<Rights.READ: 1>, <Rights.ALL: 3>]"),
    ("Spot", [1, "2026-01-31"], "Spot(x=1, on=datetime.date(2026, 1, 31))"),
    (
        "Header",
        {"content-type": "t", "on": "2026-01-31"},
        "{'content-type': 't', 'on': datetime.date(2026, 1, 31)}",
    ),
    ("list[Renamed]", [{"Name": "n", "more": 1}], "[{'more': 1, 'name': 'n'}]"),
    ("Job", {"Name": "n", "state": "old"}, "Job(name='n', steps=[], state='new')"),
    (
        "Checked",
        {"on": "2026-01-31", "Size": 2},
        "Checked(on=datetime.date(2026, 1, 31), size=2, state='new')",
    ),
    ("Box", {"on": "2026-01-31", "Size": 2}, "Box(_on=datetime.date(2026, 1, 31), size=2, state='new')"),
    (
        "Event",
        {"type": "Event", "happenedOn": "2026-01-31", "userName": "u"},
        "Event(happened_on=datetime.date(2026, 1, 31), user_name='u')",
    ),
]


@pytest.mark.parametrize(("annotation", "value", "expected"), CLASSES)
def test_classes_are_made(decode: Callable[..., Any], annotation: str, value: Any, expected: str) -> None:
    assert repr(decode(annotation, value)) == expected


REGEX = "a regular expression of at most 1,000 characters and 20 loops or choices, without loops in loops"

REFUSED: list[tuple[str, Any, list[str]]] = [
    ("datetime.date", "2026-99-99", ['$.v: expected a date like 2026-01-31, got "2026-99-99"']),
    ("datetime.timedelta", "P", ['$.v: expected a duration like P1DT2H30M, got "P"']),
    ("datetime.timedelta", "P1DT", ['$.v: expected a duration like P1DT2H30M, got "P1DT"']),
    ("datetime.timedelta", "P" + "9" * 30 + "D", [f'$.v: expected a duration like P1DT2H30M, got "P{"9" * 30}D"']),
    ("decimal.Decimal", "NaN", ['$.v: expected a decimal number, got "NaN"']),
    ("decimal.Decimal", "x", ['$.v: expected a decimal number, got "x"']),
    ("uuid.UUID", "1234", ['$.v: expected a UUID, got "1234"']),
    ("ipaddress.IPv6Address", "10.0.0.1", ['$.v: expected an IPv6 address, got "10.0.0.1"']),
    ("fractions.Fraction", "1/0", ['$.v: expected a fraction like 1/3, got "1/0"']),
    ("re.Pattern", "(", [f'$.v: expected {REGEX}, got "("']),
    ("zoneinfo.ZoneInfo", "Europe", ['$.v: expected a time zone like Europe/Paris, got "Europe"']),
    ("zoneinfo.ZoneInfo", "Nowhere", ['$.v: expected a time zone like Europe/Paris, got "Nowhere"']),
    ("bytes", "\ud800", ['$.v: expected text of whole characters, got "\\ud800"']),
    (
        "list[datetime.date]",
        ["2026-01-31", "x", "y"],
        ['$.v[1]: expected a date like 2026-01-31, got "x"', '$.v[2]: expected a date like 2026-01-31, got "y"'],
    ),
    (
        "dict[int, datetime.date]",
        {"a": "2026-01-31", "1": "x"},
        ['$.v.a: expected an integer, got "a"', '$.v["1"]: expected a date like 2026-01-31, got "x"'],
    ),
    (
        "tuple[datetime.date, uuid.UUID]",
        ["x", "y"],
        ['$.v[0]: expected a date like 2026-01-31, got "x"', '$.v[1]: expected a UUID, got "y"'],
    ),
    (
        "list[Node]",
        [{"name": "a", "children": [{"name": "b", "due": "never"}]}],
        ['$.v[0].children[0].due: expected a date like 2026-01-31, got "never"'],
    ),
    (
        "Address",
        {"street": "nowhere"},
        ["$.v: expected a valid Address (there is no such street), got an object of size 1"],
    ),
    (
        "Address",
        {"street": ""},
        ["$.v: expected a valid Address (a street has a name), got an object of size 1"],
    ),
    ("set[Any]", [[1], [2]], ["$.v: expected an array of scalars, got an array of length 2"]),
    ("datetime.date | uuid.UUID", "x", ['$.v: expected a UUID or a date like 2026-01-31, got "x"']),
]


@pytest.mark.parametrize(("annotation", "value", "faults"), REFUSED)
def test_what_python_refuses_is_a_fault(
    decode: Callable[..., Any], annotation: str, value: Any, faults: list[str]
) -> None:
    with pytest.raises(Exception, match="invalid arguments") as caught:
        decode(annotation, value)
    assert [str(fault) for fault in getattr(caught.value, "faults", [])] == faults


def test_pydantic_tells_its_own_faults(decode: Callable[..., Any]) -> None:
    with pytest.raises(Exception, match="invalid arguments") as caught:
        decode("list[Line]", [{"sku": "s", "price": 1, "due": "never"}])
    (fault,) = getattr(caught.value, "faults", [])
    assert (fault.path, fault.got) == ("$.v[0].due", '"never"')
    assert fault.expected.startswith("a valid value (Input should be a valid date")


@pytest.mark.parametrize(
    "annotation",
    [
        *("datetime.date", "decimal.Decimal", "uuid.UUID", "pathlib.Path", "bytes", "set[int]", "tuple[int, int]"),
        *("dict[int, datetime.date]", "Color", "Address", "Point", "Match", "Line", "list[list[datetime.date]]"),
        *("collections.defaultdict[str, int]", "Cat | Dog", "Literal[Color.RED]", "datetime.timedelta"),
    ],
)
def test_a_schema_that_allows_more_than_the_type_leads_to_no_crash(project: Project, annotation: str) -> None:
    source = TOOLS.format(annotation=annotation).replace("@tool", "@tool(params={'v': {}})")
    module = project({"app/models.py": MODELS, "app/tools.py": source})
    paths = []
    values: list[Any] = [None, 1, 1.5, True, "text", [], ["a"], {}, {"a": 1}, [{}], [[1]]]
    for value in values:
        try:
            asyncio.run(module.dispatch("take", {"v": value}))
        except module.InvalidArguments as error:
            paths += [fault.path for fault in error.faults]
    assert all(path.startswith("$.v") for path in paths)


# -- as pydantic does it --------------------------------------------------------------------------------------

DATES = st.dates().map(str)
TEXT = st.text(max_size=3)
SCALARS: dict[str, tuple[Any, st.SearchStrategy[Any]]] = {
    "int": (int, st.integers(-(10**6), 10**6)),
    "str": (str, st.text(max_size=5)),
    "datetime.date": (datetime.date, DATES),
    "datetime.datetime": (
        datetime.datetime,
        st.datetimes(timezones=st.none() | st.just(datetime.UTC)).map(datetime.datetime.isoformat),
    ),
    "datetime.time": (datetime.time, st.times().map(str)),
    "datetime.timedelta": (
        datetime.timedelta,
        st.builds("P{}DT{}H{}M{}.{:06}S".format, *(st.integers(0, 99) for _ in range(4)), st.integers(0, 10**6 - 1)),
    ),
    "uuid.UUID": (uuid.UUID, st.uuids().map(str)),
    "decimal.Decimal": (
        decimal.Decimal,
        st.decimals(allow_nan=False, allow_infinity=False).map(str) | st.integers(-(10**6), 10**6),
    ),
    "ipaddress.IPv4Address": (ipaddress.IPv4Address, st.ip_addresses(v=4).map(str)),
    "ipaddress.IPv6Address": (ipaddress.IPv6Address, st.ip_addresses(v=6).map(str)),
    "fractions.Fraction": (fractions.Fraction, st.fractions().map(str) | st.integers(-(10**6), 10**6)),
    "complex": (complex, st.complex_numbers(allow_nan=False, allow_infinity=False).map(str)),
    "re.Pattern": (re.Pattern, st.sampled_from(["^a", r"\\d+", "(?i)x"])),
    "zoneinfo.ZoneInfo": (zoneinfo.ZoneInfo, st.sampled_from(["UTC", "Europe/Paris"])),
    "pathlib.Path": (pathlib.Path, st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5)),
    "bytes": (bytes, st.text(st.characters(codec="utf-8"), max_size=5)),
}
Typed = tuple[str, Any, st.SearchStrategy[Any]]
SINGLE: st.SearchStrategy[Typed] = st.sampled_from([(name, *found) for name, found in SCALARS.items()])


def composed(inner: st.SearchStrategy[Typed]) -> st.SearchStrategy[Typed]:
    """Annotations, the types that they stand for, and the JSON of their values."""
    return st.one_of(
        inner.map(lambda of: array("list[{}]", list, of)),
        inner.map(lambda of: array("tuple[{}, ...]", tuple, of, ...)),
        inner.map(lambda of: (f"{of[0]} | None", of[1] | None, st.none() | of[2])),
        inner.map(lambda of: (f"dict[str, {of[0]}]", GenericAlias(dict, (str, of[1])), st.dictionaries(TEXT, of[2]))),
        st.tuples(inner, inner).map(pair),
    )


def array(annotation: str, origin: type, of: Typed, *more: Any, unique: bool = False) -> Typed:
    items = st.lists(of[2], max_size=3, unique=unique)
    return annotation.format(of[0]), GenericAlias(origin, (of[1], *more)), items


def pair(of: tuple[Typed, Typed]) -> Typed:
    (first, first_type, firsts), (second, second_type, seconds) = of
    type_ = GenericAlias(tuple, (first_type, second_type))
    return f"tuple[{first}, {second}]", type_, st.tuples(firsts, seconds).map(list)


LEAVES: st.SearchStrategy[Typed] = st.one_of(
    SINGLE,
    SINGLE.map(lambda of: array("collections.deque[{}]", collections.deque, of)),
    SINGLE.map(lambda of: array("set[{}]", set, of, unique=True)),
    SINGLE.map(lambda of: array("frozenset[{}]", frozenset, of, unique=True)),
)
TYPES = st.recursive(LEAVES, composed, max_leaves=4)


def test_values_are_those_of_pydantic(project: Project) -> None:
    drawn: list[tuple[str, Any, Any]] = []

    @settings(database=None)
    @given(TYPES.flatmap(lambda t: st.tuples(st.just(t[:2]), t[2])))
    def collect(found: tuple[tuple[str, Any], Any]) -> None:
        (annotation, type_), value = found
        drawn.append((annotation, type_, value))

    collect()
    module = project({"app/models.py": MODELS, "app/tools.py": many([annotation for annotation, _, _ in drawn])})
    for index, (annotation, type_, value) in enumerate(drawn):
        decoded = asyncio.run(module.dispatch(f"take_{index}", {"v": value}))
        expected = TypeAdapter(type_).validate_python(value)
        assert (decoded, type(decoded)) == (expected, type(expected)), annotation


def many(annotations: list[str]) -> str:
    """A module with a tool `take_0`, `take_1`, … for each of `annotations`."""
    head, _, function = TOOLS.partition("    @tool\n")
    tools = [
        "    @tool\n" + function.replace("def take(", f"def take_{index}(").format(annotation=annotation)
        for index, annotation in enumerate(annotations)
    ]
    return head + "\n".join(tools)


SPOT_TOOLS = """
    from app.spots import Spot
    from toolgen import tool

    @tool
    def take(v: Spot) -> object:
        "Take a spot."
        return v
"""
SPOTS = """
    from dataclasses import KW_ONLY, dataclass, field

    @dataclass
    class Spot:
        {}
"""


@pytest.mark.parametrize(
    "fields",
    [
        "x: int; y: int = 5",
        "y: int = 5; x: int = 0",
        "_: KW_ONLY; y: int = 5; x: int",
        "z: int = 0; y: int = 5; x: int = 0",
    ],
)
def test_a_class_whose_fields_were_moved_gets_what_is_meant(
    project: Project, monkeypatch: pytest.MonkeyPatch, fields: str
) -> None:
    module = project({"app/spots.py": SPOTS.format("x: int; y: int = 5"), "app/tools.py": SPOT_TOOLS})
    moved: dict[str, Any] = {}
    exec(compile(dedent(SPOTS.format(fields)), "spots.py", "exec", dont_inherit=True), moved)
    monkeypatch.setattr(importlib.import_module("app.spots"), "Spot", moved["Spot"])
    for given_, expected in (({"x": 1, "y": 2}, (1, 2)), ({"y": 2, "x": 1}, (1, 2)), ({"x": 3}, (3, 5))):
        made = asyncio.run(module.dispatch("take", {"v": given_}))
        assert (made.x, made.y) == expected
