"""JSON values for every type: what `dispatch` gives to a tool is what pydantic makes of the value.

The rule: a value is accepted where the schema accepts it (the one that pydantic derives) and pydantic accepts it, and
then the Python values are equal. pydantic alone accepts more, in its lax mode: `"1"` for an `int`, `0` for a `bool`. A
model is sent the schema, which is therefore the law, unless that says less than pydantic checks: then pydantic alone
decides. What is left are rows of the table of differences.
"""

# ruff: noqa: E501 (tables of source text and values)

from __future__ import annotations

import asyncio
import decimal
import importlib
import json
import re
import typing
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import pytest
from annotations import TYPES
from call_differences import ROWS, Grid
from jsonschema import Draft202012Validator
from positions import IMPORTS
from pydantic import TypeAdapter, ValidationError
from sides import importable, read, write, write_dispatch

DEFINITIONS = """
import collections, fractions, ipaddress, os, re, types, zoneinfo
from enum import Flag, IntFlag
from pydantic import *

T = typing.TypeVar('T')
class Color(Enum):
    RED = 'r'
    BLUE = 'b'
class Rights(Flag):
    R = 1
    W = 2
class Cat(BaseModel):
    kind: Literal['cat']
    lives: int = 9
class Dog(BaseModel):
    kind: Literal['dog']
    born: datetime.date
@dataclass
class OldCat:
    kind: Literal['cat']
    lives: int = 9
@dataclass
class OldDog:
    kind: Literal['dog']
    born: datetime.date
class CatKeys(TypedDict):
    kind: Literal['cat']
    since: NotRequired[datetime.date]
class DogKeys(TypedDict):
    kind: Literal['dog']
    owner: NotRequired[uuid.UUID]
class Days(RootModel[list[datetime.date]]): ...
class Box(BaseModel, typing.Generic[T]):
    item: T
@dataclass
class Parcel(typing.Generic[T]):
    item: T
    more: list[T] = field(default_factory=list)
@dataclass
class Person:
    on: datetime.date
    kids: list['Person'] = field(default_factory=list)
    by: dict[str, 'Person'] = field(default_factory=dict)
class Named(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    a: int = Field(alias='A')
class Item(BaseModel):
    a: int
    d: datetime.date | None = None
class Spot(NamedTuple):
    x: int
    on: datetime.date
class Level(IntEnum):
    LOW = 1
    HIGH = 3
class Slim(BaseModel):
    a: int
class Wide(BaseModel):
    a: int
    b: str = 'x'
class StrictItem(BaseModel):
    model_config = ConfigDict(strict=True)
    a: int
class StrictDay(BaseModel):
    on: Annotated[datetime.date, Strict()]
@dataclass
class Fielded:
    a: int
    b: int = Field(default=3, le=5)
class Yes(BaseModel):
    kind: Literal['yes'] = 'yes'
class No(BaseModel):
    kind: Literal['no']
Guess = Annotated[Yes | No, Field(discriminator='kind')]
@pydantic.dataclasses.dataclass
class Checked:
    a: int
    on: datetime.date | None = None
"""
# fmt: off
MORE = [
    # the standard library
    "complex", "fractions.Fraction", "zoneinfo.ZoneInfo", "pathlib.PurePath", "pathlib.WindowsPath", "os.PathLike[str]",
    "re.Pattern", "ipaddress.IPv4Address", "ipaddress.IPv4Interface", "ipaddress.IPv4Network", "ipaddress.IPv6Address",
    "ipaddress.IPv6Interface", "ipaddress.IPv6Network", "collections.abc.Hashable", "collections.Counter",
    "collections.Counter[str]", "collections.Counter[int]", "collections.Counter[Color]", "typing.AbstractSet[int]",
    "tuple[datetime.date, ...]", "tuple[int, datetime.date] | None", "set[datetime.date]", "frozenset[uuid.UUID]",
    "deque[datetime.date]", "dict[datetime.date, int]", "dict[int, datetime.date]", "dict[Color, datetime.date]",
    "Mapping[uuid.UUID, decimal.Decimal]", "defaultdict[str, list[datetime.date]]", "dict[str, list[datetime.date]]",
    # unions
    "datetime.date | str", "str | datetime.date", "datetime.date | datetime.datetime", "datetime.datetime | datetime.date",
    "datetime.date | int", "datetime.time | str", "datetime.timedelta | str", "uuid.UUID | str", "str | uuid.UUID",
    "pathlib.Path | str", "str | pathlib.Path", "decimal.Decimal | str", "decimal.Decimal | int | None", "bytes | str",
    "str | bytes", "Color | str", "Color | datetime.date", "Literal['r'] | datetime.date", "set[int] | list[int]",
    "tuple[int, ...] | list[int]", "list[datetime.date] | datetime.date", "list[datetime.date] | list", "dict[str, datetime.date] | datetime.date",
    "Annotated[list[datetime.date], Field(max_length=1)] | list[str]", "SecretStr | str", "HttpUrl | str",
    # discriminated and other unions of classes
    "Cat | Dog", "OldCat | OldDog", "CatKeys | DogKeys", "list[Cat | OldDog | None]",
    "Annotated[Cat | Dog, Field(discriminator='kind')]", "Annotated[OldCat | OldDog, Field(discriminator='kind')]",
    "Annotated[CatKeys | DogKeys, Field(discriminator='kind')]", "dict[str, Annotated[Cat | Dog, Discriminator('kind')]]",
    # classes
    "Rights", "Days", "Box[int]", "Box[datetime.date]", "Parcel[datetime.date]", "Person", "Named", "Item", "Spot",
    "Item | dict", "dict | Item", "Item | dict[str, int]", "Cat | dict[str, Any]",
    "list[Spot]", "Checked", "Item | None", "dict[str, Item]", "type[int]",
    # constraints
    "Annotated[decimal.Decimal, Field(gt=0, le=10)]", "Annotated[decimal.Decimal, Field(max_digits=3, decimal_places=1)]",
    "Annotated[bytes, Field(max_length=2)]", "Annotated[float, Field(multiple_of=0.1)]", "Annotated[set[int], Len(2)]",
    "Annotated[frozenset[int], Field(max_length=1)]", "Annotated[datetime.date, Field(description='D.')] | None",
    # pydantic's own types
    "AnyUrl", "AnyHttpUrl", "HttpUrl", "WebsocketUrl", "FileUrl", "PostgresDsn", "RedisDsn", "EmailStr", "NameEmail",
    "IPvAnyAddress", "IPvAnyInterface", "IPvAnyNetwork", "SecretStr", "SecretBytes", "Json", "Json[int]", "Json[list[int]]",
    "ByteSize", "Base64Bytes", "Base64Str", "Base64UrlBytes", "Base64UrlStr", "ImportString", "PaymentCardNumber",
    "FilePath", "DirectoryPath", "NewPath", "UUID1", "UUID4", "UUID5", "UUID7", "PositiveInt", "NegativeFloat", "StrictInt",
    "StrictStr", "StrictBool", "PastDate", "FutureDate", "PastDatetime", "AwareDatetime", "NaiveDatetime",
    "conint(ge=0)", "constr(min_length=2)", "conlist(int, max_length=1)", "list[SecretStr]", "dict[str, HttpUrl]",
    "Optional[EmailStr]", "set[UUID4]", "tuple[SecretStr, int]",
    # what the schema does not say
    "Annotated[datetime.date, Strict()]", "Annotated[bytes, Strict()]", "Annotated[set[int], Field(strict=True)]",
    "Annotated[datetime.date, Field(gt=datetime.date(2026, 2, 1))]", "Annotated[datetime.timedelta, Field(lt=datetime.timedelta(hours=3))]",
    "Annotated[bool, Field(ge=1)]", "Annotated[Literal[1, 3], Field(ge=2)]", "Annotated[Level, Field(ge=2)]",
    "Annotated[int | str, Field(union_mode='left_to_right')]", "Annotated[datetime.date | str, Field(union_mode='left_to_right')]",
    "Annotated[defaultdict[str, int], Field(min_length=2)]", "Annotated[str, StringConstraints(ascii_only=True)]",
    "Annotated[AnyUrl, UrlConstraints(allowed_schemes=['https'])]", "Annotated[int, WithJsonSchema({'type': 'string'})]",
    "list[SkipValidation[datetime.date]]", "InstanceOf[datetime.date]", "Secret[int]", "ImportString[float]", "re.Pattern[bytes]",
    "pydantic.json_schema.SkipJsonSchema[int] | None", "SocketPath", "Annotated[str, Field(pattern=r'^\\p{L}+$')]",
    "dict[bool, int]", "dict[Literal[1, 3], int]", "dict[EmailStr, int]", "dict[SecretStr, int]", "dict[tuple[int, int], int]",
    "Annotated[str, Field(pattern=r'^\\d+$')]", "Slim | Wide", "list[Slim | Wide]", "bytes | Literal['a', 'b']", "StrictItem", "StrictDay", "Guess", "Fielded",
]
# fmt: on
MORE = [name.replace("Len(2)", "at.Len(2)").replace("PaymentCardNumber", "pydantic.PaymentCardNumber") for name in MORE]
ANNOTATIONS: Mapping[str, str] = {name: text for name, (text, _) in TYPES.items()} | dict.fromkeys(MORE, DEFINITIONS)

A_UUID = "12345678-1234-5678-1234-567812345678"
UUID_4 = "12345678-1234-4678-9234-567812345678"
DAY = "2026-01-31"
# fmt: off
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 3, 11, 1.0, 2.5, 0.1, 0.3, 10**20, 2**70, 1e308,
    "", "a", "b", "abc", "r", "f", "1", "11", "2.5", "1.50", "true", "-0", " 1", "1_0", "1e5", "0x10", "é😀", "٣", "1/3", "1+2j",
    DAY, "20260131", "2026-W05-6", "2026-1-31", "2026-02-30", "2026-01-31T09:30:00", "2026-01-31T09:30:00Z", "2026-01-31 09:30",
    "2026-01-31T09:30:00+01:00", "2026-01-31T09:30:00.1234567Z", "2026-01-31T00:00:00", "20260131T093000", "2026-01-31T09",
    "1769848200", "09:30", "09:30:00", "09:30:00.5Z", "0930", "09:30:00+01:00", "T09:30", "25:00",
    "P1DT2H", "P1W", "PT0.5S", "-P1D", "P1Y", "P1M", "P1Y2M3W4DT5H6M7S", "PT36H", "P", "PT", "p1d", "+PT1S", "PT1,5S", "1 day",
    A_UUID, A_UUID.replace("-", ""), f"{{{A_UUID}}}", f"urn:uuid:{A_UUID}", UUID_4,
    "/tmp", "/dev/null", "a/b", "https://example.org/x", "http://a.b", "ws://a.b", "file:///x", "redis://localhost:6379/0",
    "postgres://a:b@c/d", "x@example.org", "Ann <ann@example.org>", "127.0.0.1", "::1", "10.0.0.0/8", "10.0.0.1/8", "fe80::/64",
    "Europe/Paris", "(", "^a", "YWJj", "YWI=", "YW_-", "10MB", "math.pi", "4242424242424242", "[1, 2]", '{"a": 1}',
    "1\n", "2026-01-31T09:30:00+01", "2026-01-31T09:30:00.Z", "09:30:00+01:00:30", "1234-567812344678-9234567812345678",
    {"٣": 1}, {"true": 1}, {"3": 1},
    [], [1], [1, 2], [1, 1], [1, "a"], ["a"], ["a", 1], [1, "a", 2], [None], [True], [1.0], [[1]], [["a", 1]], [{"a": 1}], [3, 4],
    [DAY], [DAY, DAY], [DAY, "a"], [1, DAY], [[1, DAY]], [UUID_4], [A_UUID], [{"kind": "cat"}, None],
    {}, {"a": 1}, {"a": 1.0}, {"a": 1, "b": "x"}, {"a": "1"}, {"b": 2}, {"b": "x"}, {"a": 1, "zz": 2}, {"A": 1}, {"x": 1},
    {"x": 1, "y": 2}, {"1": 2}, {"1": DAY}, {DAY: 1}, {A_UUID: "1.5"}, {"r": 1}, {"r": DAY}, {"abc": 1}, {"a": DAY}, {"a": [DAY]},
    {"a": None}, {"a": {"a": 1}}, {"a": "https://a.b"}, {"a": 1, "d": DAY}, {"a": 1, "on": DAY}, {"a": {"kind": "cat"}},
    {"kind": "cat"}, {"kind": "cat", "lives": 1}, {"kind": "dog", "born": DAY}, {"kind": "dog", "born": "x"}, {"kind": "cow"},
    {"kind": "cat", "since": DAY}, {"kind": "dog"}, {"kind": "dog", "owner": A_UUID}, {"item": 1}, {"item": DAY},
    {"item": DAY, "more": [DAY]}, {"on": DAY}, {"on": DAY, "kids": [{"on": DAY, "kids": []}], "by": {"x": {"on": DAY}}},
    {"title": "t"}, {"title": "t", "done": True}, {"value": 1, "next": {"value": 2}}, {"a": 1, "c": 3}, {"name": "n", "age": 3},
    {"inner": {"a": 1}, "more": [{"a": 2}]}, {"name": "n", "school": "s"}, {"a": 1, "D": 2, "E": 3}, {"children": [{}]},
    {"myName": 1}, {"my_name": 1}, {"kind": "a"}, {"kind": "a", "maybe": None},
]
# fmt: on


NEAR = Grid("more", ".*multiple_of=0.1.*", lambda value: value == 0.3)
"""What jsonschema refuses, which counts in binary, and pydantic does not."""


class Refused:
    """What is made of a value that is not accepted."""

    def __repr__(self) -> str:
        return "refused"


REFUSED = Refused()


class Pair(NamedTuple):
    """A value of a type, and what each side makes of it."""

    annotation: str
    value: Any
    ours: Any
    pydantics: Any


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> list[Pair]:
    """Every value for every type, by a dispatch module for all of them."""
    root = tmp_path_factory.mktemp("project")
    write(root, {f"values_{index}.py": source(index, row) for index, row in enumerate(ANNOTATIONS)})
    analysis = read(root)
    assert [str(found) for found in analysis.diagnostics if found.severity == "error"] == []
    write_dispatch(root / "values_generated", analysis.manifest)
    by_pydantic = {tool.name for tool in analysis.manifest.tools if tool.parameters[0].validated_by == "pydantic"}
    with importable(root):
        return asyncio.run(compared(by_pydantic))


async def compared(by_pydantic: Collection[str]) -> list[Pair]:
    """In one run of an event loop: to begin one takes longer than most calls."""
    dispatch = importlib.import_module("values_generated.dispatch")
    return [
        Pair(row, value, await ours(dispatch, f"tool_{index}", value), pydantics(value))
        for index, row in enumerate(ANNOTATIONS)
        for function in [importlib.import_module(f"values_{index}").f]
        for pydantics in [reference(function, is_alone=f"tool_{index}" in by_pydantic)]
        for value in VALUES
    ]


def source(index: int, annotation: str) -> str:
    function = f"async def f(v: {annotation}) -> Any:\n    return v\n"
    return f"{IMPORTS}\n{ANNOTATIONS[annotation]}\n@tool('tool_{index}', 'F.')\n{function}"


async def ours(dispatch: Any, name: str, value: Any) -> Any:
    try:
        return plain(await dispatch.dispatch(name, json.dumps({"v": value})))
    except dispatch.InvalidArguments:
        return REFUSED


def reference(function: Callable[..., Any], *, is_alone: bool) -> Callable[[Any], Any]:
    """What pydantic makes of a value that its schema accepts, or of any if its word counts alone."""
    hint = typing.get_type_hints(function, include_extras=True)["v"]
    adapter = TypeAdapter[Any](hint)
    schema = Draft202012Validator({} if is_alone else adapter.json_schema())

    def decode(value: Any) -> Any:
        try:
            decoded = plain(adapter.validate_json(json.dumps(value)))
        except (ValidationError, NotImplementedError):
            return REFUSED
        return decoded if schema.is_valid(value) else REFUSED

    return decode


def plain(value: Any) -> Any:
    """pydantic reads an `Iterable` when it is asked for its items."""
    return list(value) if type(value).__name__ == "ValidatorIterator" else value


def test_what_is_accepted_and_what_it_becomes(pairs: list[Pair]) -> None:
    different = (pair for pair in pairs if not is_equal(pair))
    known = [NEAR, *(grid for row in ROWS for grid in row.grid)]
    assert [str(pair) for pair in different if not any(explains(grid, pair) for grid in known)] == []


@pytest.mark.parametrize("grid", [pytest.param(grid, id=row.says) for row in ROWS for grid in row.grid])
def test_there_are_the_differences_that_are_named(pairs: list[Pair], grid: Grid) -> None:
    assert any(explains(grid, pair) for pair in pairs if not is_equal(pair))


def is_equal(pair: Pair) -> bool:
    """Whether both sides refuse the value, or give equal ones of one type. An int is a float where one is wanted."""
    ours, pydantics = pair.ours, pair.pydantics
    if ours is REFUSED or pydantics is REFUSED:
        return ours is pydantics
    numbers = {int, float, decimal.Decimal}
    return (type(ours) is type(pydantics) or {type(ours), type(pydantics)} <= numbers) and bool(ours == pydantics)


def explains(grid: Grid, pair: Pair) -> bool:
    side = "more" if pair.pydantics is REFUSED else "less" if pair.ours is REFUSED else "other"
    return side == grid.side and re.fullmatch(grid.types, pair.annotation) is not None and grid.values(pair.value)
